import type { Transaction } from '#server/database/connect.ts'
import type { Staff } from '#server/identity/staff.ts'
import { changeRecord } from '#server/record/change-record.ts'
import { revisedFields } from '#server/record/revisions.ts'
import type { LockedRow } from '#server/record/versions.ts'
import { changeCopy } from '#server/record/working-copies.ts'
import type { AnyResource } from './resource.ts'

type Columns = Record<string, unknown>

/**
 * Sets the columns of flags in a record, and in its working copy, since they need no publishing.
 * @param columnsFor returns them, or undefined when the record is so already
 * @param version the one that the change is based on, when the caller says
 */
export async function setFlags(
  trx: Transaction,
  resource: AnyResource,
  id: string,
  by: Staff,
  columnsFor: (before: LockedRow) => Columns | undefined,
  version?: number,
) {
  const { table, columnsOfDraft, flagsAreEdits = false } = resource
  let columns: Columns | undefined
  const set = (before: LockedRow) => {
    columns = columnsFor(before)
    return columns
  }
  const changed = await changeRecord(trx, { ...resource, id }, by, set, { version, isEdit: flagsAreEdits })
  if (columns && columnsOfDraft) {
    const flags = revisedFields(table, columns)
    await changeCopy(trx, { table, id }, (fields) => ({ ...fields, ...flags }))
  }
  return changed
}
