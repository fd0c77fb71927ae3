import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/database/connect.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { DeliveryState } from './deliveries.table.ts'

/** How often the queue is polled, in milliseconds: another process may send the message. */
const askEvery = 100
/** How long a call waits for a test message, in milliseconds. */
const testPatience = 20_000

type Attempt = { state: DeliveryState; reason: string | null }

/**
 * Waits until a test message was sent.
 * @param signal ends the waiting
 * @throws HttpError 503 with the reason for a failure
 */
export async function untilSent(database: Database, id: string, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(testPatience)])
  const attempt = await firstAttempt(database, id, patience)
  if (!attempt) throw new HttpError(503, 'The message is pending. It is retried for a quarter of an hour.')
  const { state, reason } = attempt
  if (state === 'sent') return
  if (state === 'skipped') throw new HttpError(503, `The message was not sent: ${reason}`)
  const again = state === 'failed' ? '' : ' (It is tried again for a quarter of an hour.)'
  throw new HttpError(503, `The mail server did not take the message: ${reason}${again}`)
}

/**
 * Waits until a delivery was attempted for the first time.
 * @param signal ends the waiting
 * @returns its state and the reason why it was not sent; undefined when it was not attempted until then, or was deleted
 */
async function firstAttempt({ db }: Database, id: string, signal: AbortSignal): Promise<Attempt | undefined> {
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
