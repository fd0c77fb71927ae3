import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { hasBeenLive } from '#contract/live.ts'
import { type Act, nameOf, noteChange, noteRecord } from '#server/activity/activity.ts'
import { type Database, nowIn, type Transaction, timeIn } from '#server/database/connect.ts'
import { forgetUses, recordUses } from '#server/database/media-uses.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Row, Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/staff.ts'
import { revisions } from './revisions.table.ts'
import { thinRevisions } from './thin-revisions.ts'

/** Columns that are no part of a record's state: its identity and audit fields, its place in a list, and what is derived from other columns. */
const excludedColumns = new Set([
  'id',
  'version',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'deletedBy',
  'order',
  'renderedHtml',
  'renderedHeadings',
  'renderedBy',
])

/** Saves of one person within this time become one revision, in milliseconds. */
const foldWithin = 10 * 60_000

type Fields = Record<string, unknown>
type Revision = Row<typeof revisions>
type Newest = Pick<Revision, 'number' | 'startedAt' | 'byId' | 'kind' | 'live' | 'digests'>
/** The state in which a record is found, and the revision that has it; neither for a row that does not exist. */
type Found = { fields: Fields | undefined; newest: Newest | undefined }
/** A record: the table that it is in, and its id. */
export type RecordKey = { table: Table; id: string }

/**
 * Runs a change to a row that the caller has locked or creates, and records the state that it leads to as a revision. A state that no
 * revision has yet (of a record older than the history, or written by something else than a save) is recorded before the change, so that
 * no state is lost.
 */
export async function withRevision<Result>(
  trx: Transaction,
  record: RecordKey,
  by: Staff,
  work: () => Promise<Result>,
): Promise<Result> {
  const found = await recordFound(trx, record)
  const result = await work()
  await recordSave(trx, record, by, found)
  return result
}

/**
 * Records the state of a row that was just created or changed.
 * @param found its state before, and the revision with it; none for a new row
 */
export async function recordSave(
  trx: Transaction,
  record: RecordKey,
  by: Staff,
  { fields: before, newest }: Partial<Found> = {},
): Promise<void> {
  const state = await readState(trx, record)
  if (!state) return
  noteChange(trx, { entity: record.table.name, recordId: record.id }, before, state.fields)
  if (newest && !differs(newest.digests, state.digests)) return
  const { live } = state
  const wasLive = newest?.live ?? false
  const kind = live === wasLive ? 'save' : live ? 'publish' : 'unpublish'
  await addRevision(trx, record, { ...state, kind, by }, live ? undefined : newest)
}

/** Records a working copy that was kept for later; the row itself stays the same. */
export async function recordCopy(trx: Transaction, record: RecordKey, by: Staff, fields: Fields): Promise<void> {
  const newest = await newestRevision(trx, record, 'copy')
  const last = await lastNumber(trx, record)
  const digests = digestsOf(fields)
  const foldInto = newest?.number === last ? newest : undefined
  if (foldInto && !differs(foldInto.digests, digests)) return
  await addRevision(trx, record, { fields, digests, live: false, kind: 'copy', by }, foldInto)
}

/**
 * Names a record in the activity log that is about to go to the trash or to be deleted, or comes back from there.
 * @param done what is done, where the call does not say it
 */
export async function noteRemoval(
  trx: Transaction,
  record: RecordKey,
  done?: Pick<Act, 'kind' | 'what'>,
): Promise<void> {
  const { fields = {} } = (await readState(trx, record)) ?? {}
  noteRecord(trx, { entity: record.table.name, recordId: record.id, recordName: nameOf(fields), ...done })
}

/** Deletes the history, the working copy and the preview links of a record whose row is deleted; those of one that is only hidden stay. */
export async function deleteHistoryOfGone(trx: Transaction, { table, id }: RecordKey): Promise<void> {
  const row = await anyTable(trx).selectFrom(table.name).select('id').where('id', '=', id).executeTakeFirst()
  if (row) return
  for (const about of ['revisions', 'workingCopies', 'previewLinks'] as const)
    await trx.deleteFrom(about).where('entity', '=', table.name).where('recordId', '=', id).execute()
  await forgetUses(trx, { table, id })
}

/** Records the present state unless the newest revision has it. A state that has become public since it was saved is marked as such. */
export async function recordFound(trx: Transaction, record: RecordKey): Promise<Found> {
  const state = await readState(trx, record)
  if (!state) return { fields: undefined, newest: undefined }
  const { fields, digests, live } = state
  const newest = await newestRevision(trx, record)
  if (!newest || differs(newest.digests, digests)) {
    const { updatedBy: by, updatedAt: at } = state
    const made = { kind: 'found', live, digests, startedAt: at } as const
    const number = await insertRevision(trx, record, { ...made, fields, by, at })
    return { fields, newest: { ...made, number } }
  }
  if (live && !newest.live) {
    await ofRecord(trx.updateTable('revisions').set(revisions.encode({ live: true })), record)
      .where('number', '=', newest.number)
      .execute()
    await recordUses(trx, record, { [partOf(newest.number)]: fields })
  }
  return { fields, newest: { ...newest, live: newest.live || live } }
}

type NewRevision = { fields: Fields; digests: Record<string, string>; live: boolean; kind: Revision['kind'] }

/** @param before the revision that this one may become a part of, if it is a save of the same person shortly before */
async function addRevision(
  trx: Transaction,
  record: RecordKey,
  { by, ...made }: NewRevision & { by: Staff },
  before: Newest | undefined,
) {
  const at = nowIn(trx)
  const age = before ? Date.parse(at) - Date.parse(before.startedAt) : -1
  const folds =
    before && !before.live && before.kind === made.kind && before.byId === by.id && age >= 0 && age < foldWithin
  if (!folds) {
    await insertRevision(trx, record, { ...made, by: by.name, byId: by.id, at, startedAt: at })
    return thinRevisions(trx, record.table.name, record.id)
  }
  const { digests, fields } = made
  await ofRecord(
    trx.updateTable('revisions').set(revisions.encode({ at, by: by.name, digests, fields: pack(fields) })),
    record,
  )
    .where('number', '=', before.number)
    .execute()
}

async function insertRevision(
  trx: Transaction,
  record: RecordKey,
  {
    fields,
    digests,
    kind,
    live,
    at,
    startedAt,
    by,
    byId,
  }: NewRevision & Pick<Revision, 'at' | 'startedAt'> & { by?: string | undefined; byId?: string | undefined },
) {
  const number = (await lastNumber(trx, record)) + 1
  const key = { entity: record.table.name, recordId: record.id, number }
  const row = { ...key, kind, live, at, startedAt, by, byId, digests, fields: pack(fields) }
  await trx.insertInto('revisions').values(revisions.encode(row)).execute()
  // Only what visitors have seen is kept for good, and so are its pictures.
  if (live) await recordUses(trx, record, { [partOf(number)]: fields })
  return number
}

/** The part of a record that a revision is, in the index of pictures in use. */
const partOf = (number: number) => `revision ${number}`

async function lastNumber(trx: Transaction, record: RecordKey): Promise<number> {
  const last = await ofRecord(trx.selectFrom('revisions').select('number'), record)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.number ?? 0
}

/** The newest revision of the row itself, or of its working copy. */
async function newestRevision(
  trx: Transaction,
  record: RecordKey,
  of: 'row' | 'copy' = 'row',
): Promise<Newest | undefined> {
  const found = await ofRecord(
    trx.selectFrom('revisions').select(['number', 'startedAt', 'byId', 'kind', 'live', 'digests']),
    record,
  )
    .where('kind', of === 'row' ? '!=' : '=', 'copy')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found && (revisions.decode(found) as Newest)
}

/** Restricts a query on `revisions` to those of one record. */
function ofRecord<Query>(query: Query, { table, id }: RecordKey): Query {
  const typed = query as { where(column: string, operator: string, value: string): typeof typed }
  return typed.where('entity', '=', table.name).where('recordId', '=', id) as Query
}

/** The fields of a revision, as columns of the record's table. */
export async function revisionFields(
  db: Database['db'] | Transaction,
  record: RecordKey,
  number: number,
): Promise<Fields> {
  const row = await ofRecord(db.selectFrom('revisions').select('fields'), record)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? unpack(revisions.decode(row).fields) : {}
}

/** The state of a row as a revision stores it. */
export async function readState(trx: Transaction, { table, id }: RecordKey) {
  const audit = ['updatedAt', 'updatedBy'].filter((column) => column in table.columns)
  const columns = Object.keys(table.columns).filter((column) => !excludedColumns.has(column))
  const row = await anyTable(trx)
    .selectFrom(table.name)
    .select([...columns, ...audit])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { updatedAt = nowIn(trx), updatedBy, fields: own, ...others } = table.decode(row) as Fields
  // Settings have their fields in one column.
  const fields = { ...others, ...(own as Fields | undefined) }
  return {
    fields,
    digests: digestsOf(fields),
    live: hasBeenLive(fields, timeIn(trx)),
    updatedAt: updatedAt as string,
    updatedBy: updatedBy as string | undefined,
  }
}

/** These columns of a row, as a revision stores them. */
export const revisedColumns = (columns: Fields): Fields =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !excludedColumns.has(name)))

function digestsOf(fields: Fields): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, digest(JSON.stringify(value))]))
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/** The fields in which two states differ. */
export const changedFields = (before: Record<string, string>, after: Record<string, string>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])

const differs = (before: Record<string, string>, after: Record<string, string>) =>
  changedFields(before, after).length > 0

// Fast enough for a transaction: a text of a megabyte takes some milliseconds.
const pack = (fields: Fields) => zstdCompressSync(JSON.stringify(fields))
export const unpack = (packed: Buffer): Fields => JSON.parse(zstdDecompressSync(packed).toString())
