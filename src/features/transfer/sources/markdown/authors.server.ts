import type { SourceAuthor, SourceFile } from '../../ground/source.ts'
import { readMarkdownFile } from './front-matter.ts'
import { type MarkdownSite, readFileText, settingOf } from './generators.server.ts'
import { slugOf } from './places.server.ts'
import { isMarkdown } from './site-root.ts'
import { factsIn, firstTextOf, isTable, readValues, textOf } from './values.ts'

/** Files of all authors, or of one. */
const ofAll =
  /(?:^|\/)(?:_data|data|_authors|src\/data|blog|[\w-]+)\/(?:authors?|people|team)\.(?:ya?ml|json|toml)$|^authors\.(?:ya?ml|json)$/i
const ofOne =
  /(?:^|\/)(?:(?:_data|data|content|src\/content|src\/data)\/(?:authors?|people)|_authors)\/([^/]+?)(?:\/_?index)?\.(?:ya?ml|json|toml|mdx?)$/i

export const isAuthorFile = (path: string) => ofOne.test(path)

const largest = 512 * 1024

/** The authors that a site describes in its data, and those that texts name. */
export class Authors {
  private readonly known = new Map<string, Omit<SourceAuthor, 'is'>>()
  private readonly site: MarkdownSite

  constructor(site: MarkdownSite) {
    this.site = site
  }

  async read(path: string, file: SourceFile) {
    const [, one] = ofOne.exec(path) ?? []
    if (one === undefined && !ofAll.test(path)) return
    const text = await readFileText(file, largest)
    if (!text) return
    const values = valuesIn(path, text)
    if (one !== undefined) this.describe(one, values)
    else if (isTable(values)) for (const [key, value] of Object.entries(values)) this.describe(key, value)
    else if (Array.isArray(values))
      for (const value of values)
        this.describe(firstTextOf(value, ['id', 'key', 'slug', 'short_name', 'username', 'name']), value)
  }

  private describe(key: string, value: unknown) {
    const name = firstTextOf(value, ['name', 'title', 'display_name', 'full_name', 'displayname']) || textOf(value)
    if (key === '' || name === '') return
    const bio = firstTextOf(value, ['bio', 'description', 'about'])
    const picture = firstTextOf(value, ['image_url', 'picture', 'avatar', 'image', 'photo', 'img', 'profile_image'])
    this.known.set(slugOf(key), { sourceId: slugOf(key), name, ...(bio && { bio }), ...(picture && { picture }) })
  }

  /** The author whom a fact means: a name, a key of the data, or a table with a name. Undefined without a name. */
  of(fact: unknown): SourceAuthor | undefined {
    const reference = isTable(fact)
      ? firstTextOf(fact, ['key', 'id', 'slug', 'username'])
      : textOf(fact).replace(/^\[\[|\]\]$/g, '')
    const known = this.known.get(slugOf(reference.replace(/^.*\//, '').replace(/\.(?:md|json|ya?ml)$/, '')))
    if (known && !firstTextOf(fact, ['name'])) return { is: 'author', ...known }
    const name = (isTable(fact) ? firstTextOf(fact, ['name', 'title', 'display_name']) : reference).replace(
      /\s*<[^<>]*@[^<>]*>$/,
      '',
    )
    if (slugOf(name) === '') return undefined
    const same = [...this.known.values()].find((one) => slugOf(one.name) === slugOf(name))
    if (same) return { is: 'author', ...same }
    const bio = firstTextOf(fact, ['bio', 'description'])
    const picture = firstTextOf(fact, ['image_url', 'picture', 'avatar', 'image'])
    const author = { sourceId: slugOf(name), name, ...(bio && { bio }), ...(picture && { picture }) }
    this.known.set(author.sourceId, author)
    return { is: 'author', ...author }
  }

  /** The author of texts without one, as the settings of Jekyll, Hexo and Zola have it. */
  get ofSite(): unknown {
    const author = settingOf(this.site, 'author')
    return this.site.generator === 'jekyll' || this.site.generator === 'hexo' || this.site.generator === 'zola'
      ? author
      : undefined
  }
}

function valuesIn(path: string, text: string): unknown {
  try {
    if (isMarkdown(path)) {
      const { facts, text: bio } = readMarkdownFile(text)
      const table = Object.fromEntries([...facts.values()].map(({ name, value }) => [name, value]))
      return factsIn(table).has('bio') || bio.trim() === '' ? table : { ...table, bio: bio.trim().slice(0, 2_000) }
    }
    return readValues(text, path.endsWith('json') ? 'json' : path.endsWith('toml') ? 'toml' : 'yaml')
  } catch {
    // Authors of damaged data have the names that texts use.
    return undefined
  }
}
