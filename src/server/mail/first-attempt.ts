import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/database/connect.ts'
import type { DeliveryState } from './deliveries.table.ts'

/** How often the queue is asked, in milliseconds. Any process may send the message, so nothing in this one could tell. */
const askEvery = 100

/**
 * Waits until a delivery was attempted for the first time.
 * @param signal ends the waiting
 * @returns its state and the reason why it was not sent; undefined when it was not attempted until then, or was deleted
 */
export async function firstAttempt(
  { db }: Database,
  id: string,
  signal: AbortSignal,
): Promise<{ state: DeliveryState; reason: string | null } | undefined> {
  while (!signal.aborted) {
    const row = await db
      .selectFrom('deliveries')
      .select(['state', 'reason', 'settledAt'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    if (row.settledAt || row.reason) return row
    await wait(askEvery, undefined, { signal }).catch(() => {})
  }
  return undefined
}
