import { isTimeZone } from '#contract/zoned-format.ts'
import { parseBounded } from '#server/backup/archive.ts'
import {
  type SourceEntry,
  SourceError,
  type SourceFile,
  type SourceFiles,
  type SourceReader,
} from '../../ground/source.ts'
import { redirectsOf, routesOf } from './ghost-addresses.server.ts'
import { type GhostRow, type GhostTables, isPublicTag, recordOf, withSite, wordsIn } from './ghost-record.server.ts'
import { type TableRow, tableRows } from './table-rows.server.ts'

/** Rows are flat: what has a structure in them is text. */
const rowBounds = { depth: 8, commas: 20_000 }
const smallTables = new Set(['meta', 'settings', 'users', 'tags', 'posts_tags', 'posts_authors', 'posts_meta'])

/** Tables with content that is left out: how one calls their rows, and why. */
const leftOut: Record<string, [name: string, reason: string]> = {
  members: ['Members', 'Members are imported on Subscribers.'],
  newsletters: ['Newsletters', 'Subscribers choose topics here, so the newsletters of Ghost are left out.'],
  products: ['Tiers', 'Paid memberships have no counterpart here.'],
  snippets: ['Snippets', 'Snippets of the editor are left out.'],
  comments: ['Comments', 'Comments are left out.'],
  post_revisions: ['Former versions', 'Former versions of posts are left out.'],
  mobiledoc_revisions: ['Former versions', 'Former versions of posts are left out.'],
}

export const ghostReader: SourceReader = {
  kind: 'ghost',
  recognises: async (files) => !(await exportsIn(files).next()).done,
  read,
}

/** Exports are at the top, or in the folder `data` of a backup. */
const exportPath = /^(?:[^/]+\/){0,2}[^/]+\.json$/i

/** The exports among the files, by how they begin. */
async function* exportsIn(files: SourceFiles): AsyncGenerator<SourceFile> {
  for await (const file of files.list()) if (exportPath.test(file.path) && (await beginsAsExport(file))) yield file
}

async function beginsAsExport(file: SourceFile): Promise<boolean> {
  let begin = ''
  for await (const chunk of (await file.open()) as AsyncIterable<Buffer>) {
    begin += chunk.toString('latin1', 0, 4096)
    if (begin.length >= 4096) break
  }
  return (
    /^(?:ï»¿)?\s*\{\s*"db"\s*:\s*\[\s*\{\s*"(?:meta|data)"\s*:/.test(begin) ||
    (/^(?:ï»¿)?\s*\{\s*"(?:meta|data)"\s*:\s*\{/.test(begin) && begin.includes('"exported_on"'))
  )
}

async function* read(files: SourceFiles, signal: AbortSignal): AsyncGenerator<SourceEntry> {
  const exports = await Array.fromAsync(exportsIn(files))
  if (exports.length === 0) throw new SourceError(`${files.name} is not an export of Ghost.`)
  const { tables, title, counts } = await tablesIn(files, exports, signal)
  const { site, timeZone, users, tags, routes } = tables
  yield { is: 'site', timeZone, ...(title !== undefined && { title }), ...(site !== undefined && { address: site }) }
  yield* mediaIn(files, site)
  const seen = new Set<string>()
  const writers = new Map<string, GhostRow>()
  for (const file of exports)
    for await (const row of tableRows(await bytesOf(file), file.path, (table) => table === 'posts')) {
      signal.throwIfAborted()
      if (!row.bytes || row.table !== 'posts') continue
      const entry = entryOf(row, tables, seen.size)
      if (seen.has(entry.sourceId)) continue
      seen.add(entry.sourceId)
      // Users who have written nothing are no authors.
      const id = entry.is === 'rest' ? undefined : entry.author?.slice('author/'.length)
      const user = id === undefined ? undefined : users.get(id)
      if (id !== undefined && user && !writers.has(id)) {
        writers.set(id, user)
        yield authorOf(id, user, site)
      }
      yield entry
    }
  const slugs = (rows: Iterable<GhostRow>) => Array.from(rows).flatMap((row) => wordsIn(row, 'slug') ?? [])
  yield* redirectsOf(files, routes, {
    tags: slugs([...tags.values()].filter(isPublicTag)),
    authors: slugs(writers.values()),
  })
  for (const [table, [name, reason]] of Object.entries(leftOut)) {
    const count = counts.get(table)
    if (count)
      yield { is: 'rest', sourceId: `table/${table}`, title: `${name} (${count.toLocaleString('en')})`, reason }
  }
}

const bytesOf = async (file: SourceFile) => (await file.open()) as AsyncIterable<Buffer>

/** The small tables, of a first reading: they come after the posts. */
async function tablesIn(files: SourceFiles, exports: SourceFile[], signal: AbortSignal) {
  const counts = new Map<string, number>()
  const rows = new Map<string, GhostRow[]>()
  for (const file of exports)
    for await (const row of tableRows(await bytesOf(file), file.path, (table) => smallTables.has(table))) {
      signal.throwIfAborted()
      counts.set(row.table, (counts.get(row.table) ?? 0) + 1)
      const parsed = row.bytes && !row.tooLong && !row.tooDeep ? parsedRow(row.bytes) : undefined
      const known = rows.get(row.table)
      if (parsed && known) known.push(parsed)
      else if (parsed) rows.set(row.table, [parsed])
    }
  if (!counts.has('meta') && !counts.has('posts')) throw new SourceError(`${files.name} is not an export of Ghost.`)
  const table = (name: string) => rows.get(name) ?? []
  const setting = (...keys: string[]) =>
    keys
      .map((key) =>
        wordsIn(
          table('settings').find((row) => row['key'] === key),
          'value',
        ),
      )
      .find(Boolean)
  const byId = (name: string, key = 'id') => new Map(table(name).map((row) => [wordsIn(row, key) ?? '', row]))
  const site = setting('url')
  const zone = setting('timezone', 'active_timezone', 'activeTimezone') ?? ''
  const tables: GhostTables = {
    site: site && /^https?:\/\/[^/]/.test(site) ? site.replace(/\/+$/, '') : undefined,
    timeZone: isTimeZone(zone) ? zone : 'Etc/UTC',
    routes: await routesOf(files, setting('permalinks')),
    users: byId('users'),
    tags: byId('tags'),
    meta: byId('posts_meta', 'post_id'),
    tagsOf: inOrder(table('posts_tags'), 'tag_id'),
    authorsOf: inOrder(table('posts_authors'), 'author_id'),
  }
  return { tables, title: setting('title'), counts }
}

function parsedRow(bytes: Buffer): GhostRow | undefined {
  try {
    return parseBounded(bytes, rowBounds) as GhostRow
  } catch {
    return undefined
  }
}

/** The ids that belong to a post, in their order. */
function inOrder(rows: GhostRow[], name: string): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const row of rows.sort((one, other) => Number(one['sort_order'] ?? 0) - Number(other['sort_order'] ?? 0))) {
    const [post, id] = [wordsIn(row, 'post_id'), wordsIn(row, name)]
    if (post !== undefined && id !== undefined) ids.set(post, [...(ids.get(post) ?? []), id])
  }
  return ids
}

function entryOf({ bytes, tooLong, tooDeep }: TableRow, tables: GhostTables, place: number) {
  const row = bytes && !tooLong && !tooDeep ? parsedRow(bytes) : undefined
  if (row) return recordOf(row, tables)
  const begin = bytes?.toString('utf8', 0, 8192) ?? ''
  const found = (name: string) => {
    const [, written] = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(begin) ?? []
    return wordsIn(parsedRow(Buffer.from(`{"words":${written ?? 'null'}}`)), 'words')
  }
  return {
    is: 'rest' as const,
    sourceId: `post/${found('id') ?? `damaged ${place}`}`,
    title: found('title') ?? 'A post',
    reason: tooLong
      ? 'Its text is too long.'
      : `It cannot be read, since its JSON ${tooDeep ? 'nests too deeply' : 'is damaged'}.`,
  }
}

function authorOf(id: string, user: GhostRow, site: string | undefined): SourceEntry {
  const slug = wordsIn(user, 'slug') ?? id
  const name = wordsIn(user, 'name')
  const [bio, picture] = [wordsIn(user, 'bio'), wordsIn(user, 'profile_image') ?? wordsIn(user, 'image')]
  return {
    is: 'author',
    sourceId: `author/${id}`,
    name: name ?? slug,
    ...(bio !== undefined && { bio }),
    ...(picture !== undefined && { picture: withSite(picture, site) }),
    ...(name === undefined && {
      notes: [
        {
          kind: 'author' as const,
          subject: slug,
          sentence: `The author has no name, so the address “${slug}” is the name.`,
        },
      ],
    }),
  }
}

/** The pictures and files next to the export: `content/images/2024/05/a.png`, or below a folder that only has the last names of it. */
async function* mediaIn(files: SourceFiles, site: string | undefined): AsyncGenerator<SourceEntry> {
  for await (const { path } of files.list()) {
    const [, below] = /(?:^|\/)((?:images|media|files)\/.+)$/.exec(path) ?? []
    if (/(?:^|\/)members[^/]*\.csv$/i.test(path))
      yield { is: 'rest', sourceId: `file/${path}`, title: path, reason: leftOut['members']?.[1] ?? '' }
    // Smaller variants of pictures, and what people uploaded before the site made it smaller.
    if (below === undefined || /(?:^|\/)themes\//.test(path) || /^images\/size\/|_o\.\w+$/.test(below)) continue
    const title = path.slice(path.lastIndexOf('/') + 1)
    if (!/\.(?:png|jpe?g|gif|webp|avif|svg|pdf)$/i.test(path)) {
      yield { is: 'rest', sourceId: `file/${below}`, title, reason: 'Only images and PDF files are imported.' }
      continue
    }
    const address = `/content/${below}`
    const written = [...new Set([address, encodeURI(address)])]
    const addresses = site === undefined ? written : [...written, ...written.map((one) => site + one)]
    yield { is: 'file', sourceId: `file/${below}`, title, addresses, path }
  }
}
