import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { DeliveryState } from '#contract/deliveries.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import { disconnectSignal, HttpError } from '#server/runtime/http-error.ts'
import type { DeliveryKind } from './deliveries.table.ts'
import type { MailService } from './mail.ts'
import { type NewDelivery, queueDelivery } from './queue.ts'

/** How often the queue is polled, in milliseconds: another process may send the message. */
const askEvery = 100
/** How long a call waits for a test message, in milliseconds. */
const testPatience = 20_000

type Attempt = { state: DeliveryState; reason: string | null }

/**
 * Queues a test message, and waits until it was sent or its caller has left.
 * @throws HttpError 503 with the reason for a failure
 */
export async function sendTest<Kind extends DeliveryKind>(
  { database, mailService }: { database: Database; mailService: MailService },
  kind: Kind,
  about: NewDelivery<Kind>,
  reply: FastifyReply,
): Promise<void> {
  const id = await database.transaction((trx) => queueDelivery(trx, kind, about))
  const patience = AbortSignal.any([disconnectSignal(reply), mailService.stopping, AbortSignal.timeout(testPatience)])
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
export async function firstAttempt({ db }: Database, id: string, signal: AbortSignal): Promise<Attempt | undefined> {
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

const name = 'testedMailServer'

/** The address of the mail server, without the password. */
const addressOf = ({ smtpUrl }: Config['mail']) => smtpUrl && new URL(smtpUrl).host

/** Remembers that the mail server has taken a test message. */
export async function recordMailTest({ db }: Database, mail: Config['mail']): Promise<void> {
  const address = addressOf(mail)
  if (address !== undefined) await storeValue(db, name, address)
}

/** Whether the mail server of the settings has ever taken a test message. Another server has to be tested again. */
export async function isMailTested({ db }: Database, mail: Config['mail']): Promise<boolean> {
  const tested = await readStoredValue(db, name)
  return tested !== undefined && tested === addressOf(mail)
}
