import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUIDv7 } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { FieldChange } from '#contract/activity.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { activity } from './activity.table.ts'

/** How many old entries are deleted at once. */
const deletedAtOnce = 1_000

/** The act of a call, its person and origin; the same for each record that the call changes. */
export type Act = Pick<Row<typeof activity>, 'kind' | 'what'> &
  Partial<Pick<Row<typeof activity>, 'by' | 'byId' | 'address' | 'device' | 'entity' | 'recordId' | 'recordName'>>

/** The effect of a transaction on a record. */
export type RecordNote = {
  entity: string
  recordId: string
  /** The columns with its name. Left out for visitors, whose names and addresses must be erasable. */
  named?: Record<string, unknown>
  changes?: FieldChange[] | undefined
} & Partial<Pick<Act, 'kind' | 'what'>>

/**
 * A call that may change something, with its act if the log tells it. `general` is the id of the entry of a transaction that named no record;
 * the first one that does replaces it, so that an act has one entry. `progress` is that of all calls which one makes within the process.
 */
export type Call = {
  act: Act | undefined
  written: boolean
  over: boolean
  general?: string | undefined
  progress: { stored: boolean }
}

const calls = new AsyncLocalStorage<Call | undefined>()
const notes = new WeakMap<Transaction, Map<string, RecordNote>>()

/** A call that begins, perhaps within another. */
export const beginCall = (act: Act | undefined): Call => ({
  ...{ act, written: false, over: false },
  progress: calls.getStore()?.progress ?? { stored: false },
})

/** Does the work of a call: its transactions leave entries in the log. */
export const duringCall = <Result>(call: Call, work: () => Result): Result => calls.run(call, work)

/** The person and origin of the current call; undefined outside calls of staff. */
export const actOfCall = (): Act | undefined => calls.getStore()?.act

/** Whether the current call has committed something, and is not answered yet: a caller who is refused now would do it twice. */
export function hasStored(): boolean {
  const call = calls.getStore()
  return call !== undefined && !call.over && call.progress.stored
}

/** Does work whose transactions leave no entry and store nothing that a second call would repeat, such as counting before the call can be refused. */
export const withoutActivity = <Result>(work: () => Result): Result => calls.run(undefined, work)

/** Names the record that a transaction changes, for its log entry. Of several notes on one record, the last counts. */
export function noteRecord(trx: Transaction, note: RecordNote): void {
  notes.getOrInsertComputed(trx, () => new Map()).set(`${note.entity} ${note.recordId}`, note)
}

/**
 * For a part of a transaction that can be rolled back separately.
 * @returns a function that forgets what was noted since
 */
export function rememberNotes(trx: Transaction): () => void {
  const before = new Map(notes.get(trx))
  return () => void notes.set(trx, before)
}

/** The acts of a call for many records, one entry for each record. */
export const bulkActs = {
  delete: { kind: 'delete', what: 'Delete a record' },
  restore: { kind: 'restore', what: 'Restore a record' },
} as const

/**
 * Like `noteRecord`, with the fields that differ before and after; a new record has no state before.
 * @param act another one than that of the call
 */
export function noteChange(
  trx: Transaction,
  record: { entity: string; recordId: string },
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown>,
  act: Pick<RecordNote, 'kind' | 'what'> = {},
): void {
  const changes = before && fieldChanges(before, after)
  noteRecord(trx, { ...record, named: after, changes, ...act })
}

/** Where the name of a record is, by entity, and the name of the entity in its calls if it has another there. */
export type RecordNames = Map<string, { nameColumn: string; calls?: string; fullName?: RawBuilder<string> }>

/** Follows this database's transactions in calls, and writes the log of those of staff, each entry in its transaction. */
export function logTransactions(database: Database, names: RecordNames): void {
  const toEntry = async (trx: Transaction, { named, ...note }: RecordNote) => {
    const { nameColumn = 'name', fullName } = names.get(note.entity) ?? {}
    const full = named && fullName && (await readName(trx, note, fullName))
    const recordName = full ?? named?.[nameColumn]
    return { ...note, ...(recordName ? { recordName: String(recordName) } : {}) }
  }
  const writeEntries = async (trx: Transaction, call: Call, act: Act) => {
    const noted = notes.get(trx)
    // If all notes were undone, nothing was changed.
    if (noted?.size === 0) return undefined
    if (!noted && call.written) return undefined
    if (call.general !== undefined) await trx.deleteFrom('activity').where('id', '=', call.general).execute()
    const entries = noted ? await Array.fromAsync(noted.values(), (one) => toEntry(trx, one)) : [{}]
    const [first] = await insertEntries(trx, act, entries)
    return () => {
      call.written = true
      call.general = noted ? undefined : first
    }
  }
  database.beforeCommit(async (trx) => {
    const call = calls.getStore()
    if (!call || call.over) return undefined
    const noteEntries = call.act && (await writeEntries(trx, call, call.act))
    return () => {
      call.progress.stored = true
      noteEntries?.()
    }
  })
}

/** The full name of a record; undefined once it is deleted for good. */
async function readName(
  trx: Transaction,
  { entity, recordId }: RecordNote,
  fullName: RawBuilder<string>,
): Promise<string | undefined> {
  const rows = anyTable(trx).selectFrom(entity).where('id', '=', recordId)
  return (await rows.select(fullName.as('name')).executeTakeFirst())?.name
}

/** Writes one entry that belongs to no transaction. */
export async function writeActivity({ db }: Pick<Database, 'db'>, act: Act): Promise<void> {
  await insertEntries(db, act, [{}])
}

/** @returns the ids of the entries */
async function insertEntries(db: Db, act: Act, noted: Partial<Row<typeof activity>>[]): Promise<string[]> {
  const rows = noted.map((note) => activity.encode({ ...emptyEntry(), ...act, ...note }))
  for (let at = 0; at < rows.length; at += 100)
    await db
      .insertInto('activity')
      .values(rows.slice(at, at + 100))
      .execute()
  return rows.map(({ id }) => String(id))
}

/** The columns of an entry with only its time, taken from its id: the log is read in the order of ids. */
export function emptyEntry() {
  const id = randomUUIDv7()
  const at = new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString()
  const unset = { by: undefined, byId: undefined, address: undefined, device: undefined, countedAs: undefined }
  const noRecord = { entity: undefined, recordId: undefined, recordName: undefined, changes: undefined }
  return { id, at, lastAt: at, count: 1, ...unset, ...noRecord }
}

/** Removes the names and values of records from the log, whose ids and acts remain. Call it where records of visitors are deleted for good. */
export async function forgetRecords(trx: Transaction, entities: string[], ids: string[]): Promise<void> {
  await trx
    .updateTable('activity')
    .set({ recordName: null, changes: null })
    .where('entity', 'in', entities)
    .where('recordId', 'in', ids)
    .execute()
}

/** Deletes the entries before a time, some at once. @returns how many */
export async function deleteEntries(db: Db, before: string): Promise<number> {
  let count = 0
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; count += deleted) {
    const old = db.selectFrom('activity').select('id').where('at', '<', before).limit(deletedAtOnce)
    const { numDeletedRows } = await db.deleteFrom('activity').where('id', 'in', old).executeTakeFirstOrThrow()
    deleted = Number(numDeletedRows)
    // SQLite answers synchronously, so requests get their turn only here.
    await setImmediate()
  }
  return count
}

/** The longest value in an entry, in characters. The whole one is in the record's history. */
const longest = 200
/** The number of unchanged characters shown before the difference. */
const lead = 30

type Fields = Record<string, unknown>

/** The fields in which two states of a record differ, with the values before and after. */
function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [old, now] = [toText(before[field]), toText(after[field])]
    if (old === now) return []
    const start = Math.max(0, firstDifference(old, now) - lead)
    const part = (text: string) => (text === '' ? undefined : cut(text, start))
    return [{ field, before: part(old), after: part(now) }]
  })
}

/** A value as people read it: 'kind: event, place: Pune; kind: text, content: Words' for objects. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const parts = isList ? value.map(toText) : Object.entries(value).map(([name, one]) => `${name}: ${toText(one)}`)
  return parts.join(isList && value.some((one) => typeof one === 'object') ? '; ' : ', ')
}

function firstDifference(one: string, other: string): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place++
  return place
}

/** A part of a long text, with an ellipsis on each side where text is cut. */
function cut(text: string, start: number): string {
  if (text.length <= longest) return text
  const from = Math.min(start, text.length - lead)
  const part = text.slice(from, from + longest)
  // Half a surrogate pair cannot be stored.
  return `${from > 0 ? '…' : ''}${part.toWellFormed()}${from + longest < text.length ? '…' : ''}`
}
