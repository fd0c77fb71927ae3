import { randomUUIDv7 } from 'node:crypto'
import { countGoal } from '#features/analytics/counting.shared.server.ts'
import { type Database, type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { afterCommit, type Log } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { boxOf, count, countTraffic, day, hour, minute, type Sender, tooManyFor } from '#server/security/counters.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'
import type { SubscriberState } from '../ground/subscribers.contract.ts'
import { type Subscriber, subscribers } from '../ground/subscribers.table.ts'
import { tellConfirmed, tellLeft } from './subscriber.event.ts'

/** The wording under the form, the path of the page with it, where the visitor came from, and the chosen topics if the form shows them. */
type Consent = Partial<Pick<Subscriber, 'consentText' | 'consentPage' | 'cameFrom' | 'topics'>>

/**
 * Subscribes an address, once. An address that was unsubscribed or has bounced is subscribed again only through the link of a confirmation
 * message, so that only its owner can do it.
 * @param confirm a new address must be confirmed too
 * @param welcome whether new subscribers get a newsletter
 * @param consent what the visitor saw; that of a confirmed subscription stays, because anyone can type the address
 * @returns whether a message was queued
 */
export async function subscribe(
  trx: Transaction,
  email: string,
  { confirm, mailbox, welcome, consent }: { confirm: boolean; mailbox: Mailbox; welcome: boolean; consent: Consent },
): Promise<boolean> {
  const address = email.toLowerCase()
  const existing = await findSubscriber(trx, { email: address })
  // Taking the import back must not remove a person who has signed up.
  if (existing?.importId && existing.source === 'import') await changeSubscriber(trx, existing.id, { source: 'form' })
  if (existing?.state === 'confirmed') return false
  const agreed = { consentAt: nowIn(trx), ...consent }
  if (existing) await changeSubscriber(trx, existing.id, agreed)
  if (!confirm && (!existing || existing.state === 'pending')) {
    if (existing) await setState(trx, { ...existing, ...agreed }, 'confirmed')
    const id = existing?.id ?? (await addSubscriber(trx, address, 'confirmed', agreed))
    if (!existing) await tellNew(trx, id)
    if (welcome) await queueWelcome(trx, id)
    return welcome
  }
  const id = existing?.id ?? (await addSubscriber(trx, address, 'pending', agreed))
  const wait = await countConfirmation(trx, mailbox)
  if (wait === null) return false
  await queueDelivery(trx, 'confirmation', { subjectId: id, wait })
  return true
}

/** Queues the welcome email, in the transaction that confirms the subscription. Its id is made of theirs, so that no one gets it twice. */
export const queueWelcome = (trx: Transaction, subscriberId: string) =>
  queueDelivery(trx, 'welcome', { id: `welcome.${subscriberId}`, recipientId: subscriberId })

/** Counts a subscription of the form once it is confirmed, and forgets where it came from. */
export const countSubscription = (
  log: Log,
  context: Pick<AppContext, 'config' | 'database' | 'site'>,
  column: 'id' | 'email',
  value: string,
): Promise<void> =>
  afterCommit(log, 'A subscription is not counted', async () => {
    const { db } = context.database
    const uncounted = db.selectFrom('subscribers').select(['id', 'cameFrom']).where(column, '=', value)
    const row = await uncounted.where('state', '=', 'confirmed').where('cameFrom', 'is not', null).executeTakeFirst()
    if (!row) return
    const forget = db.updateTable('subscribers').set({ cameFrom: null }).where('id', '=', row.id)
    if (await affectsRows(forget.where('cameFrom', 'is not', null)))
      await countGoal(log, context, 'subscription', subscribers.decode(row).cameFrom ?? {})
  })

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

/** Tells of an address that was added, and receives the newsletter. */
export const tellNew = (trx: Transaction, id: string): Promise<void> =>
  tellConfirmed(trx, async () => {
    const row = await findSubscriber(trx, { id })
    return row?.state === 'confirmed' ? [row] : []
  })

/** Tells of addresses that had bounced, and receive the newsletter again. */
export const tellReturned = (trx: Transaction, rows: Subscriber[]): Promise<void> =>
  tellConfirmed(trx, async () => rows)

export const changeSubscriber = (trx: Transaction, id: string, changes: Partial<Subscriber>) =>
  trx.updateTable('subscribers').set(subscribers.encode(changes)).where('id', '=', id).execute()

export type NewSubscriber = Pick<Subscriber, 'email' | 'state'> & Partial<Subscriber>

/** Adds addresses, except those that exist. Each row names the same columns. @returns how many were added */
export async function addSubscribers(db: Db, added: NewSubscriber[]): Promise<number> {
  if (added.length === 0) return 0
  const now = nowIn(db)
  const rows = added.map((values) => subscribers.encode({ id: randomUUIDv7(), subscribedAt: now, ...values }))
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('subscribers')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** @param key an id, or an address in lower case */
export async function findSubscriber(db: Db, key: { id: string } | { email: string }): Promise<Subscriber | undefined> {
  const rows = db.selectFrom('subscribers').selectAll()
  const row = await rows.where(({ and }) => and(key)).executeTakeFirst()
  return row && subscribers.decode(row)
}

/** The notification whose message led to an unsubscription, and why. */
export type Leaving = Pick<Subscriber, 'leftBy' | 'leftReason'>

/**
 * Changes the state of a subscription, and tells of one that begins or ends. Ends a pause too.
 * @param reason why an address bounced
 * @param isReported whether a message was reported as spam
 */
export async function setState(
  trx: Transaction,
  before: Subscriber,
  state: SubscriberState,
  reason?: string,
  { leftBy, leftReason, isReported = false }: Leaving & { isReported?: boolean } = {},
): Promise<void> {
  const ended = { pausedUntil: undefined, stoppedBy: undefined, beforeStop: undefined }
  const stored = { state, stateSince: nowIn(trx), stateReason: reason, leftBy, leftReason, ...ended }
  await changeSubscriber(trx, before.id, stored)
  if (state === 'confirmed') await tellConfirmed(trx, async () => [before])
  else if (before.state === 'confirmed')
    await tellLeft(trx, before, isReported ? 'reported' : state === 'bounced' ? 'bounced' : 'unsubscribed')
}

/** Records that an address accepts no mail. One that is unsubscribed stays unsubscribed. */
export async function markBounced(trx: Transaction, id: string, reason: string): Promise<void> {
  const row = await findSubscriber(trx, { id })
  if (row?.state === 'confirmed' || row?.state === 'pending') await setState(trx, row, 'bounced', reason)
}

/** The most sign-ups from one address, and from the network around it. */
const maximum = { host: { hour: 20, day: 60 }, network: { hour: 60, day: 200 } }
/** Messages an hour, to all addresses together, that ask for a confirmation; further ones are sent later. */
const messagesAnHour = 300
/** The shortest time between two such messages to one address, in milliseconds, and the most to one mailbox in a day. */
const shortestInterval = 15 * minute
const messagesADay = 4

/** Counts a sign-up against its sender, in the transaction that stores it. @throws HttpError 429 when there are too many */
export async function countSignUp(trx: Transaction, sender: Sender): Promise<void> {
  const { host, network } = await countTraffic(trx, sender)
  const exceeded = [
    { tally: host.hour, limit: maximum.host.hour },
    { tally: host.day, limit: maximum.host.day },
    { tally: network.hour, limit: maximum.network.hour },
    { tally: network.day, limit: maximum.network.day },
  ].filter(({ tally, limit }) => tally.count > limit)
  const endsIn = Math.max(...exceeded.map(({ tally }) => tally.endsIn))
  if (exceeded.length > 0) throw tooManyFor(endsIn, 'Too many addresses were subscribed from your network')
}

/** An address and its mailbox as keyed hashes, which name them in counters. */
export type Mailbox = { address: string; box: string }

/** Call it outside a transaction, since it may have to read the key. */
export async function mailboxOf(database: Database, email: string): Promise<Mailbox> {
  const address = email.toLowerCase()
  const box = boxOf(address)
  const [addressHash, boxHash] = await Promise.all([
    keyedHash(database, 'address', address),
    keyedHash(database, 'mailbox', box),
  ])
  return { address: addressHash, box: boxHash }
}

/**
 * Counts a message that asks for a confirmation, so that typing someone else's address again and again does not fill their mailbox.
 * @param isNew whether no message asked for this before; then one may follow another message at once
 * @returns how long to wait before sending it, in milliseconds; null when it is not to be sent
 */
export async function countConfirmation(trx: Transaction, mailbox: Mailbox, isNew = false): Promise<number | null> {
  const lately = await ofAddress(trx, mailbox)
  if ((lately > 1 && !isNew) || (await ofBox(trx, mailbox)) > messagesADay) return null
  const sent = await once(trx, 'asks:all', hour)
  return Math.floor((sent - 1) / messagesAnHour) * hour
}

/** The same for a message that staff send to many: one that is too much for its mailbox follows on another day. @returns milliseconds */
export async function delayForMailbox(trx: Transaction, mailbox: Mailbox): Promise<number> {
  await ofAddress(trx, mailbox)
  return Math.floor(((await ofBox(trx, mailbox)) - 1) / messagesADay) * day
}

const ofAddress = (trx: Transaction, { address }: Mailbox) => once(trx, `asks:address:${address}`, shortestInterval)
const ofBox = (trx: Transaction, { box }: Mailbox) => once(trx, `asks:mailbox:${box}`, day)

const once = async (trx: Transaction, name: string, period: number) =>
  (await count(trx, { [name]: period }))[name]?.count ?? 1
