import type { Database, Transaction } from '#server/database/connect.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { readToken, type SignedToken, signToken } from '#server/security/signed-tokens.ts'
import type { LinkAction, LinkPurpose, SubscriptionLink } from './newsletter.contract.ts'
import { type Subscriber, subscribers } from './newsletter.table.ts'
import { type Leaving, queueWelcome, setState } from './subscription.server.ts'

/** How long a link to confirm works, in days. A link to unsubscribe never expires, since people keep messages for years. */
export const confirmDays = 7
const confirmMs = confirmDays * 24 * 3_600_000

/** The subscriber of a link, and the notification whose message has the link. No id has an underscore. */
const subjectOf = (subscriberId: string, notificationId?: string) =>
  notificationId === undefined ? subscriberId : `${subscriberId}_${notificationId}`

/** The address of the unsubscribe page. A POST to it unsubscribes at once (RFC 8058). */
export const unsubscribeUrl = async (
  database: Database,
  publicUrl: string,
  subscriberId: string,
  notificationId?: string,
) =>
  `${publicUrl}/newsletter/unsubscribe?token=${await signToken(database, 'unsubscribe', subjectOf(subscriberId, notificationId))}`

/** The address of the page on which a subscriber chooses what to get. */
export const preferencesUrl = async (
  database: Database,
  publicUrl: string,
  subscriberId: string,
  notificationId?: string,
) =>
  `${publicUrl}/newsletter/preferences?token=${await signToken(database, 'preferences', subjectOf(subscriberId, notificationId))}`

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
  return statusOf(purpose, link, await subscriberOf(database.db, link))
}

/**
 * Performs an action of a link: unsubscribe, undo that, or confirm. Repeating it changes nothing, but may say why somebody left.
 * @param also the reason for leaving, and whether new subscribers get a letter
 * @throws HttpError 404 for a link with an invalid signature, 410 for an expired one, 422 for an action that is not the link's
 */
export async function followLink(
  database: Database,
  purpose: LinkPurpose,
  token: string,
  action: LinkAction,
  { reason, welcome = false }: { reason?: string | undefined; welcome?: boolean } = {},
): Promise<SubscriptionLink> {
  const link = await verifiedLink(database, purpose, token)
  if ((action === 'confirm') !== (purpose === 'confirm')) throw new HttpError(422, 'This link cannot do that.')
  return database.transaction(async (trx) => {
    const subscriber = await subscriberOf(trx, link)
    const now = statusOf(purpose, link, subscriber)
    if (now.state === 'expired') throw new HttpError(410, 'This link has expired. Please subscribe again.')
    const wanted = action === 'unsubscribe' ? 'unsubscribed' : 'confirmed'
    if (subscriber && action === 'unsubscribe')
      await leave(trx, subscriber, { leftBy: link.leftBy, leftReason: reason })
    // Undo applies only to unsubscribing: it does not bring back an address that has bounced.
    if (!subscriber || now.state === wanted || (action === 'undo' && now.state !== 'unsubscribed')) return now
    if (action !== 'unsubscribe') await setState(trx, subscriber.id, wanted)
    if (action === 'confirm' && welcome) await queueWelcome(trx, subscriber.id)
    return { ...now, state: wanted }
  })
}

/** Unsubscribes an address. For one that is unsubscribed it only records why, if that is said. */
export async function leave(trx: Transaction, { id, state }: Subscriber, leaving: Leaving): Promise<void> {
  const { leftReason } = leaving
  if (state !== 'unsubscribed') await setState(trx, id, 'unsubscribed', undefined, leaving)
  else if (leftReason) await trx.updateTable('subscribers').set({ leftReason }).where('id', '=', id).execute()
}

/** A link whose signature is right, with the subscriber that it is for. */
type VerifiedLink = SignedToken & { subscriberId: string; leftBy: string | undefined }

/** @throws HttpError 404 for a link with an invalid signature */
export async function verifiedLink(
  database: Database,
  purpose: LinkPurpose | 'preferences',
  token: string,
): Promise<VerifiedLink> {
  const link = await readToken(database, purpose, token)
  if (!link) throw notFound('This link does not work. Was it copied completely?')
  const [subscriberId = '', leftBy] = link.value.split('_')
  return { ...link, subscriberId, leftBy }
}

/** The subscriber of a link, locked until the transaction ends. */
export async function subscriberOf(
  db: Database['db'] | Transaction,
  { subscriberId }: VerifiedLink,
): Promise<Subscriber | undefined> {
  const rows = db.selectFrom('subscribers').selectAll().where('id', '=', subscriberId)
  const row = await (db.isTransaction ? rows.forUpdate() : rows).executeTakeFirst()
  return row && subscribers.decode(row)
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
export function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 2)}${'•'.repeat(Math.max(1, Math.min(6, name.length - 2)))}@${domain}`
}
