import { markdownOf } from '#content/markup/markdown-of.ts'
import type { StoredSection } from '#features/pages/pages.contract.ts'
import { type NameOfRecord, recordsInSections } from '#features/pages/sections-to-markdown.shared.server.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import type { Table } from '#server/database/table.ts'
import type { Entity } from '#server/record/entity.ts'
import type { ExportedTable } from '../ground/exported-tables.server.ts'
import { type Document, documents } from './documents.server.ts'
import { type Names, nameOfSlug, namesFor } from './file-names.ts'
import { timeInMatter, withFrontMatter } from './front-matter.ts'
import { type Links, linksIn } from './links.server.ts'
import { findRows, type ReadOptions, readRows, type StoredRecord } from './read-rows.server.ts'

type Options = ReadOptions & { origin: string; names: Names }
type Written = { path: string; text: string }

/** Those of front matter with a name of their own, and those that are no use to a reader. */
const named = new Set(
  'id title name slug path createdAt updatedAt updatedBy version order active published publishedAt publishAt unpublishAt dateShown imageUrl imageAlt category seoTitle seoDescription socialImage cover sendNotification authorId instructorId'.split(
    ' ',
  ),
)

/** The records of an entity as Markdown files with front matter. */
export async function* writeDocuments(options: Options, exported: ExportedTable): AsyncGenerator<Written> {
  const { table, entity } = exported
  const document = documents[table.name]
  if (!document || !entity) return
  const address = addressOf(table)
  const byTitle = address ? undefined : await titleNames(options, exported, entity)
  for await (const rows of readRows(options, exported)) {
    const more = await readMore(options, document, entity, rows)
    for (const row of rows) {
      const id = String(row['id'])
      const parts = address ? String(row[address]).split('/') : []
      const file = byTitle?.({ id, title: titleOf(entity, row) }) ?? parts.map((part) => nameOfSlug(part, id)).join('/')
      const path = `content/${document.folder}/${file}.md`
      const links = await linksIn(options, JSON.stringify(row), recordsIn(row))
      const body = document.body(row, await namesOfRecords(options, row, links))
      const matter = links.relink(JSON.stringify(matterOf(entity, document, row, more)), path)
      const text = withFrontMatter(
        reviveTimes(JSON.parse(matter)),
        forOthers(body, (one) => links.relink(one, path)),
      )
      yield { path, text }
    }
  }
}

const titleOf = ({ nameColumn }: Entity, row: StoredRecord) => String(row[nameColumn] ?? '')

const titleNames = (options: Options, exported: ExportedTable, entity: Entity) =>
  namesFor(
    (async function* () {
      for await (const rows of readRows({ ...options, size: 1_000 }, exported, ['id', entity.nameColumn]))
        yield rows.map((row) => ({ title: titleOf(entity, row) }))
    })(),
    entity.label.toLowerCase().replaceAll(' ', '-'),
  )

/** A longer text stays as it is stored: other requests would wait while it is read. */
const longestRead = 100_000

/** A text for programs that show no HTML in Markdown. */
function forOthers(body: string, relink: (text: string) => string): string {
  const linked = relink(body)
  // Without HTML and links of ours it is Markdown for others already.
  if (body.length > longestRead || (linked === body && !body.includes('<'))) return linked
  return markdownOf(body, (address) => {
    const found = relink(address)
    return found === address ? undefined : found
  })
}

type More = {
  authors: Map<string, string>
  aliases: Map<string, string[]>
  /** When newsletters were sent. */
  sent: Map<string, string>
}

const tableOf = ({ tables }: Options, name: string): Table => {
  const found = tables.find(({ table }) => table.name === name)
  if (!found) throw new Error(`No export has ${name}`)
  return found.table
}

/** What other tables have about some records. */
async function readMore(
  options: Options,
  { author }: Document,
  { table, path }: Entity,
  rows: StoredRecord[],
): Promise<More> {
  const ids = rows.map(({ id }) => String(id))
  const people = author
    ? await findRows(
        options,
        tableOf(options, author.table),
        'id',
        rows.map((row) => String(row[author.column])),
        ['id', 'name'],
      )
    : []
  const aliases = new Map<string, string[]>()
  const add = (id: unknown, address: string) =>
    aliases.set(String(id), [...(aliases.get(String(id)) ?? []), address].toSorted())
  const column = addressOf(table)
  const history = options.tables.find(
    ({ key, parts = {} }) => key === column && Object.values(parts).includes(table.name),
  )
  if (history && column) {
    const [idColumn = ''] = Object.keys(history.parts ?? {})
    for (const row of await findRows(options, history.table, idColumn, ids, [column, idColumn]))
      add(row[idColumn], `${path}/${row[column]}/`)
  }
  // Those with a query are in no file of a static site.
  const redirects = await findRows(options, tableOf(options, 'redirects'), 'recordId', ids, [
    'from',
    'entity',
    'recordId',
  ])
  for (const { from, entity, recordId } of redirects)
    if (entity === table.name && !String(from).includes('?')) add(recordId, String(from))
  const sendings =
    table.name === 'newsletters'
      ? await findRows(options, tableOf(options, 'notifications'), 'newsletterId', ids, ['newsletterId', 'fixedAt'])
      : []
  return {
    authors: new Map(people.map(({ id, name }) => [String(id), String(name)])),
    aliases,
    sent: new Map(
      sendings.flatMap(({ newsletterId, fixedAt }) => (fixedAt ? [[String(newsletterId), String(fixedAt)]] : [])),
    ),
  }
}

const asTime = (time: unknown) => timeInMatter(time) && { '@time': time }

/** A JSON text keeps times apart from texts that look like them. */
const reviveTimes = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const time = (one as { '@time'?: string } | null)?.['@time']
      return [name, time === undefined ? one : timeInMatter(time)]
    }),
  )

function matterOf(entity: Entity, document: Document, row: StoredRecord, { authors, aliases, sent }: More) {
  const { table, flag, path } = entity
  const column = addressOf(table)
  const slug = column ? String(row[column]) : undefined
  const addressed = (one: string) => `${path}/${one}/`
  const author = document.author && authors.get(String(row[document.author.column]))
  const id = String(row['id'])
  const isSent = sent.has(id)
  const isDraft = table.name === 'newsletters' ? !isSent : flag !== undefined && !row[flag]
  const category = row['category']
  const description = document.description && row[document.description]
  const rest = Object.entries(row).filter(
    ([name, value]) =>
      !named.has(name) && !document.texts.includes(name) && name !== document.description && isPlain(value),
  )
  return {
    title: String(row[entity.nameColumn] ?? ''),
    date: asTime(sent.get(id) ?? row[document.date ?? ''] ?? row['publishedAt'] ?? row['createdAt']),
    lastmod: asTime(row['updatedAt']),
    slug: slug?.split('/').at(-1),
    url: slug !== undefined && path !== undefined ? addressed(slug) : undefined,
    ...(author !== undefined && { author }),
    ...(category ? { category, categories: [category] } : {}),
    description: description || row['seoDescription'],
    ...(row['imageUrl'] ? { cover: row['imageUrl'], coverAlt: row['imageAlt'] } : {}),
    draft: isDraft,
    aliases: path === undefined ? [] : (aliases.get(id) ?? []),
    publishDate: asTime(row['publishAt']),
    expiryDate: asTime(row['unpublishAt']),
    ...(row['seoTitle'] ? { seoTitle: row['seoTitle'] } : {}),
    ...(row['seoDescription'] && description ? { seoDescription: row['seoDescription'] } : {}),
    params: { id, ...Object.fromEntries(rest) },
  }
}

/** A text, a number, a yes or no, or a list of these. */
const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => ['string', 'number'].includes(typeof one)))

/** The records that the sections of a page name by their ids. */
const recordsIn = ({ sections }: StoredRecord) =>
  Array.isArray(sections) ? recordsInSections(sections as StoredSection[]) : []

async function namesOfRecords(options: Options, row: StoredRecord, links: Links): Promise<NameOfRecord> {
  const found = new Map<string, string>()
  const records = recordsIn(row)
  for (const { table, entity } of options.tables) {
    const ids = records.filter((one) => one.entity === table.name).map(({ id }) => id)
    if (!entity || ids.length === 0) continue
    for (const one of await findRows(options, table, 'id', ids, ['id', entity.nameColumn]))
      found.set(`${table.name}/${one['id']}`, titleOf(entity, one))
  }
  return (entity, id) => {
    const name = found.get(`${entity}/${id}`)
    return name === undefined ? undefined : { name, address: links.addressOf(entity, id) }
  }
}
