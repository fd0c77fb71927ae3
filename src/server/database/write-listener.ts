import type { Transaction as KyselyTransaction } from 'kysely'
import type { Schema } from './schema.ts'
import type { Table } from './table.ts'

type Transaction = KyselyTransaction<Schema>

/** A record: the table that it is in, and its id. */
export type RecordName = { table: Pick<Table, 'name'>; id: string }

/**
 * Follows writes in their transaction, such as to know which pictures are in use. `connect` takes one. A part of a record is a column of its
 * row, `copy` for its working copy, or `revision 3` for a state that visitors have seen.
 */
export type WriteListener = {
  /**
   * Columns of a row were written.
   * @param before the row's former columns, if the caller has them
   */
  rowWritten(
    trx: Transaction,
    table: Table,
    id: string,
    columns: object,
    before?: Record<string, unknown>,
  ): Promise<void>
  /** Parts of a record have these values now, of any shape; undefined when a part is gone. */
  partsWritten(trx: Transaction, record: RecordName, parts: Record<string, unknown>): Promise<void>
  /** A record has one more part, whose content was written before. */
  partAdded(trx: Transaction, record: RecordName, part: string, value: unknown): Promise<void>
  /** The row of a record is deleted. */
  recordDeleted(trx: Transaction, record: RecordName): Promise<void>
}

const nothing = async () => {}
export const noListener: WriteListener = {
  rowWritten: nothing,
  partsWritten: nothing,
  partAdded: nothing,
  recordDeleted: nothing,
}
