import type { TrashedRecord } from '#contract/fields.ts'
import { noteRecord, type RecordNote } from '#server/activity/activity.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { addressOf, hasTrash } from '#server/database/lifecycle.ts'
import { affectsRows, anyTable, deleteRow } from '#server/database/rows.ts'
import type { Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { tellPublication } from './publication-events.ts'
import { expectDraft, type Published } from './publishing.ts'
import { tellDeleted } from './record.event.ts'
import { deleteHistory, type RecordKey } from './revisions.ts'
import { type LockedRow, lockRow } from './versions.ts'

/** @returns false when there is no such record, or it is in the trash already */
export async function moveToTrash(
  trx: Transaction,
  table: Table,
  id: string,
  { by, at }: { by: Pick<Staff, 'name' | 'via'>; at: string },
): Promise<boolean> {
  const rows = anyTable(trx)
    .updateTable(table.name)
    .set(table.encode({ deletedAt: at, deletedBy: signedAs(by) }))
  const isMoved = await affectsRows(rows.where('id', '=', id).where('deletedAt', 'is', null))
  if (isMoved) await tellDeleted(trx, table, id, by)
  return isMoved
}

/**
 * @returns the row that comes back; undefined when there is no such record in the trash
 * @throws HttpError 403 for a record that people outside will see, from someone who may not publish
 */
export async function restoreFromTrash(
  trx: Transaction,
  kind: Published & { id: string },
  actor: Staff,
): Promise<LockedRow | undefined> {
  const { table, id } = kind
  const stored = await anyTable(trx)
    .updateTable(table.name)
    .set({ deletedAt: null, deletedBy: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  const row = stored && (table.decode(stored) as LockedRow)
  if (row) await expectDraft(trx, kind, actor, { before: row })
  if (row) await tellPublication(trx, table, undefined, row)
  return row
}

/** Names a record in the activity log that goes to the trash, comes back from there or is deleted. */
export const noteRemoval = (trx: Transaction, { table, id }: RecordKey, row: object, done: RemovalAct = {}): void =>
  noteRecord(trx, { entity: table.name, recordId: id, named: { ...row }, ...done })

/** The action that the activity log names, where the call does not name it. */
type RemovalAct = Pick<RecordNote, 'kind' | 'what'>

type RemoveOptions = {
  /** The version that the removal is based on, when the caller says. */
  version?: number | undefined
  done?: RemovalAct
  /** Runs before the removal, and may refuse it with an `HttpError`. */
  first?: ((trx: Transaction, row: LockedRow, actor: Staff) => Promise<unknown>) | undefined
}

/**
 * Moves a record to the trash, or deletes it with its history where its table has none.
 * @returns the row as it was; undefined when there is no such record
 * @throws VersionMismatch when the stored version is not the one that the removal is based on
 * @throws HttpError 403 for a record that people outside see, from someone who may not publish
 */
export async function removeRecord(
  trx: Transaction,
  kind: Published & { id: string },
  actor: Staff,
  { version, done, first }: RemoveOptions = {},
): Promise<LockedRow | undefined> {
  const { table, id } = kind
  const row = await lockRow(trx, table, id, version)
  if (!row) return undefined
  await expectDraft(trx, kind, actor, { before: row })
  noteRemoval(trx, { table, id }, row, done)
  await first?.(trx, row, actor)
  if (hasTrash(table)) await moveToTrash(trx, table, id, { by: actor, at: nowIn(trx) })
  else {
    await tellDeleted(trx, table, id, actor)
    await deleteRow(trx, table, id)
    await deleteHistory(trx, { table, id })
  }
  return row
}

/** The record that has a slug or a path: its id and name, and `trashed` if it is in the trash. */
export async function findHolder(
  { db }: Database,
  table: Table,
  slug: string,
): Promise<{ _id: string; name: string; trashed?: TrashedRecord } | undefined> {
  const row = await anyTable(db)
    .selectFrom(table.name)
    .select(['id as _id', 'title as name', 'deletedAt', 'deletedBy'])
    .where(String(addressOf(table)), '=', slug)
    .executeTakeFirst()
  if (!row) return undefined
  const trashed = { ...row, entity: table.name, deletedBy: row.deletedBy ?? undefined }
  return { _id: row._id, name: row.name, ...(row.deletedAt && { trashed }) }
}
