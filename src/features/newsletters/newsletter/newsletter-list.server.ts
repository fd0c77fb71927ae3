import type { FastifyReply } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { contains, isOneOf } from '#server/database/dialect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { AppContext } from '#server/feature.ts'
import { paginate } from '#server/http/long-lists.ts'
import { proposalOf } from '#server/record/proposals.ts'
import { isInReview } from '#server/record/reviews.ts'
import type { Audience, ListedNewsletter, NewsletterQuery } from '../ground/newsletters.contract.ts'
import { type Notification, newsletters } from '../ground/newsletters.table.ts'

type State = ListedNewsletter['state']

type Context = Pick<AppContext, 'config' | 'database'>

/** When the hold of a newsletter begins that was confirmed. Its form may have another time by now. */
export const holdBegin = ({ holdUntil }: Pick<Notification, 'holdUntil'>, { newsletter }: Config) =>
  new Date(Date.parse(holdUntil) - newsletter.hold * 1_000).toISOString()

/** @param planned a hold that ends after this moment has not begun */
const stateOf = (now: string, planned: string) => sql<State>`case
  when "notifications"."id" is null then 'draft'
  when "notifications"."fixedAt" is not null and not exists (
    select 1 from "deliveries" where "deliveries"."kind" = 'newsletter' and "deliveries"."subjectId" = "notifications"."id"
    and "deliveries"."state" in ('waiting', 'sending')) then 'sent'
  when "notifications"."pausedAt" is not null then 'paused'
  when "notifications"."fixedAt" is null and "notifications"."holdUntil" > ${planned} then 'scheduled'
  when "notifications"."holdUntil" > ${now} then 'held'
  else 'sending' end`

function selectNewsletters({ config, database: { db, now } }: Context) {
  const state = stateOf(now(), new Date(Date.parse(now()) + config.newsletter.hold * 1_000).toISOString()).as('state')
  const own = db
    .selectFrom('newsletters')
    .leftJoin('notifications', 'notifications.newsletterId', 'newsletters.id')
    .where(isPresent(newsletters))
    .select([
      sql<'newsletter' | 'post'>`'newsletter'`.as('kind'),
      'newsletters.id as id',
      'newsletters.title as title',
      'newsletters.subject as subject',
      sql<string | null>`coalesce("notifications"."audience", "newsletters"."audience")`.as('audience'),
      'newsletters.updatedAt as updatedAt',
      'newsletters.createdAt as createdAt',
      'notifications.id as notificationId',
      'notifications.code as code',
      'notifications.recipients as recipients',
      'notifications.holdUntil as at',
      state,
      isInReview(newsletters).as('inReview'),
      proposalOf(newsletters).as('proposed'),
    ])
  const ofPosts = db
    .selectFrom('notifications')
    .innerJoin('blogs', 'blogs.id', 'notifications.blogId')
    .leftJoin('postMails', 'postMails.blogId', 'blogs.id')
    .where('blogs.deletedAt', 'is', null)
    .select([
      sql<'newsletter' | 'post'>`'post'`.as('kind'),
      'blogs.id as id',
      'blogs.title as title',
      sql<string>`coalesce("postMails"."subject", "blogs"."title")`.as('subject'),
      'notifications.audience as audience',
      'blogs.updatedAt as updatedAt',
      'notifications.createdAt as createdAt',
      sql<string | null>`"notifications"."id"`.as('notificationId'),
      'notifications.code as code',
      sql<number | null>`"notifications"."recipients"`.as('recipients'),
      sql<string | null>`"notifications"."holdUntil"`.as('at'),
      state,
      sql<boolean>`false`.as('inReview'),
      sql<string | null>`null`.as('proposed'),
    ])
  return db.selectFrom(own.unionAll(ofPosts).as('rows')).selectAll()
}

/** A page of the newsletters and of the notifications about posts. `search` looks in title and subject, `status` is a state, `review` or `proposed`. */
export async function listNewsletters(
  context: Context,
  query: NewsletterQuery,
  reply: FastifyReply,
): Promise<ListedNewsletter[]> {
  const { search, status, kind } = query
  const { config, database } = context
  const { db } = database
  const found = selectNewsletters(context)
    .$if(Boolean(search), (rows) => rows.where(contains({ db }, ['title', 'subject'], search ?? '')))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind as 'newsletter' | 'post'))
    .$if(status === 'review', (rows) => rows.where(sql<SqlBool>`"inReview"`))
    .$if(status === 'proposed', (rows) => rows.where('proposed', 'is not', null))
    .$if(Boolean(status) && status !== 'review' && status !== 'proposed', (rows) =>
      rows.where('state', '=', status as State),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  const rows = await paginate(reply, query, found)
  const ids = rows.flatMap(({ notificationId }) => notificationId ?? [])
  const codes = rows.flatMap(({ code }) => code ?? [])
  const [sent, left, visits] = await Promise.all([
    countDeliveries(database, ids),
    countLeft(database, ids),
    countVisits(database, codes),
  ])
  return rows.map(
    ({
      id,
      kind,
      title,
      subject,
      audience,
      updatedAt,
      notificationId,
      code,
      recipients,
      at,
      state,
      inReview,
      proposed,
    }) => ({
      _id: id,
      kind,
      title,
      subject: subject || title,
      audience: audience === null ? { to: 'everyone' } : (JSON.parse(audience) as Audience),
      state,
      ...(at !== null && { at: state === 'scheduled' ? holdBegin({ holdUntil: at }, config) : at }),
      updatedAt,
      recipients: recipients ?? 0,
      sent: sent.get(`${notificationId} sent`) ?? 0,
      failed: sent.get(`${notificationId} failed`) ?? 0,
      left: left.get(notificationId ?? '') ?? 0,
      visits: visits.get(code ?? '') ?? 0,
      ...(inReview && { inReview: true }),
      ...(proposed !== null && { proposed }),
    }),
  )
}

/** By the notification and the state. */
async function countDeliveries({ db }: Database, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .where('kind', '=', 'newsletter')
    .where(isOneOf(db, 'subjectId', ids))
    .select(({ fn }) => ['subjectId', 'state', fn.countAll<number>().as('count')])
    .groupBy(['subjectId', 'state'])
    .execute()
  return new Map(rows.map(({ subjectId, state, count }) => [`${subjectId} ${state}`, count]))
}

/** The people who left because of a message, by the notification. */
async function countLeft({ db }: Database, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('subscribers')
    .where(isOneOf(db, 'leftBy', ids))
    .where('state', '=', 'unsubscribed')
    .select(({ fn }) => ['leftBy', fn.countAll<number>().as('count')])
    .groupBy('leftBy')
    .execute()
  return new Map(rows.map(({ leftBy, count }) => [leftBy ?? '', count]))
}

async function countVisits(database: Database, codes: string[]): Promise<Map<string, number>> {
  const db = await readerFor(database, 'sourceDays')
  const rows = await db
    .selectFrom('sourceDays')
    .where(isOneOf(db, 'campaign', codes))
    .select(({ fn }) => ['campaign', fn.sum<number>('visits').as('visits')])
    .groupBy('campaign')
    .execute()
  return new Map(rows.map(({ campaign, visits }) => [campaign, Number(visits)]))
}
