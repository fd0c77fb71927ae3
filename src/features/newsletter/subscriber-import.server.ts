import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '#server/database/connect.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { ImportAnswer } from './newsletter.contract.ts'
import { subscribers } from './newsletter.table.ts'
import { readSubscriberTable } from './subscriber-table.server.ts'

/** Rows written in one statement; SQLite takes 32,766 values. */
const batch = 500

/**
 * Adds addresses as confirmed subscribers, unless the column `State` of our own export says otherwise. Existing
 * addresses do not change, so unsubscribed ones stay unsubscribed.
 * @param signal cancels the remaining writes
 * @throws HttpError 422 when no line has an address, or the file cannot be read
 */
export async function importSubscribers(database: Database, csv: string, signal: AbortSignal): Promise<ImportAnswer> {
  const { addresses, faults, faulty } = await readSubscriberTable(csv)
  if (addresses.length === 0) throw new HttpError(422, 'No line of this file holds an e-mail address.')
  let added = 0
  for (let start = 0; start < addresses.length; start += batch) {
    signal.throwIfAborted()
    const subscribedAt = new Date().toISOString()
    const rows = addresses.slice(start, start + batch).map(([email, state]) => ({
      ...subscribers.encode({ id: randomUUIDv7(), email, subscribedAt, state }),
      stateSince: null,
      stateReason: null,
    }))
    const { numInsertedOrUpdatedRows = 0n } = await database.db
      .insertInto('subscribers')
      .values(rows)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows)
  }
  return { added, known: addresses.length - added, faults, faulty }
}
