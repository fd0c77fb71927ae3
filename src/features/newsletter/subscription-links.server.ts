import type { Database } from '#server/database/connect.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { readToken, type SignedToken, signToken } from '#server/security/signed-tokens.ts'
import type { LinkAction, LinkPurpose, SubscriptionLink } from './newsletter.contract.ts'
import { type Subscriber, subscribers } from './newsletter.table.ts'
import { setState } from './subscription.server.ts'

/** How long a link to confirm works, in days. A link to unsubscribe never expires, since people keep messages for years. */
export const confirmDays = 7
const confirmMs = confirmDays * 24 * 3_600_000

/** The address of the unsubscribe page. A POST to it unsubscribes at once (RFC 8058). */
export const unsubscribeUrl = async (database: Database, publicUrl: string, subscriberId: string) =>
  `${publicUrl}/newsletter/unsubscribe?token=${await signToken(database, 'unsubscribe', subscriberId)}`

export const confirmUrl = async (database: Database, publicUrl: string, subscriberId: string) =>
  `${publicUrl}/newsletter/confirm?token=${await signToken(database, 'confirm', subscriberId, Date.now() + confirmMs)}`

/**
 * Reads the purpose of a link and the state of its subscription, without changing it.
 * @throws HttpError 404 for a link with an invalid signature
 */
export async function readLinkStatus(
  database: Database,
  purpose: LinkPurpose,
  token: string,
): Promise<SubscriptionLink> {
  const link = await verifiedLink(database, purpose, token)
  const row = await database.db.selectFrom('subscribers').selectAll().where('id', '=', link.value).executeTakeFirst()
  return statusOf(purpose, link, row && subscribers.decode(row))
}

/**
 * Performs an action of a link: unsubscribe, undo that, or confirm. Repeating it changes nothing.
 * @throws HttpError 404 for a link with an invalid signature, 410 for an expired one, 422 for an action that is not the link's
 */
export async function followLink(
  database: Database,
  purpose: LinkPurpose,
  token: string,
  action: LinkAction,
): Promise<SubscriptionLink> {
  const link = await verifiedLink(database, purpose, token)
  if ((action === 'confirm') !== (purpose === 'confirm')) throw new HttpError(422, 'This link cannot do that.')
  return database.transaction(async (trx) => {
    const row = await trx.selectFrom('subscribers').selectAll().where('id', '=', link.value).executeTakeFirst()
    const subscriber = row && subscribers.decode(row)
    const now = statusOf(purpose, link, subscriber)
    if (now.state === 'expired') throw new HttpError(410, 'This link has expired. Please subscribe again.')
    const wanted = action === 'unsubscribe' ? 'unsubscribed' : 'confirmed'
    // Undo applies only to unsubscribing: it does not bring back an address that has bounced.
    if (!subscriber || now.state === wanted || (action === 'undo' && now.state !== 'unsubscribed')) return now
    await setState(trx, subscriber.id, wanted)
    return { ...now, state: wanted }
  })
}

async function verifiedLink(database: Database, purpose: LinkPurpose, token: string): Promise<SignedToken> {
  const link = await readToken(database, purpose, token)
  if (!link) throw notFound('This link does not work. Was it copied completely?')
  return link
}

function statusOf(purpose: LinkPurpose, link: SignedToken, subscriber: Subscriber | undefined): SubscriptionLink {
  if (!subscriber) return { purpose, email: '', state: 'removed' }
  const { state } = subscriber
  const email = masked(subscriber.email)
  // A link to confirm expires, and does not undo an unsubscription that came after it.
  const changedSince = Date.parse(subscriber.stateSince ?? subscriber.subscribedAt) > link.expires - confirmMs
  const expired = link.expired || (state === 'unsubscribed' && changedSince)
  return { purpose, email, state: purpose === 'confirm' && state !== 'confirmed' && expired ? 'expired' : state }
}

/** Shows enough of an address for its owner to recognise it, but does not reveal it to others if the message was forwarded. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 2)}${'•'.repeat(Math.max(1, Math.min(6, name.length - 2)))}@${domain}`
}
