import type { Transaction } from '#server/database/connect.ts'
import { setColumns } from '#server/database/rows.ts'
import type { Staff } from '#server/identity/staff.ts'
import { withRevision } from '#server/record/revisions.ts'
import { setFlagsOfCopy } from '#server/record/working-copies.ts'
import type { AnyResource } from './resource.ts'

/** Sets the columns of flags in a row that the caller has locked, and in its working copy, and records that in its history. */
export async function setFlags(
  trx: Transaction,
  { table, setFlags }: Pick<AnyResource, 'table' | 'setFlags'>,
  id: string,
  columns: Record<string, unknown>,
  by: Staff,
): Promise<void> {
  await withRevision(trx, { table, id }, by, () =>
    setFlags ? setFlags(trx, id, columns, by) : setColumns(trx, table, id, columns),
  )
  await setFlagsOfCopy(trx, { table, id }, columns)
}
