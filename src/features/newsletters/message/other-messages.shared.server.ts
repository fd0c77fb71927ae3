import { promises } from '#contract/default-words.ts'
import { shortTime } from '#contract/zoned-format.ts'
import type { AppContext } from '#server/feature.ts'
import { day, hour } from '#server/security/counters.ts'
import type { Finding } from '../ground/newsletters.contract.ts'

type Context = Pick<AppContext, 'config' | 'database' | 'site'>
type About = { newsletterId?: string | undefined; blogId?: string | undefined }
type PlannedMessage = { sendAt?: string | undefined; about: About }

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const periods = { day: 1, week: 7, fortnight: 14, month: 30, quarter: 91, year: 365 }
const promisePattern = new RegExp(
  String.raw`\b(\d{1,3}|once|twice|${numbers.join('|')})\b[^.]*\b(${Object.keys(periods).join('|')})\b`,
  'i',
)

/** How many messages a promise allows in how many days: 'two emails a month' is 2 in 30. Undefined for other words. */
export function limitOf(promise: string): { most: number; days: number } | undefined {
  const [, number = '', period = ''] = promisePattern.exec(promise.toLowerCase()) ?? []
  const days = periods[period as keyof typeof periods]
  if (days === undefined) return undefined
  const most = { once: 1, twice: 2 }[number] ?? (numbers.indexOf(number) + 1 || Number(number))
  return { most, days }
}

/** Other messages within an hour of one, or more of them than the site promises. @param planned `sendAt` is ISO 8601; left out or over, it is now */
export async function findOtherMessages(
  { config, database, site }: Context,
  planned: PlannedMessage,
): Promise<Finding[]> {
  const { sendAt, about } = planned
  const now = database.now()
  const moment = Date.parse(sendAt !== undefined && sendAt > now ? sendAt : now)
  const promise = (await site.now()).company.words?.['promises']?.['newsletter'] ?? promises.newsletter
  const limit = limitOf(promise)
  const others = await messagesBetween(database, about, [moment - (limit?.days ?? 1) * day, moment + hour])
  const near = others.find(({ at }) => Date.parse(at) >= moment - hour)
  const found = [
    ...(near
      ? [
          `“${near.title}” ${near.at <= now ? 'went' : 'goes'} out on ${shortTime(near.at, config.timeZone)}, within an hour of this one.`,
        ]
      : []),
    ...(limit && others.length >= limit.most
      ? [`With this one, ${others.length + 1} emails go out within ${limit.days} days.`]
      : []),
  ]
  return found.map((text, index) => ({
    kind: 'moment',
    message: promise && index === found.length - 1 ? `${text} Your site promises at most ${promise}.` : text,
    level: 'warning',
  }))
}

const mostRead = 100

/** The messages that were sent or are scheduled between two moments, in their order: newsletters, and newsletters about posts. */
async function messagesBetween(
  { db, now }: Context['database'],
  about: About,
  range: [from: number, to: number],
): Promise<{ title: string; at: string }[]> {
  const [from, to] = range.map((time) => new Date(time).toISOString()) as [string, string]
  const sent = await db
    .selectFrom('notifications')
    .leftJoin('newsletters', 'newsletters.id', 'notifications.newsletterId')
    .leftJoin('blogs', 'blogs.id', 'notifications.blogId')
    .where('holdUntil', '>=', from)
    .where('holdUntil', '<=', to)
    .where('newsletterId', 'is distinct from', about.newsletterId ?? '')
    .where('blogId', 'is distinct from', about.blogId ?? '')
    .select(({ fn }) => [fn.coalesce('newsletters.title', 'blogs.title').as('title'), 'holdUntil as at'])
    .orderBy('holdUntil', 'desc')
    .limit(mostRead)
    .execute()
  const planned = await db
    .selectFrom('blogs')
    .where('published', '=', true)
    .where('sendNotification', '=', true)
    .where('deletedAt', 'is', null)
    .where('publishAt', '>', now())
    .where('publishAt', '>=', from)
    .where('publishAt', '<=', to)
    .where('id', '!=', about.blogId ?? '')
    // One that appears now has its notification already.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('notifications').select('notifications.id').whereRef('blogId', '=', 'blogs.id'))),
    )
    .select(['title', 'publishAt as at'])
    .orderBy('publishAt', 'desc')
    .limit(mostRead)
    .execute()
  return [...sent, ...planned]
    .flatMap(({ title, at }) => (at === null ? [] : [{ title: title ?? '', at }]))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
}
