import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Company } from '#contract/company.ts'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import type { ConfigNow, SiteConfig } from '#server/site-config/site-config.ts'
import { settingsIn } from '#server/site-config/site-settings.table.ts'
import { subscriberStateNames } from './subscribers.contract.ts'
import { type Subscriber, subscribers } from './subscribers.table.ts'
import { subscriptionSettings, type Topic } from './subscription-settings.contract.ts'

const eb = expressionBuilder<Schema, 'subscribers'>()

/** All topics, as the settings have them now. Never call it in a transaction. */
export const topicsNow = async (site: SiteConfig): Promise<Topic[]> => subscriptionSettings.of(await site.now()).topics

/** All topics, read in the transaction of a caller. */
export async function topicsIn(db: Db): Promise<Topic[]> {
  return subscriptionSettings.read(await settingsIn(db, subscriptionSettings.id)).topics
}

/** The topics under the sign-up form; undefined while it shows none. */
export function topicsOfSignUp(settings: Pick<ConfigNow, 'own'>): Topic[] | undefined {
  const { topics, showTopics } = subscriptionSettings.of(settings)
  return showTopics && topics.length > 0 ? topics : undefined
}

/** The topics that a message is about, by their ids, among all topics. */
export type MessageTopics = { ids: readonly string[]; of: readonly Topic[] }

/** Whether a subscriber has chosen one of some ids. All are chosen while none is stored, and when the stored ones have been deleted. */
const hasChosen = (topics: readonly string[] | undefined, ids: readonly string[], of: readonly Topic[]) =>
  topics === undefined || topics.some((id) => ids.includes(id)) || !of.some(({ id }) => topics.includes(id))

/** The same in a query. An id is a slug, so in quotation marks it occurs in the list's text only as a whole. */
function choice({ ids, of }: MessageTopics): Expression<SqlBool> {
  const any = (some: readonly string[]) =>
    eb.or(some.map((id) => sql<SqlBool>`cast(${sql.ref('subscribers.topics')} as text) like ${`%"${id}"%`}`))
  return eb.or([eb('subscribers.topics', 'is', null), any(ids), eb.not(any(of.map(({ id }) => id)))])
}

/** Confirmed, not paused, and with one of the topics of the message. @param wanted left out for a message to everyone */
export const receivesNow = (now: string, wanted?: MessageTopics): Expression<SqlBool> =>
  eb.and([
    eb('subscribers.state', '=', 'confirmed'),
    eb.or([eb('subscribers.pausedUntil', 'is', null), eb('subscribers.pausedUntil', '<=', now)]),
    ...(wanted ? [choice(wanted)] : []),
  ])

const stopped = { ...subscriberStateNames, bounced: 'Address no longer accepts mail' }

export const decodeSubscriber = <Selected extends object>(row: Selected) => subscribers.decode(row)

/** Why a subscriber receives no such message now, in words; undefined for one who does. */
export function reasonToSkip(
  { state, topics, pausedUntil = '' }: Pick<Subscriber, 'state' | 'topics' | 'pausedUntil'>,
  now: string,
  wanted?: MessageTopics,
): string | undefined {
  if (state !== 'confirmed') return stopped[state]
  if (pausedUntil > now) return 'Paused'
  if (!wanted || hasChosen(topics, wanted.ids, wanted.of)) return undefined
  const names = wanted.of.filter(({ id }) => wanted.ids.includes(id)).map(({ name }) => name)
  return `Does not want ${names.join(' or ')}`
}

/** The chosen ones of all topics; undefined for all of them, which is stored as none. */
export function chosenTopics(chosen: readonly string[] = [], all: readonly Topic[]): Topic[] | undefined {
  const known = all.filter(({ id }) => chosen.includes(id))
  return known.length > 0 && known.length < all.length ? known : undefined
}

export const topicNames = ({ topics }: Pick<Subscriber, 'topics'>, all: readonly Topic[]): string[] | undefined =>
  chosenTopics(topics, all)?.map(({ name }) => name)

/** The headers of a message to subscribers, with the link that unsubscribes at one click. */
export const listHeaders = ({ brand, domain }: Company, unsubscribe: string): Record<string, string> => ({
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'List-Id': `${brand.replace(/[^\w .-]/g, '')} <newsletter.${domain}>`,
  Precedence: 'bulk',
  'Auto-Submitted': 'auto-generated',
})
