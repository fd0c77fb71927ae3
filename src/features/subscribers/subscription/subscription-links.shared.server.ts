import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { readToken, type SignedToken, signToken } from '#server/security/signed-tokens.ts'
import type {
  LinkAction,
  LinkPurpose,
  PreferenceAction,
  Preferences,
  SubscriptionLink,
} from '../ground/subscribers.contract.ts'
import { chosenTopics } from '../ground/subscribers.shared.server.ts'
import { type Subscriber, subscribers } from '../ground/subscribers.table.ts'
import type { Topic } from '../ground/subscription-settings.contract.ts'
import { changeSubscriber, type Leaving, queueWelcome, setState } from './subscription.shared.server.ts'

/** How long a link to confirm works, in days. A link to unsubscribe never expires, since people keep messages for years. */
export const confirmDays = 7
const confirmMs = confirmDays * 24 * 3_600_000

/** The address of a page of a subscription. With the notification whose message has the link; no id has an underscore. */
const linkTo =
  (purpose: 'unsubscribe' | 'preferences') =>
  async (database: Database, publicUrl: string, subscriberId: string, notificationId?: string): Promise<string> => {
    const subject = notificationId === undefined ? subscriberId : `${subscriberId}_${notificationId}`
    return `${publicUrl}/newsletter/${purpose}?token=${await signToken(database, purpose, subject)}`
  }

/** The address of the unsubscribe page. A POST to it unsubscribes at once (RFC 8058). */
export const unsubscribeUrl = linkTo('unsubscribe')

export const preferencesUrl = linkTo('preferences')

export const confirmUrl = async (database: Database, publicUrl: string, subscriberId: string) =>
  `${publicUrl}/newsletter/confirm?token=${await signToken(database, 'confirm', subscriberId, database.clock() + confirmMs)}`

/** @throws HttpError 404 for a link with an invalid signature */
export async function readLinkStatus(
  database: Database,
  purpose: LinkPurpose,
  token: string,
): Promise<SubscriptionLink> {
  const link = await verifiedLink(database, purpose, token)
  return statusOf(purpose, link, await subscriberOf(database.db, link))
}

/**
 * Performs an action of a link: unsubscribe, undo that, or confirm. Repeating it changes nothing, but may add the reason for leaving.
 * @param also the reason for leaving, and whether new subscribers get a newsletter
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
    if (action !== 'unsubscribe') await setState(trx, subscriber, wanted)
    if (action === 'confirm' && welcome) await queueWelcome(trx, subscriber.id)
    return { ...now, state: wanted }
  })
}

/** Unsubscribes an address. For one that is unsubscribed it only records why, if that is said. */
async function leave(trx: Transaction, subscriber: Subscriber, leaving: Leaving): Promise<void> {
  const { leftReason } = leaving
  if (subscriber.state !== 'unsubscribed') await setState(trx, subscriber, 'unsubscribed', undefined, leaving)
  else if (leftReason) await changeSubscriber(trx, subscriber.id, { leftReason })
}

/** A link whose signature is right, with the subscriber that it is for. */
type VerifiedLink = SignedToken & { subscriberId: string; leftBy: string | undefined }

/** @throws HttpError 404 for a link with an invalid signature */
async function verifiedLink(
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
async function subscriberOf(db: Db, { subscriberId }: VerifiedLink): Promise<Subscriber | undefined> {
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
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 2)}${'•'.repeat(Math.max(1, Math.min(6, name.length - 2)))}@${domain}`
}

const pauseMonths = 3

/** All topics, and the company's zone, in which a pause ends at midnight. */
type Choices = { topics: readonly Topic[]; zone: string }

/** @throws HttpError 404 for a link with an invalid signature */
export async function readPreferences(database: Database, token: string, choices: Choices): Promise<Preferences> {
  const link = await verifiedLink(database, 'preferences', token)
  return shown(await subscriberOf(database.db, link), database.now(), choices)
}

type Answer = { action: PreferenceAction; topics?: string[] | undefined; reason?: string | undefined }

/**
 * Performs an action of the page of choices. One that does not apply to the state of the subscription changes nothing, nor does its repetition: only
 * a confirmed address has choices, and only one that was unsubscribed returns.
 * @throws HttpError 404 for a link with an invalid signature, 422 without a topic
 */
export async function changePreferences(
  database: Database,
  token: string,
  { action, topics, reason }: Answer,
  choices: Choices,
): Promise<Preferences> {
  const link = await verifiedLink(database, 'preferences', token)
  const chosen = action === 'save' ? narrowTopics(topics, choices.topics) : undefined
  return database.transaction(async (trx) => {
    const subscriber = await subscriberOf(trx, link)
    const now = database.now()
    const { id = '', state } = subscriber ?? {}
    if (state === 'confirmed') {
      const isPaused = (subscriber?.pausedUntil ?? '') > now
      if (chosen) await changeSubscriber(trx, id, chosen)
      if (action === 'pause' && !isPaused)
        await changeSubscriber(trx, id, { pausedUntil: endOfPause(now, choices.zone) })
      if (action === 'resume' && isPaused) await changeSubscriber(trx, id, { pausedUntil: undefined })
    }
    if (action === 'return' && subscriber?.state === 'unsubscribed') await setState(trx, subscriber, 'confirmed')
    if (action === 'leave' && subscriber && (state === 'confirmed' || state === 'unsubscribed'))
      await leave(trx, subscriber, { leftBy: link.leftBy, leftReason: reason })
    return shown(await subscriberOf(trx, link), now, choices)
  })
}

/**
 * The topics to store: none for all of them. Ids of no topic are left out.
 * @returns undefined if they were not asked for
 * @throws HttpError 422 when none is left
 */
export function narrowTopics(
  given: string[] | undefined,
  all: readonly Topic[],
): { topics: string[] | undefined } | undefined {
  if (given === undefined || all.length === 0) return undefined
  if (!all.some(({ id }) => given.includes(id))) throw invalid('topics', 'Choose at least one')
  return { topics: chosenTopics(given, all)?.map(({ id }) => id) }
}

const endOfPause = (now: string, zone: string) =>
  Temporal.Instant.from(now)
    .toZonedDateTimeISO(zone)
    .add({ months: pauseMonths })
    .startOfDay()
    .toInstant()
    .toString({ fractionalSecondDigits: 3 })

function shown(subscriber: Subscriber | undefined, now: string, { topics: all, zone }: Choices): Preferences {
  if (!subscriber) return { email: '', state: 'removed', topics: [] }
  const { email, state, topics, pausedUntil = '', leftReason } = subscriber
  const chosen = chosenTopics(topics, all) ?? all
  return {
    email: masked(email),
    state,
    topics: all.map(({ id, name }) => ({ id, name, chosen: chosen.some((topic) => topic.id === id) })),
    ...(pausedUntil > now && { pausedUntil: dayIn(zone)(pausedUntil) }),
    ...(state === 'unsubscribed' && leftReason && { reason: leftReason }),
  }
}
