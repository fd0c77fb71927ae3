import type { Database } from '#server/database/connect.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { readToken, type SignedToken, signToken } from '#server/security/signed-tokens.ts'
import type { LinkAction, LinkPurpose, SubscriptionLink } from './newsletter.contract.ts'
import { type Subscriber, subscribers } from './newsletter.table.ts'
import { setState } from './subscription.server.ts'

/** How long a link to confirm works, in days. One to unsubscribe always works: letters are kept for years. */
export const confirmDays = 7
const confirmMs = confirmDays * 24 * 3_600_000

/** The address of the page where a subscriber unsubscribes; a POST to it unsubscribes at once (RFC 8058). */
export const unsubscribeUrl = async (database: Database, publicUrl: string, subscriberId: string) =>
  `${publicUrl}/newsletter/unsubscribe?token=${await signToken(database, 'unsubscribe', subscriberId)}`

export const confirmUrl = async (database: Database, publicUrl: string, subscriberId: string) =>
  `${publicUrl}/newsletter/confirm?token=${await signToken(database, 'confirm', subscriberId, Date.now() + confirmMs)}`

/**
 * What a link is for and how things stand; looking changes nothing.
 * @throws HttpError 404 when we never wrote this link
 */
export async function lookAtLink(database: Database, purpose: LinkPurpose, token: string): Promise<SubscriptionLink> {
  const link = await known(database, purpose, token)
  const row = await database.db.selectFrom('subscribers').selectAll().where('id', '=', link.value).executeTakeFirst()
  return statusOf(purpose, link, row && subscribers.decode(row))
}

/**
 * Does what a link allows: unsubscribe, undo that, or confirm. Doing it again changes nothing.
 * @throws HttpError 404 for a link we never wrote, 410 for one that has ended, 422 for an action that is not the link's
 */
export async function followLink(
  database: Database,
  purpose: LinkPurpose,
  token: string,
  action: LinkAction,
): Promise<SubscriptionLink> {
  const link = await known(database, purpose, token)
  if ((action === 'confirm') !== (purpose === 'confirm')) throw new HttpError(422, 'This link cannot do that.')
  return database.transaction(async (trx) => {
    const row = await trx.selectFrom('subscribers').selectAll().where('id', '=', link.value).executeTakeFirst()
    const subscriber = row && subscribers.decode(row)
    const now = statusOf(purpose, link, subscriber)
    if (now.state === 'expired') throw new HttpError(410, 'This link has expired. Please subscribe again.')
    const wanted = action === 'unsubscribe' ? 'unsubscribed' : 'confirmed'
    // An address that has bounced is not brought back by undoing what was never done.
    if (!subscriber || now.state === wanted || (action === 'undo' && now.state !== 'unsubscribed')) return now
    await setState(trx, subscriber.id, wanted)
    return { ...now, state: wanted }
  })
}

async function known(database: Database, purpose: LinkPurpose, token: string): Promise<SignedToken> {
  const link = await readToken(database, purpose, token)
  if (!link) throw notFound('This link does not work. Was it copied whole?')
  return link
}

function statusOf(purpose: LinkPurpose, link: SignedToken, subscriber: Subscriber | undefined): SubscriptionLink {
  if (!subscriber) return { purpose, email: '', state: 'removed' }
  const { state } = subscriber
  const email = masked(subscriber.email)
  // A link to confirm is good for the request it answers: neither for ever, nor to undo what its reader did afterwards.
  const changedSince = Date.parse(subscriber.stateSince ?? subscriber.subscribedAt) > link.expires - confirmMs
  const over = link.expired || (state === 'unsubscribed' && changedSince)
  return { purpose, email, state: purpose === 'confirm' && state !== 'confirmed' && over ? 'expired' : state }
}

/** Enough for its owner to know it; a letter that was passed on gives no address away. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 2)}${'•'.repeat(Math.max(1, Math.min(6, name.length - 2)))}@${domain}`
}
