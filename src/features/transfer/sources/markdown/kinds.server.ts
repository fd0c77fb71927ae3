import { type MarkdownSite, settingOf } from './generators.server.ts'
import { generators, isMarkdown, isPostFolder } from './site-root.ts'
import { factsIn, isTable, isTrue, textsOf } from './values.ts'

/** The facts of a text from which its place follows. */
export type PlaceFacts = {
  title: string
  slug: string
  /** `url`, or `permalink`, as typed. */
  address: string
  type: string
  date: string
  categories: string[]
  hasFactsOfPosts: boolean
}

const pageNames =
  /^(?:index|home|about(?:-us|-me)?|contact(?:-us)?|imprint|impressum|datenschutz|privacy(?:-policy)?|terms(?:-of-(?:use|service))?|legal|faq|team|services|pricing|careers|404|uses|now|cv|resume|projects?|portfolio|links)$/i

/** Texts about a repository, which its site does not show. */
const aboutRepository =
  /^(?:readme|licen[cs]e|changelog|changes|contributing|contributors|code[_-]of[_-]conduct|security|authors|maintainers|governance|support|todo|agents|claude|gemini|copying|notice|history|roadmap|upgrading|(?:pull_request|issue)_template)(?:[._-][a-z]{2}(?:[._-][a-z]{2})?)?$/i

/** Folders whose texts no site shows, with the reason. */
const folders: [RegExp, string][] = [
  [/(?:^|\/)(?:themes?|vendor)\//, 'It belongs to a theme.'],
  [
    /(?:^|\/)(?:layouts|_layouts|_includes|_sass|archetypes|templates|shortcodes|partials|components)\//,
    'It is a part of the design.',
  ],
  [/(?:^|\/)(?:exampleSite|__tests__|fixtures)\//, 'It is an example.'],
  [/(?:^|\/)(?:_site|resources\/_gen)\//, 'The program makes it from other files.'],
  [/(?:^|\/)[\w-]*versioned_docs\//, 'It is an older version of a page.'],
]

/** Why a text is no post and no page; undefined if it is one. @param path below the root of the site */
export function leftOut(site: MarkdownSite, path: string, hasFacts: boolean): string | undefined {
  const folder = folders.find(([pattern]) => pattern.test(path))
  if (folder && !(site.generator === 'obsidian' || site.generator === 'plain')) return folder[1]
  const name = baseOf(path)
  const readmeIsPage = site.generator === 'docusaurus' && !/^readme\.mdx?$/i.test(path) && /(?:^|\/)docs\//.test(path)
  const outside = site.texts !== '' && !path.startsWith(site.texts)
  if (
    (!hasFacts || outside) &&
    aboutRepository.test(name) &&
    !readmeIsPage &&
    !(site.generator === 'vitepress' && /^readme$/i.test(name) && path.includes('/'))
  )
    return 'It is about the files, not a page of the site.'
  if ((site.generator === 'hugo' || site.generator === 'zola') && path.startsWith(site.texts)) {
    if (/^_index(?:\.[\w-]+)?$/.test(name))
      return `It is the head of a section of ${generators[site.generator]}, which lists other pages.`
  } else if (outside) return `${generators[site.generator]} shows only the texts in ${site.texts}.`
  if (site.generator === 'jekyll') return leftOutOfJekyll(site, path, hasFacts)
  return undefined
}

function leftOutOfJekyll(site: MarkdownSite, path: string, hasFacts: boolean): string | undefined {
  const inside = path.slice(site.texts.length)
  const special = /(?:^|\/)(_[^/]+)\//.exec(inside)?.[1]
  if (special === '_posts' || special === '_drafts') return undefined
  if (special === undefined)
    return hasFacts || isMarkdown(path) ? undefined : 'It has no front matter, so Jekyll copies it as it is.'
  const collection = collectionOf(site, special.slice(1))
  if (!collection && textsOf(settingOf(site, 'include')).includes(special)) return undefined
  if (!collection) return `Jekyll makes no pages from ${special}.`
  return isTrue(factsIn(collection).get('output')?.value)
    ? undefined
    : `The collection “${special.slice(1)}” has no pages of its own.`
}

export function collectionOf(site: MarkdownSite, name: string): unknown {
  const collections = settingOf(site, 'collections', 'collectionsdir')
  if (isTable(collections)) return factsIn(collections).get(name.toLowerCase().replace(/[_-]/g, ''))?.value
  return textsOf(collections).includes(name) ? {} : undefined
}

/** The name of a file without its folder and its extension. */
export const baseOf = (path: string) => path.replace(/^.*\//, '').replace(/\.[^.]+$/, '')
/**
 * The one rule of posts and pages: a text is the one that it says (`type`, `layout`); else a post in a folder of posts, or with a day in its name; a page
 * in a folder of pages of its program, or with the name of one; else a post if it has a date and another fact of posts. A folder of no program has posts.
 */
export function kindOf(
  site: MarkdownSite,
  path: string,
  folder: string,
  name: string,
  facts: PlaceFacts,
  dated: boolean,
): 'post' | 'page' {
  const type = facts.type.toLowerCase()
  if (
    /^(?:blog|news)?_?-?(?:posts?|article|blog|news)(?:[-_]?(?:layout|single|post))?$/.test(
      baseOf(`${type}.x`).replace(/\.\w+$/, ''),
    )
  )
    return 'post'
  if (/^(?:.*\/)?(?:static-?)?pages?(?:-?layout)?(?:\.\w+)?$/.test(type)) return 'page'
  const segments = folder.split('/').filter(Boolean)
  if (site.generator === 'docusaurus')
    return /^(?:src\/pages|docs|[\w-]*docs)\//.test(path)
      ? 'page'
      : segments.some((one) => isPostFolder(one)) || dated
        ? 'post'
        : 'page'
  if (segments.some((one) => /^_(?:posts|drafts)$/.test(one))) return 'post'
  if (site.generator === 'astro' && /^src\/pages\//.test(path))
    return segments.slice(2).some((one) => isPostFolder(one)) ? 'post' : 'page'
  const main = textsOf(factsIn(settingOf(site, 'params')).get('mainsections')?.value)
  if (segments.length > 0 && (main.includes(segments[0] ?? '') || segments.some((one) => isPostFolder(one))))
    return pageNames.test(name) && !facts.date ? 'page' : 'post'
  if (dated) return 'post'
  if (pageNames.test(name)) return 'page'
  if (site.generator === 'plain' || site.generator === 'obsidian') return 'post'
  if (site.generator === 'jekyll') return 'page'
  if ((site.generator === 'hugo' || site.generator === 'zola') && segments.length === 0) return 'page'
  return facts.date !== '' && facts.hasFactsOfPosts ? 'post' : 'page'
}
