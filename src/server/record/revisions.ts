import { sql } from 'kysely'
import { hasBeenLive } from '#contract/revisions.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { type Db, listenerOf, nowIn, type Transaction, timeIn } from '#server/database/connect.ts'
import { type AnyRows, readPages } from '#server/database/long-reads.ts'
import type { Row, Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { revisions } from './records.table.ts'
import { differs, digestsOf, pack, revisedFields, unpack } from './revised-fields.ts'

/** Saves of one person, or of one assistant for them, within this time become one revision, in milliseconds. */
const foldWithin = 10 * 60_000

type Fields = Record<string, unknown>
type Revision = Row<typeof revisions>
type Newest = Pick<Revision, 'number' | 'startedAt' | 'at' | 'by' | 'byId' | 'kind' | 'live' | 'digests'> &
  Partial<Pick<Revision, 'alone'>>
/** The part of a record that a revision stores. */
type State = { fields: Fields; digests: Record<string, string>; live: boolean }
/** A record: the table that it is in, and its id. */
export type RecordKey = { table: Table; id: string }
/** The rows of a record before and after a write, and who wrote it. A new record has none before. */
type RecordWrite = RecordKey & { by: Staff; before: Fields | undefined; after: Fields; alone?: boolean }

/**
 * Records the state that a write has led to. A state before it that no revision has yet (of a record older than the history, or written by
 * something else than a save) is recorded first, so that no state is lost.
 */
export async function recordHistory(
  trx: Transaction,
  { by, before, after, alone = false, ...record }: RecordWrite,
): Promise<void> {
  const newest = before && (await recordFound(trx, record, before))
  const state = stateOf(trx, record.table, after)
  // A newsletter that is sent stays the same, and its history says that one person sent it.
  if (newest && !alone && !differs(newest.digests, state.digests)) return
  const { live } = state
  const wasLive = newest?.live ?? false
  const kind = live === wasLive ? 'save' : live ? 'publish' : 'unpublish'
  await addRevision(trx, record, { ...state, kind, by, ...(alone && { alone }) }, newest)
}

/**
 * Records the changes of a working copy; the row itself stays the same.
 * @returns the number of the revision that has them
 */
export async function recordCopy(trx: Transaction, record: RecordKey, actor: Staff, fields: Fields): Promise<number> {
  const digests = digestsOf(fields)
  const newest = await newestRevision(trx, record, { copies: true })
  if (newest?.kind === 'copy' && !differs(newest.digests, digests)) return newest.number
  return addRevision(trx, record, { fields, digests, live: false, kind: 'copy', by: actor }, newest)
}

/** Changes what a revision of a working copy has. */
export async function rewriteRevision(
  trx: Transaction,
  record: RecordKey,
  number: number,
  fields: Fields,
): Promise<void> {
  await setRevision(trx, record, number, { digests: digestsOf(fields), fields: pack(fields) })
}

/** Deletes the history, the working copy, the preview links, the reviews, the remarks and the proposal of a record whose row is deleted. */
export async function deleteHistory(trx: Transaction, record: RecordKey): Promise<void> {
  for (const about of [
    'revisions',
    'workingCopies',
    'previewLinks',
    'reviews',
    'remarks',
    'remarkedTexts',
    'proposals',
  ] as const)
    await ofRecord(trx.deleteFrom(about), record).execute()
  await listenerOf(trx).recordDeleted(trx, record)
}

/**
 * Records the state of a row unless the newest revision has it. A state that has become public since it was saved is marked as such.
 * @returns the revision that has it
 */
export async function recordFound(trx: Transaction, record: RecordKey, row: Fields): Promise<Newest> {
  const { fields, digests, live } = stateOf(trx, record.table, row)
  const newest = await newestRevision(trx, record)
  if (!newest || differs(newest.digests, digests)) {
    const { updatedBy: by, updatedAt = nowIn(trx) } = row as { updatedBy?: string; updatedAt?: string }
    const found = { kind: 'found', live, digests, at: updatedAt, startedAt: updatedAt, by, byId: undefined } as const
    return { ...found, number: await insertRevision(trx, record, { ...found, fields }) }
  }
  if (live && !newest.live) {
    await setRevision(trx, record, newest.number, { live: true })
    await listenerOf(trx).partAdded(trx, record, partOf(newest.number), fields)
  }
  return { ...newest, live: newest.live || live }
}

/** @param last the revision that this one may become a part of, if it is a save of the same person shortly before */
async function addRevision(
  trx: Transaction,
  record: RecordKey,
  { by: actor, fields, ...made }: State & { kind: Revision['kind']; by: Staff; alone?: true },
  last: Newest | undefined,
): Promise<number> {
  const at = nowIn(trx)
  const age = last ? Date.parse(at) - Date.parse(last.startedAt) : -1
  const isDraft = !made.live && !made.alone && last?.live === false && !last.alone
  const [by, byId] = [signedAs(actor), actor.id]
  const isTheirs = last?.byId === byId && last.by === by
  if (isDraft && last.kind === made.kind && isTheirs && age >= 0 && age < foldWithin) {
    await setRevision(trx, record, last.number, { at, digests: made.digests, fields: pack(fields) })
    return last.number
  }
  const number = await insertRevision(trx, record, { ...made, fields, by, byId, at, startedAt: at })
  // A revision may no longer be kept on the next day.
  if (last && dayOf(last.at) !== dayOf(at)) await thinRevisions(trx, record)
  return number
}

type NewRevision = Omit<Revision, 'entity' | 'recordId' | 'number' | 'fields' | 'alone'> & {
  fields: Fields
  alone?: true
}

/** @returns its number */
async function insertRevision(trx: Transaction, record: RecordKey, made: NewRevision): Promise<number> {
  const { fields } = made
  const row = revisions.encode({ ...made, entity: record.table.name, recordId: record.id, fields: pack(fields) })
  const last = ofRecord(trx.selectFrom('revisions').select('number'), record).orderBy('number', 'desc').limit(1)
  const { number } = await trx
    .insertInto('revisions')
    .values({ ...row, number: sql<number>`coalesce(${last}, 0) + 1` })
    .returning('number')
    .executeTakeFirstOrThrow()
  // Only what visitors have seen is kept for good, and so are its pictures.
  if (made.live) await listenerOf(trx).partAdded(trx, record, partOf(number), fields)
  return number
}

async function setRevision(trx: Transaction, record: RecordKey, number: number, values: Partial<Revision>) {
  await ofRecord(trx.updateTable('revisions').set(revisions.encode(values)), record)
    .where('number', '=', number)
    .execute()
}

/** The part of a record that a revision is, in the index of pictures in use. */
const partOf = (number: number) => `revision ${number}`

/** The newest revision of the row itself or, with `copies`, of the row or its working copy. */
async function newestRevision(
  trx: Transaction,
  record: RecordKey,
  { copies = false } = {},
): Promise<Newest | undefined> {
  const found = await ofRecord(
    trx.selectFrom('revisions').select(['number', 'startedAt', 'at', 'by', 'byId', 'kind', 'live', 'alone', 'digests']),
    record,
  )
    .$if(!copies, (all) => all.where('kind', '!=', 'copy'))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found && (revisions.decode(found) as Newest)
}

/** The fields of the revisions of a record, also of its working copy, the newest first. */
export async function* formerFields(db: Db, record: RecordKey): AsyncGenerator<Fields> {
  const all: AnyRows<{ fields: Uint8Array }> = ofRecord(db.selectFrom('revisions').select(['number', 'fields']), record)
  for await (const page of readPages(all, ['number'], { size: 10, direction: 'desc' }))
    for (const { fields } of page) yield unpack(fields)
}

/** Restricts a query to the rows of one record, in a table with the columns `entity` and `recordId`. */
export function ofRecord<Query>(query: Query, { table, id }: RecordKey): Query {
  const typed = query as { where(column: string, operator: string, value: string): typeof typed }
  return typed.where('entity', '=', table.name).where('recordId', '=', id) as Query
}

/** A row as a revision stores it. */
export function stateOf(trx: Transaction, table: Table, row: Fields): State {
  const fields = revisedFields(table, row)
  return { fields, digests: digestsOf(fields), live: hasBeenLive(fields, timeIn(trx)) }
}

const day = 24 * 60 * 60_000
/** All revisions are kept for this time, in milliseconds. */
const keepAll = 30 * day
/** The last revision of each day is kept for this time. */
const keepDaily = 365 * day
/** The most revisions that one save looks at. */
const atOnce = 1_000

/**
 * Deletes a record's revisions that are no longer kept: after 30 days all but the last of each day, and those after a year. Those that
 * visitors have seen are kept, and so are the newest revision and that of the working copy. The first save of a day does this for its own record, so
 * that there is no job that could fall behind.
 */
async function thinRevisions(trx: Transaction, record: RecordKey): Promise<void> {
  const now = timeIn(trx)
  const aged = await ofRecord(trx.selectFrom('revisions').select(['number', 'at']), record)
    .where('live', '=', false)
    .where('at', '<', new Date(now - keepAll).toISOString())
    .orderBy('at')
    .orderBy('number')
    .limit(atOnce)
    .execute()
  const gone = aged
    .filter(({ at }, index) => Date.parse(at) < now - keepDaily || dayOf(aged[index + 1]?.at) === dayOf(at))
    .map(({ number }) => number)
  if (gone.length === 0) return
  const copy = ofRecord(trx.selectFrom('workingCopies').select('revision'), record)
  await ofRecord(trx.deleteFrom('revisions'), record)
    .where('number', 'in', gone)
    .where('number', 'not in', copy)
    .execute()
}

const dayOf = (time: string | undefined) => time?.slice(0, 10)
