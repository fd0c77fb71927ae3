import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/database/connect.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import type { SubscriberState } from './newsletter.contract.ts'
import { type Subscriber, subscribers } from './newsletter.table.ts'
import { countAsking, type Mailbox } from './subscription-limits.server.ts'

/**
 * Subscribes an address, once. Whoever has unsubscribed, complained or bounced comes back only by the link of a message that asks, so that
 * no stranger can bring them back.
 * @param confirm a new address too counts only once its owner has said so; a message asks
 * @returns whether a message was queued
 */
export async function subscribe(
  trx: Transaction,
  email: string,
  { confirm, mailbox }: { confirm: boolean; mailbox: Mailbox },
): Promise<boolean> {
  const address = email.toLowerCase()
  const known = await findByEmail(trx, address)
  if (known?.state === 'confirmed') return false
  if (!confirm && (!known || known.state === 'pending')) {
    if (known) await setState(trx, known.id, 'confirmed')
    else await addSubscriber(trx, address, 'confirmed')
    return false
  }
  const id = known?.id ?? (await addSubscriber(trx, address, 'pending'))
  const wait = await countAsking(trx, mailbox)
  if (wait === null) return false
  await queueDelivery(trx, 'confirmation', { subscriberId: id }, wait)
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
