import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/database/connect.ts'
import { ApiError } from '#server/errors.ts'
import { queueDelivery } from '#server/mail/outbox.ts'
import type { SubscriberState } from './newsletter.contract.ts'
import { type Subscriber, subscribers } from './newsletter.table.ts'

/** The least time between two messages that ask the same address to confirm, in milliseconds. */
const askAgainAfter = 15 * 60_000
/** Messages in an hour, to all addresses together, that ask to confirm. */
const asksAnHour = 300

/**
 * Subscribes an address, once. Whoever has unsubscribed, or bounced, is taken up again by asking for it.
 * @param confirm the address counts only once its owner has said so; a message asks
 * @returns whether a message was queued
 */
export async function subscribe(trx: Transaction, email: string, { confirm }: { confirm: boolean }): Promise<boolean> {
  const address = email.toLowerCase()
  const known = await findByEmail(trx, address)
  if (known?.state === 'confirmed') return false
  if (!confirm) {
    if (known) await setState(trx, known.id, 'confirmed')
    else await addSubscriber(trx, address, 'confirmed')
    return false
  }
  const id = known?.id ?? (await addSubscriber(trx, address, 'pending'))
  if (await askedLately(trx, id)) return false
  if (await askedTooMany(trx)) throw new ApiError(429, 'Too many people are subscribing at this moment. Please try again in an hour.')
  await queueDelivery(trx, 'confirmation', { subscriberId: id })
  return true
}

/** Adds an address in a state, unless another call is adding it at this moment. @returns its id */
async function addSubscriber(trx: Transaction, email: string, state: SubscriberState): Promise<string> {
  await trx
    .insertInto('subscribers')
    .values(
      subscribers.encode({
        id: randomUUIDv7(),
        email,
        subscribedAt: new Date().toISOString(),
        state,
        stateSince: undefined,
        stateReason: undefined,
      }),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return (await trx.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}

async function findByEmail(trx: Transaction, email: string): Promise<Subscriber | undefined> {
  const row = await trx.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst()
  return row && subscribers.decode(row)
}

/** Nobody's letter box is filled by a stranger who types their address again and again. */
async function askedLately(trx: Transaction, subscriberId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('subscriberId', '=', subscriberId)
    .where('kind', '=', 'confirmation')
    .where('createdAt', '>', new Date(Date.now() - askAgainAfter).toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/** Nor are we made to write to crowds who never asked. */
async function askedTooMany(trx: Transaction): Promise<boolean> {
  const { count } = await trx
    .selectFrom('deliveries')
    .where('kind', '=', 'confirmation')
    .where('createdAt', '>', new Date(Date.now() - 3_600_000).toISOString())
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count >= asksAnHour
}

/** @param reason why an address bounced */
export async function setState(trx: Transaction, id: string, state: SubscriberState, reason?: string): Promise<void> {
  const changes = { state, stateSince: new Date().toISOString(), stateReason: reason }
  await trx.updateTable('subscribers').set(subscribers.encode(changes)).where('id', '=', id).execute()
}

/** Writes down that an address takes no mail; whoever has unsubscribed stays unsubscribed. */
export async function markBounced(trx: Transaction, id: string, reason: string): Promise<void> {
  const row = await trx.selectFrom('subscribers').select('state').where('id', '=', id).executeTakeFirst()
  if (row?.state === 'confirmed' || row?.state === 'pending') await setState(trx, id, 'bounced', reason)
}
