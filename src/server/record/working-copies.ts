import { type RawBuilder, sql } from 'kysely'
import type { WorkingCopy } from '#contract/working-copy.ts'
import { noteChange } from '#server/activity/activity.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { recordUses } from '#server/database/media-uses.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/staff.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { type RecordKey, readState, recordCopy, recordFound, revisedColumns, revisionFields } from './revisions.ts'
import { workingCopies } from './working-copies.table.ts'

type Columns = Record<string, unknown>
type Reader = Database['db'] | Transaction

const copyOf = (db: Reader, { table, id }: RecordKey) =>
  db.selectFrom('workingCopies').selectAll().where('entity', '=', table.name).where('recordId', '=', id)

/** The working copy of a record, with its fields as columns of the record's table. */
export async function findCopy(db: Reader, record: RecordKey): Promise<WorkingCopy | undefined> {
  const row = await copyOf(db, record).executeTakeFirst()
  if (!row) return undefined
  const { version, at, by, fields, base } = workingCopies.decode(row)
  return { version, at, by, fields, base: await revisionFields(db, record, base) }
}

/**
 * Stores unpublished changes to a live record. The record gets another version, so that a colleague's form without the
 * copy is refused by `If-Match` like any outdated one; the rest of the record does not change.
 * @param changes columns of the record's table
 * @throws HttpError 409 for a record that is not live: it can be saved directly
 */
export async function keepCopy(trx: Transaction, record: RecordKey, by: Staff, changes: Columns): Promise<void> {
  const state = await readState(trx, record)
  if (!state?.live)
    throw new HttpError(409, 'This is not live, so its changes cannot be saved as draft. Save it instead.')
  const base = (await recordFound(trx, record)).newest?.number ?? 0
  const fields = { ...state.fields, ...revisedColumns(changes) }
  noteChange(trx, { entity: record.table.name, recordId: record.id }, state.fields, fields)
  const version = await nextVersion(trx, record)
  const row = workingCopies.encode({
    entity: record.table.name,
    recordId: record.id,
    version,
    base,
    at: nowIn(trx),
    by: by.name,
    fields,
  })
  await trx
    .insertInto('workingCopies')
    .values(row)
    .onConflict((conflict) => conflict.columns(['entity', 'recordId']).doUpdateSet(row))
    .execute()
  await recordUses(trx, record, { copy: fields })
  await recordCopy(trx, record, by, fields)
}

/** Deletes the working copy of a record; its states stay in the history. @returns false when there is none */
export async function deleteCopy(trx: Transaction, { table, id }: RecordKey): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('workingCopies')
    .where('entity', '=', table.name)
    .where('recordId', '=', id)
    .executeTakeFirstOrThrow()
  await recordUses(trx, { table, id }, { copy: undefined })
  return numDeletedRows > 0n
}

/** Discards the working copy of a record, so a colleague's form with it becomes outdated. */
export async function discardCopy(trx: Transaction, record: RecordKey): Promise<void> {
  if (await deleteCopy(trx, record)) await nextVersion(trx, record)
}

/** Also sets flags in the working copy, because flags take effect at once. */
export async function setFlagsOfCopy(trx: Transaction, record: RecordKey, flags: Columns): Promise<void> {
  const copy = await findCopy(trx, record)
  if (!copy) return
  await trx
    .updateTable('workingCopies')
    .set(workingCopies.encode({ fields: { ...copy.fields, ...revisedColumns(flags) } }))
    .where('entity', '=', record.table.name)
    .where('recordId', '=', record.id)
    .execute()
}

/** For a list: whether a row has a working copy. */
export const hasCopy = (table: Table): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from "workingCopies" where "entity" = ${table.name} and "recordId" = ${sql.ref(`${table.name}.id`)})`

async function nextVersion(trx: Transaction, { table, id }: RecordKey): Promise<number> {
  const rows = anyTable(trx)
  await rows
    .updateTable(table.name)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const { version } = await rows.selectFrom(table.name).select('version').where('id', '=', id).executeTakeFirstOrThrow()
  return version
}
