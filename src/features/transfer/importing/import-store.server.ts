import { setImmediate } from 'node:timers/promises'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { day } from '#server/security/counters.ts'
import type { ContentImport, ContentImportSummary } from '../ground/transfer.contract.ts'
import {
  type ContentImportRow,
  type ContentItemRow,
  contentImports,
  contentItems,
  type Found,
  importedFrom,
} from '../ground/transfer.table.ts'
import { keyOf } from './storable.server.ts'
import { choicesOf } from './suggestions.server.ts'

/** How long an import can be undone, in milliseconds. */
export const undoFor = day
/** How long an upload waits to be applied, and how long reports are kept, in days. */
export const openDays = 7
export const reportDays = 90

/** Items that are read or written at a time. */
export const batch = 50
/** SQLite answers synchronously, so other requests get their turn only here. */
export const yieldToEventLoop = () => setImmediate()

/** Reads an import, in a transaction with its row locked until the end. @throws HttpError 404 */
export async function findImport(db: Db, id: string): Promise<ContentImportRow> {
  const rows = db.selectFrom('contentImports').selectAll().where('id', '=', id)
  const row = await (db.isTransaction ? rows.forUpdate() : rows).executeTakeFirst()
  if (!row) throw notFound('Import not found')
  return contentImports.decode(row)
}

export const changeImport = (db: Db, id: string, changes: Partial<ContentImportRow>) =>
  db.updateTable('contentImports').set(contentImports.encode(changes)).where('id', '=', id).execute()

export const changeItem = (
  db: Db,
  { importId, place }: Pick<ContentItemRow, 'importId' | 'place'>,
  changes: Partial<ContentItemRow>,
) =>
  db
    .updateTable('contentItems')
    .set(contentItems.encode(changes))
    .where('importId', '=', importId)
    .where('place', '=', place)
    .execute()

/** Together with the id of an item, it is a key. In characters. */
const longestSource = 200

/** How the records of an old site are recognised in its next export: `wordpress old.example`. */
export function sourceKey({ source, site }: Pick<ContentImportRow, 'source' | 'site'>): string {
  const url = URL.parse(site?.address ?? '')
  const name = url ? `${url.host}${url.pathname.replace(/\/+$/, '')}` : (site?.title ?? '').trim()
  return keyOf(`${source ?? ''} ${name}`.trim(), longestSource)
}

type Columns = (keyof ContentItemRow)[]
const light = [
  'importId',
  'place',
  'kind',
  'sourceId',
  'title',
  'hash',
  'data',
  'outcome',
  'entity',
  'recordId',
  'done',
] as const

/** The items of an import without their texts, in their order. */
export async function* itemsOf(db: Db, importId: string, kinds?: ContentItemRow['kind'][]) {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('contentItems')
      .select([...light, 'plan'])
      .where('importId', '=', importId)
      .where('place', '>', last)
      .$if(kinds !== undefined, (some) => some.where('kind', 'in', kinds ?? []))
      .orderBy('place')
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    yield rows.map((row) => contentItems.decode(row))
    last = rows.at(-1)?.place ?? last
    await yieldToEventLoop()
  }
}

export async function findItem(db: Db, importId: string, place: number, columns: Columns): Promise<ContentItemRow> {
  const rows = db.selectFrom('contentItems').select(columns).where('importId', '=', importId)
  return contentItems.decode(await rows.where('place', '=', place).executeTakeFirstOrThrow()) as ContentItemRow
}

export const noneFound: Found = { notes: [], pictures: { needed: 0, given: 0 }, categories: [], authors: [] }

/** The profiles, and those of authors who were imported before. */
export async function readProfiles(db: Db, row: ContentImportRow) {
  const profiles = await db.selectFrom('authorProfiles').select(['id', 'name']).orderBy('name').orderBy('id').execute()
  const imported = db.selectFrom('importedFrom').select(['sourceId', 'recordId']).where('source', '=', sourceKey(row))
  const known = await imported.where('entity', '=', 'authorProfiles').execute()
  return {
    profiles,
    imported: new Map(known.map(({ sourceId, recordId }) => [sourceId.replace(/^author /, ''), recordId])),
  }
}

/** The profile of an owner, for records whose source names nobody. */
export async function ownerProfile(db: Db, byId: string | undefined): Promise<string> {
  const owners = db.selectFrom('users').select('profileId').where('profileId', 'is not', null)
  const own = byId === undefined ? undefined : await owners.where('id', '=', byId).executeTakeFirst()
  const first = own ?? (await owners.where('role', '=', 'owner').orderBy('createdAt').orderBy('id').executeTakeFirst())
  return first?.profileId ?? ''
}

export async function currentChoices(db: Db, row: ContentImportRow) {
  return choicesOf({
    found: row.found ?? noneFound,
    chosen: row.choices,
    ...(await readProfiles(db, row)),
    own: await ownerProfile(db, row.byId),
    hasMedia: row.origin?.media !== undefined,
  })
}

type Counted = Pick<ContentItemRow, 'kind' | 'outcome' | 'done'> & { count: number }

/** How many items there are of each kind and outcome, those that are done apart, by import. */
async function countsOf(db: Db, ids: string[]): Promise<Map<string, Counted[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('contentItems')
    .select(({ fn }) => ['importId', 'kind', 'outcome', 'done', fn.countAll<number>().as('count')])
    .where('importId', 'in', ids)
    .groupBy(['importId', 'kind', 'outcome', 'done'])
    .orderBy('kind')
    .orderBy('outcome')
    .execute()
  return Map.groupBy(rows, ({ importId }) => importId) as never
}

const sumOf = (counted: Counted[]) => counted.reduce((sum, { count }) => sum + count, 0)

function summaryOf(row: ContentImportRow, counted: Counted[] = []): ContentImportSummary {
  const { id, at, by, fileName, source, state, reason, appliedAt, undoneAt } = row
  const alike = Map.groupBy(counted, ({ kind, outcome }) => `${kind} ${outcome}`).values()
  const counts = [...alike].flatMap((all) =>
    all.slice(0, 1).map(({ kind, outcome }) => ({ kind, outcome, count: sumOf(all) })),
  )
  return { _id: id, at, by, fileName, source, state, reason, appliedAt, undoneAt, counts }
}

export async function summariesOf({ db }: Database, rows: ContentImportRow[]): Promise<ContentImportSummary[]> {
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => summaryOf(row, counts.get(row.id)))
}

const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString()

export const undoUntil = ({ startedAt, appliedAt }: Pick<ContentImportRow, 'startedAt' | 'appliedAt'>) =>
  startedAt && later(appliedAt ?? startedAt, undoFor)

export async function answerOf(database: Database, id: string): Promise<ContentImport> {
  const { db } = database
  const row = await findImport(db, id)
  const { notes, pictures } = row.found ?? noneFound
  const { title, address } = row.site ?? {}
  const until = row.state === 'applied' || row.state === 'applying' ? undoUntil(row) : undefined
  const counted = (await countsOf(db, [id])).get(id)
  return {
    ...summaryOf(row, counted),
    ...((title || address) && { site: { title, address } }),
    ...progressOf(row, counted),
    notes,
    choices: await currentChoices(db, row),
    pictures,
    ...(row.origin && { commandLine: true as const }),
    ...(row.state === 'open' && { keptUntil: later(row.at, openDays * day) }),
    ...(until && until > database.now() && { undoUntil: until }),
    ...(row.kept && { kept: row.kept }),
  }
}

function progressOf(
  { state, done, total }: ContentImportRow,
  counted: Counted[] = [],
): Pick<ContentImport, 'progress'> {
  if (state === 'reading') return { progress: { done, total } }
  if (state !== 'applying' && state !== 'undoing') return {}
  const items = counted.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  const [all, finished] = [sumOf(items), sumOf(items.filter((one) => one.done))]
  return { progress: state === 'applying' ? { done: finished, total: all } : { done: all - finished, total: all } }
}

/** @throws HttpError 409 for an import in another state */
export function expectState(row: ContentImportRow, states: ContentImportRow['state'][], message: string): void {
  if (!states.includes(row.state)) throw new HttpError(409, message)
}

/** Names a record that has come from an item of a source, so that an import can be repeated. */
export const rememberSource = (trx: Transaction, row: Parameters<typeof importedFrom.encode>[0]) =>
  trx
    .insertInto('importedFrom')
    .values(importedFrom.encode(row) as never)
    .onConflict((conflict) => conflict.columns(['source', 'sourceId']).doUpdateSet(importedFrom.encode(row) as never))
    .execute()
