import { randomUUIDv7 } from 'node:crypto'
import { countGoal } from '#features/figures/goals.shared.server.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import type { AppContext } from '#server/feature.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import type { SubscriberState } from './newsletter.contract.ts'
import { type Subscriber, subscribers } from './newsletter.table.ts'
import { countConfirmation, type Mailbox } from './subscription-limits.shared.server.ts'

/** The wording under the form, the path of the page with it, where the visitor came from, and the chosen topics if the form shows them. */
type Consent = Partial<Pick<Subscriber, 'consentText' | 'consentPage' | 'cameFrom' | 'topics'>>

/**
 * Subscribes an address, once. An address that was unsubscribed or has bounced is subscribed again only through the link of a confirmation
 * message, so that only its owner can do it.
 * @param confirm a new address must be confirmed too
 * @param welcome whether new subscribers get a letter
 * @param consent what the visitor saw; that of a confirmed subscription stays, because anybody can type the address
 * @returns whether a message was queued
 */
export async function subscribe(
  trx: Transaction,
  email: string,
  {
    confirm,
    mailbox,
    welcome = false,
    consent = {},
  }: { confirm: boolean; mailbox: Mailbox; welcome?: boolean; consent?: Consent },
): Promise<boolean> {
  const address = email.toLowerCase()
  const existing = await findByEmail(trx, address)
  // Who signs up is a subscriber without an import too, so taking that back leaves them.
  if (existing?.importId && existing.source === 'import') await setSource(trx, existing.id, 'form')
  if (existing?.state === 'confirmed') return false
  const agreed = { consentAt: nowIn(trx), ...consent }
  if (existing) await setConsent(trx, existing.id, agreed)
  if (!confirm && (!existing || existing.state === 'pending')) {
    if (existing) await setState(trx, existing.id, 'confirmed')
    const id = existing?.id ?? (await addSubscriber(trx, address, 'confirmed', agreed))
    if (welcome) await queueWelcome(trx, id)
    return welcome
  }
  const id = existing?.id ?? (await addSubscriber(trx, address, 'pending', agreed))
  const wait = await countConfirmation(trx, mailbox)
  if (wait === null) return false
  await queueDelivery(trx, 'confirmation', { subjectId: id, wait })
  return true
}

/** Queues the letter to a new subscriber, in the transaction that confirms the subscription. Its id is theirs, so that nobody gets it twice. */
export const queueWelcome = (trx: Transaction, subscriberId: string) =>
  queueDelivery(trx, 'welcome', { id: `welcome.${subscriberId}`, recipientId: subscriberId })

/** Counts a subscription of the form once it is confirmed, and forgets where it came from. */
export async function countSubscription(
  parts: Pick<AppContext, 'config' | 'database' | 'site'>,
  column: 'id' | 'email',
  value: string,
): Promise<void> {
  const { db } = parts.database
  const uncounted = db.selectFrom('subscribers').select(['id', 'cameFrom']).where(column, '=', value)
  const row = await uncounted.where('state', '=', 'confirmed').where('cameFrom', 'is not', null).executeTakeFirst()
  if (!row) return
  const forget = db.updateTable('subscribers').set({ cameFrom: null }).where('id', '=', row.id)
  const { numUpdatedRows } = await forget.where('cameFrom', 'is not', null).executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await countGoal(parts, 'subscription', subscribers.decode(row).cameFrom ?? {})
}

/** Adds an address, unless another call adds it at the same time. @returns its id */
async function addSubscriber(
  trx: Transaction,
  email: string,
  state: SubscriberState,
  agreed: Consent & { consentAt: string },
): Promise<string> {
  await addSubscribers(trx, [{ email, state, source: 'form', ...agreed }])
  return (await trx.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}

const setConsent = (trx: Transaction, id: string, agreed: Consent & { consentAt: string }) =>
  trx.updateTable('subscribers').set(subscribers.encode(agreed)).where('id', '=', id).execute()

export type NewSubscriber = Pick<Subscriber, 'email' | 'state'> & Partial<Subscriber>

/** Adds addresses, except those that exist. Each row names the same columns. @returns how many were added */
export async function addSubscribers(db: Database['db'] | Transaction, added: NewSubscriber[]): Promise<number> {
  if (added.length === 0) return 0
  const now = new Date().toISOString()
  const rows = added.map((values) => subscribers.encode({ id: randomUUIDv7(), subscribedAt: now, ...values }))
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('subscribers')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

const setSource = (trx: Transaction, id: string, source: Subscriber['source']) =>
  trx.updateTable('subscribers').set({ source }).where('id', '=', id).execute()

async function findByEmail(trx: Transaction, email: string): Promise<Subscriber | undefined> {
  const row = await trx.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst()
  return row && subscribers.decode(row)
}

/** The notification whose message led to an unsubscription, and why. */
export type Leaving = Pick<Subscriber, 'leftBy' | 'leftReason'>

/** Ends a pause too. @param reason why an address bounced */
export async function setState(
  trx: Transaction,
  id: string,
  state: SubscriberState,
  reason?: string,
  { leftBy, leftReason }: Leaving = {},
): Promise<void> {
  const stateSince = new Date().toISOString()
  const changes = { state, stateSince, stateReason: reason, pausedUntil: undefined, leftBy, leftReason }
  await trx.updateTable('subscribers').set(subscribers.encode(changes)).where('id', '=', id).execute()
}

/** Records that an address accepts no mail. One that is unsubscribed stays unsubscribed. */
export async function markBounced(trx: Transaction, id: string, reason: string): Promise<void> {
  const row = await trx.selectFrom('subscribers').select('state').where('id', '=', id).executeTakeFirst()
  if (row?.state === 'confirmed' || row?.state === 'pending') await setState(trx, id, 'bounced', reason)
}
