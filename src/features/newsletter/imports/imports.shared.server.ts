import type { Database, Transaction } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'

/**
 * Removes an address from files that are not imported yet and from the lines that imports have left out. A line with further addresses
 * goes too.
 */
export async function eraseFromImports(trx: Transaction, email: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('importLines')
    .where(contains({ db: trx as unknown as Database['db'] }, ['importLines.text'], email))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
