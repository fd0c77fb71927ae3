import { decoded } from '#contract/addresses.ts'
import { lookup } from '#contract/lookup.ts'
import { isPossibleDate, type SourceRecord } from '../../ground/source.ts'
import type { Note } from '../../ground/transfer.contract.ts'
import { plainOf } from '../text/html-parts.server.ts'
import type { Say } from '../text/notes.server.ts'
import { emailsOnly } from './cards.server.ts'
import { addressesOf, type Routes } from './ghost-addresses.server.ts'

/** In characters. A caption may have markup, of which only the words are of use. */
const longestCaption = 2_000

/** A row of a table, as the export has it. */
export type GhostRow = Record<string, unknown>

/** The tables that all posts need. They are small. */
export type GhostTables = {
  /** Without a slash at the end; absent in most exports. */
  site: string | undefined
  timeZone: string
  routes: Routes
  users: Map<string, GhostRow>
  tags: Map<string, GhostRow>
  /** The rows of `posts_meta`, and the ids of tags and authors in their order, each by the id of the post. */
  meta: Map<string, GhostRow>
  tagsOf: Map<string, string[]>
  authorsOf: Map<string, string[]>
}

/** A text of a row; undefined for an empty one. */
export function wordsIn(row: GhostRow | undefined, name: string): string | undefined {
  const value = row?.[name]
  const words =
    typeof value === 'string' ? value.replaceAll('\0', '').trim() : typeof value === 'number' ? `${value}` : ''
  return words === '' ? undefined : words
}

/** Internal tags are for the theme. */
export const isPublicTag = (tag: GhostRow | undefined): tag is GhostRow =>
  tag !== undefined && tag['visibility'] !== 'internal' && !wordsIn(tag, 'name')?.startsWith('#')

/** A text with addresses of the site: as the site has them, and of pictures as they were uploaded. */
export const withSite = (text: string, site: string | undefined): string =>
  text
    .replaceAll('__GHOST_URL__', site ?? '')
    .replaceAll(/\/content\/images\/size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/g, '/content/images/')

const statuses: Record<string, SourceRecord['status']> = {
  published: 'public',
  scheduled: 'scheduled',
  draft: 'draft',
  sent: 'draft',
}
const audiences: Record<string, string> = { members: 'Only members', paid: 'Only paying members' }

export function recordOf(row: GhostRow, tables: GhostTables): SourceRecord {
  const { site, routes, timeZone } = tables
  const notes: Note[] = []
  const note: Say = (kind, subject, sentence) => notes.push({ kind, subject, sentence })
  const id = ['id', 'uuid', 'slug', 'title'].map((name) => wordsIn(row, name)).find(Boolean) ?? ''
  const meta = { ...row, ...tables.meta.get(id) }
  const field = (...names: string[]) => names.map((name) => wordsIn(meta, name)).find((words) => words !== undefined)
  const address = (...names: string[]) => {
    const found = field(...names)
    return found === undefined ? undefined : withSite(found, site)
  }
  const isPage = row['type'] === 'page' || row['page'] === true || row['page'] === 1
  const tags = (tables.tagsOf.get(id) ?? []).map((tag) => tables.tags.get(tag)).filter(isPublicTag)
  const [main, ...others] = tags.flatMap((tag) => wordsIn(tag, 'name') ?? [])
  const authors = (tables.authorsOf.get(id) ?? [wordsIn(row, 'author_id') ?? '']).filter((author) =>
    tables.users.has(author),
  )
  for (const further of authors.slice(1)) {
    const name = wordsIn(tables.users.get(further), 'name') ?? 'Somebody without a name'
    note('author', name, `${name} is an author too. A post has one author here.`)
  }

  const date = dateOf(row['published_at'])
  if (date === null) note('date', 'published_at', `Its date “${row['published_at']}” cannot be used.`)
  const status = statusOf(row, note)
  const slug = decoded(wordsIn(row, 'slug') ?? '')
  const addresses = addressesOf(
    {
      ...{ id, slug, uuid: wordsIn(row, 'uuid') ?? '', at: date ?? undefined },
      ...{ featured: row['featured'] === true || row['featured'] === 1 },
      tags: tags.flatMap((tag) => wordsIn(tag, 'slug') ?? []),
      authors: authors.flatMap((author) => wordsIn(tables.users.get(author), 'slug') ?? []),
    },
    isPage ? { collections: [{ root: '/', permalink: '/{slug}/' }] } : routes,
    timeZone,
  ).map((path) => (site ?? '') + path)

  const picture = address('feature_image', 'image')
  const caption = plainOf(field('feature_image_caption')?.slice(0, longestCaption) ?? '')
  if (picture && caption)
    note('field', 'Caption of the featured image', `The caption of the featured image, “${caption}”, is left out.`)
  const canonical = address('canonical_url')
  if (canonical) note('address', canonical, `Its canonical URL ${canonical} is left out.`)
  if (field('codeinjection_head', 'codeinjection_foot'))
    note('markup', 'Code injection', 'The code injected into its page is left out.')
  // The texts of the editors say it themselves where there is no HTML.
  if (
    wordsIn(row, 'html') &&
    /"type":\s*"email(?:-cta)?"|\["email(?:-cta)?",/.test(`${wordsIn(row, 'lexical')}${wordsIn(row, 'mobiledoc')}`)
  )
    note('card', 'email', emailsOnly)

  const seo = {
    title: field('meta_title', 'og_title', 'twitter_title'),
    description: field('meta_description', 'og_description', 'twitter_description'),
    picture: address('og_image', 'twitter_image'),
  }
  const excerpt = field('custom_excerpt')
  const alt = field('feature_image_alt')
  return {
    is: isPage ? 'page' : 'post',
    sourceId: `post/${id}`,
    title: wordsIn(row, 'title') ?? '',
    slug,
    ...(isPage && { path: slug }),
    text: textOf(row, site),
    facts: { site, address: addresses[0] },
    ...(excerpt !== undefined && { excerpt }),
    status,
    ...(date && { at: date.toISOString() }),
    ...(authors[0] !== undefined && { author: `author/${authors[0]}` }),
    categories: main === undefined ? [] : [main],
    tags: others,
    ...(picture !== undefined && { picture: { address: picture, ...(alt !== undefined && { alt }) } }),
    ...(Object.values(seo).some(Boolean) && { seo: present(seo) }),
    addresses,
    notes,
  }
}

const present = (seo: Record<'title' | 'description' | 'picture', string | undefined>) =>
  Object.fromEntries(Object.entries(seo).filter(([, value]) => value !== undefined)) as NonNullable<SourceRecord['seo']>

/** A text that only members could read does not become public, whatever its status says. */
function statusOf(row: GhostRow, note: Say) {
  const written = wordsIn(row, 'status') ?? 'draft'
  const known = lookup(statuses, written)
  const status = known ?? 'draft'
  if (written === 'sent') note('field', 'Sent as an email', 'It was only sent as an email, so it becomes a draft.')
  else if (known === undefined)
    note('field', `Status “${written}”`, `Its status “${written}” is not known here, so it becomes a draft.`)
  const visibility = wordsIn(row, 'visibility') ?? 'public'
  if (visibility === 'public' || status === 'draft') return status
  const who = lookup(audiences, visibility) ?? 'Only some members'
  note('field', 'Visibility', `${who} could read it, so it becomes a draft.`)
  return 'draft'
}

/** The text as HTML; as the JSON of the editor where an export has no HTML. `ghost-text.server.ts` knows them apart. */
function textOf(row: GhostRow, site: string | undefined): string {
  const text = wordsIn(row, 'html') ?? wordsIn(row, 'lexical') ?? wordsIn(row, 'mobiledoc')
  if (text !== undefined) return withSite(text, site)
  const markdown = wordsIn(row, 'markdown')
  if (markdown === undefined) return ''
  return JSON.stringify({
    version: '0.3.1',
    cards: [['markdown', { markdown: withSite(markdown, site) }]],
    sections: [[10, 0]],
  })
}

/** Times are in UTC, as text or as milliseconds. @returns null for a time that cannot be one of a post */
function dateOf(value: unknown): Date | undefined | null {
  if (value === undefined || value === null || value === '') return undefined
  const text = String(value)
  const utc = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
  const date = new Date(typeof value === 'number' ? value : utc)
  return isPossibleDate(date) ? date : null
}
