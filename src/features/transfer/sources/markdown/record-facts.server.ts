import { shorten } from '#content/markup/plain-text.ts'
import type { Say } from '../text/notes.server.ts'
import { readDate } from './dates.server.ts'
import { headingAbove, type MarkdownFile, plain } from './front-matter.ts'
import type { MarkdownSite } from './generators.server.ts'
import { baseOf, type PlaceFacts } from './kinds.server.ts'
import type { Place } from './places.server.ts'
import type { Targets } from './targets.server.ts'
import { FactsReader, factsIn, firstTextOf, isFalse, isTable, isTrue, textOf, textsOf } from './values.ts'

/** The names of facts, in the order in which they count. */
export const names = {
  date: [
    'publishdate',
    'pubdate',
    'pubdatetime',
    'publishedat',
    'publisheddate',
    'datepublished',
    'publicationdate',
    'published',
    'date',
    'createdat',
    'created',
    'creationdate',
    'postdate',
  ],
  end: ['expirydate', 'expires', 'unpublishdate'],
  address: ['url', 'permalink', 'path'],
  aliases: ['aliases', 'alias', 'redirectfrom', 'redirects', 'oldurl', 'oldurls'],
  categories: ['categories', 'category', 'topics', 'topic'],
  tags: ['tags', 'tag', 'keywords'],
  authors: ['author', 'authors', 'by', 'writer', 'creator', 'byline'],
  picture: [
    'cover',
    'coverimage',
    'image',
    'featuredimage',
    'featureimage',
    'hero',
    'heroimage',
    'banner',
    'bannerimage',
    'thumbnail',
    'thumb',
    'headerimage',
    'header',
    'photo',
    'img',
    'images',
    'ogimage',
    'socialimage',
    'preview',
  ],
  alt: [
    'coveralt',
    'imagealt',
    'heroalt',
    'heroimagealt',
    'featuredimagealt',
    'bannerimagealt',
    'thumbnailalt',
    'alt',
    'coverimagealt',
  ],
}

/** Tables of facts inside the facts, whose facts count as those of the text. */
const inner = ['taxonomies', 'extra', 'params']

/** Facts with those of inner tables among them. */
export function withInner({ facts }: Pick<MarkdownFile, 'facts'>, defaults: unknown[] = []): FactsReader {
  const all = new Map(facts)
  for (const name of inner) {
    const table = all.get(name)?.value
    if (!isTable(table)) continue
    all.delete(name)
    for (const [key, fact] of factsIn(table)) if (!all.has(key)) all.set(key, fact)
  }
  const others = new Map(defaults.toReversed().flatMap((table) => [...factsIn(table)]))
  return new FactsReader(all, others)
}

export const listOf = (site: MarkdownSite, value: unknown) => {
  const texts = textsOf(value)
  const spaced = site.generator === 'jekyll' && typeof value === 'string' && !/[,;[\n]/.test(value)
  return spaced ? textOf(value).split(/\s+/).filter(Boolean) : texts
}

export const titleOf = (facts: FactsReader, text: string, path: string): string =>
  facts.text('title', 'name') || headingAbove(text) || wordsOf(path)

/** The name of a file as a title: `2024-01-01-hello-world.md` is “Hello world”. */
function wordsOf(path: string): string {
  const isIndex = /(?:^|\/)(?:index|readme)(?:\.[a-z-]+)?\.[^./]+$/i.test(path)
  const name = isIndex ? path.replace(/^(?:.*\/)?([^/]*)\/[^/]*$|^[^/]*$/, '$1') : baseOf(path)
  if (name === '') return 'Home'
  const words = name
    .replace(/^\d{4}-\d{1,2}-\d{1,2}[-_ ]?/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words === '' ? name : words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

export function placeFacts(site: MarkdownSite, facts: FactsReader, text: string, path: string): PlaceFacts {
  const date = readDate(dateIn(facts), site.timeZone)
  return {
    title: titleOf(facts, text, path),
    slug: facts.text('slug'),
    address: facts.text(...names.address) || (isFalse(facts.take('permalink')) ? 'false' : ''),
    type: facts.text('type', 'layout', 'template', 'posttype'),
    // Addresses have the day at the place where the author wrote it.
    date: date && 'at' in date ? (/^\d{4}-\d\d-\d\d/.exec(textOf(dateIn(facts)))?.[0] ?? date.at.slice(0, 10)) : '',
    categories: listOf(site, facts.take(...names.categories)),
    hasFactsOfPosts:
      facts.take(...names.tags, ...names.categories, ...names.authors, 'excerpt', 'summary', 'description') !==
      undefined,
  }
}

/** The first fact that can be a date: `published` may say whether it is. */
function dateIn(facts: FactsReader): unknown {
  const values = names.date.map((name) => facts.take(name))
  return values.find((value) => value !== undefined && !isTrue(value) && !isFalse(value))
}

export function statusOf(
  facts: FactsReader,
  site: MarkdownSite,
  place: Place,
  { file, path, now }: { file: MarkdownFile; path: string; now: number },
  add: Say,
) {
  const date = readDate(dateIn(facts) ?? (place.date || undefined), site.timeZone)
  const end = readDate(facts.take(...names.end), site.timeZone)
  if (date && 'reason' in date) add('date', 'date', `${date.reason} The date is left out.`)
  const at = date && 'at' in date ? date.at : undefined
  const state = facts.text('status', 'state', 'visibility')
  const draft =
    file.damaged !== undefined ||
    isTrue(facts.take('draft', 'isdraft')) ||
    isFalse(facts.take('published', 'publish')) ||
    /^(?:draft|private|pending|unpublished|hidden|idea|archived)$/i.test(state)
  const inDrafts = /(?:^|\/)_?drafts\//i.test(path)
  const hidden = isTrue(facts.take('hidden', 'unlisted', 'private', 'headless'))
  if (hidden && !draft) add('field', 'hidden', 'Its site hides it, so it becomes a draft.')
  const ended = end && 'at' in end && Date.parse(end.at) <= now
  if (ended) add('date', 'expiryDate', `It has ended on ${end.at.slice(0, 10)}, so it becomes a draft.`)
  else if (end)
    add('date', 'expiryDate', 'reason' in end ? end.reason : `Its end on ${end.at.slice(0, 10)} is not carried over.`)
  const noAddress = place.address === undefined && site.generator === 'eleventy'
  if (noAddress && !draft) add('address', 'permalink', 'It has no page of its own in its site, so it becomes a draft.')
  if (draft || inDrafts || hidden || ended || noAddress) return { status: 'draft' as const, at }
  return { status: at && Date.parse(at) > now ? ('scheduled' as const) : ('public' as const), at }
}

const moreMark = /^[ \t]*(?:<!--\s*(?:more|truncate|excerpt|end[_ -]?excerpt)\s*-->|\{\/\*\s*truncate\s*\*\/\})/im

export function summaryOf(facts: FactsReader, text: string, seoPicture: string) {
  const own = facts.text('excerpt', 'summary')
  const description = facts.text('description', 'desc', 'abstract')
  const [before = '', after] = own || description ? [] : text.slice(0, 5_000).split(moreMark)
  const begin =
    after === undefined
      ? ''
      : shorten(plain(before.replace(/^(?:#|import |export |:::).*$|<!--[\s\S]*?-->/gm, '')), 300)
  const excerpt =
    plain(own) || plain(description) || facts.text('subtitle', 'lead', 'teaser', 'intro', 'tldr', 'deck') || begin
  const table = facts.take('seo', 'meta')
  const title = firstTextOf(table, ['title', 'metatitle']) || facts.text('metatitle', 'seotitle')
  const words =
    firstTextOf(table, ['description', 'metadescription']) ||
    facts.text('metadescription', 'seodescription') ||
    (own && description !== own ? description : '')
  const found = {
    ...(title && { title }),
    ...(words && { description: words }),
    ...(seoPicture && { picture: seoPicture }),
  }
  return { excerpt, seo: Object.keys(found).length > 0 ? found : undefined }
}

const partsOfPicture = [
  'src',
  'image',
  'url',
  'path',
  'file',
  'filename',
  'overlayimage',
  'teaser',
  'feature',
  'publicurl',
  'og',
  'light',
]

export function pictureOf(
  facts: FactsReader,
  path: string,
  resolve: (typed: string) => string,
  targets: Targets,
  from: { path: string; address?: string | undefined },
) {
  const alt = facts.text(...names.alt)
  const share = facts.text('ogimage', 'socialimage')
  const folder = facts.text('mediasubpath', 'imgpath')
  for (const name of names.picture) {
    const [first] = [facts.take(name)].flat()
    const typed = (textOf(first) || firstTextOf(first, partsOfPicture)).replace(/^!?\[\[(.*?)(?:\|.*)?\]\]$/, '$1')
    // A word such as `true` or the name of a colour is no picture.
    if (!/[./]/.test(typed) || /\s\S*\s\S*\s/.test(typed)) continue
    const words = alt || firstTextOf(first, ['alt', 'alttext', 'title', 'caption', 'description'])
    const address = resolve(folder && !/^(?:\/|https?:)/.test(typed) ? `${folder.replace(/\/$/, '')}/${typed}` : typed)
    for (const other of names.picture) facts.take(other)
    return {
      picture: { address, ...(words && { alt: words }) },
      seoPicture: share && share !== typed ? resolve(share) : '',
    }
  }
  // The picture of a page of Hugo can be the file of this name in its folder.
  if (/(?:^|\/)index\.[^/]+$/.test(path))
    for (const name of ['featured', 'feature', 'cover', 'thumbnail'])
      for (const end of ['jpg', 'png', 'webp', 'jpeg']) {
        const found = targets.find(`./${name}.${end}`, from)
        if (found && found !== 'outside' && found.media?.sourceId.startsWith(path.replace(/[^/]*$/, '')))
          return { picture: { address: resolve(`./${name}.${end}`) }, seoPicture: '' }
      }
  return { picture: undefined, seoPicture: share ? resolve(share) : '' }
}

export function aliasesOf(
  facts: FactsReader,
  site: MarkdownSite,
  address: string | undefined,
  targets: Targets,
): string[] {
  return textsOf(facts.take(...names.aliases)).flatMap((alias) => {
    if (/^https?:\/\//.test(alias)) return URL.canParse(alias) ? alias : []
    if (alias.startsWith('/')) return targets.address(alias)
    // In Obsidian they are further names of a text.
    if (site.generator === 'obsidian' || site.generator === 'plain') return []
    const folder =
      site.generator === 'hugo'
        ? (URL.parse(address ?? '', 'https://x.invalid')?.pathname.replace(/[^/]*\/?$/, '') ?? '/')
        : '/'
    return targets.address(`${folder}${alias}`)
  })
}

/** In Jekyll the folders above `_posts` are categories. */
export const foldersOfJekyll = (site: MarkdownSite, path: string): string[] =>
  site.generator === 'jekyll'
    ? (/^(.*?)\/_posts\//
        .exec(path)?.[1]
        ?.split('/')
        .filter((one) => !one.startsWith('_')) ?? [])
    : []
