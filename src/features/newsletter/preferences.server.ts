import type { Database } from '#server/database/connect.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { invalid } from '#server/runtime/http-error.ts'
import type { PreferenceAction, Preferences } from './newsletter.contract.ts'
import { type Subscriber, subscribers } from './newsletter.table.ts'
import { chosenTopics } from './subscribers.shared.server.ts'
import { setState } from './subscription.server.ts'
import { leave, masked, subscriberOf, verifiedLink } from './subscription-links.server.ts'
import type { Topic } from './subscription-settings.contract.ts'

const pauseMonths = 3

/** All topics, and the company's zone, in which a pause ends at midnight. */
type Choices = { topics: readonly Topic[]; zone: string }

/**
 * The choices of the subscription that a link is for. Nothing changes.
 * @throws HttpError 404 for a link with an invalid signature
 */
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
    const set = (changes: Partial<Subscriber>) =>
      trx.updateTable('subscribers').set(subscribers.encode(changes)).where('id', '=', id).execute()
    if (state === 'confirmed') {
      const isPaused = (subscriber?.pausedUntil ?? '') > now
      if (chosen) await set(chosen)
      if (action === 'pause' && !isPaused) await set({ pausedUntil: endOfPause(now, choices.zone) })
      if (action === 'resume' && isPaused) await set({ pausedUntil: undefined })
    }
    if (action === 'return' && state === 'unsubscribed') await setState(trx, id, 'confirmed')
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

/** Midnight of the day three months later. */
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
