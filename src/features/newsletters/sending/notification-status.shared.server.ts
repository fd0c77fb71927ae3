import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { ShownState } from '#contract/deliveries.ts'
import type { StaffListQuery } from '#contract/lists.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { paginate } from '#server/http/long-lists.ts'
import { longestHold } from '#server/mail/claims.ts'
import { deliveries } from '#server/mail/deliveries.table.ts'
import { countDeliveries, noCounts, shownState } from '#server/mail/queue.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import type { NewsletterResults } from '../ground/newsletters.contract.ts'
import { type MailedRecord, type Notification, notifications } from '../ground/newsletters.table.ts'
import {
  type NotificationAct,
  type NotificationState,
  type NotificationStatus,
  notificationActs,
  type Recipient,
} from '../ground/notifications.contract.ts'

export type { Notification }

const reasonsListed = 5
const underWayListed = 20

export const messagesOf = (db: Db, notificationId: string) =>
  db
    .selectFrom('deliveries')
    .where('deliveries.kind', '=', 'newsletter')
    .where('deliveries.subjectId', '=', notificationId)

/** The record that a notification is about. Nothing is sent while it is not live. `scheduledFor` is when its hold begins, if it does so later. */
export type About = MailedRecord & { title: string; isLive: boolean; scheduledFor?: string | undefined }

export const noStatus = ({ isLive: _, scheduledFor: __, ...about }: About): NotificationStatus => ({
  ...about,
  state: 'none',
  acts: [],
  recipients: 0,
  removed: 0,
  counts: noCounts,
  failures: [],
})

export async function statusOf(
  database: Database,
  { isLive, scheduledFor, ...about }: About,
  notification: Notification,
): Promise<NotificationStatus> {
  const [{ counts, settledAt: finishedAt }, failures] = await Promise.all([
    countMessages(database, notification.id),
    countReasons(database, notification.id),
  ])
  const { recipients, holdUntil, createdAt, createdBy } = notification
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const isScheduled = scheduledFor !== undefined && scheduledFor > database.now()
  const state =
    isScheduled && !notification.fixedAt && !notification.pausedAt
      ? 'scheduled'
      : stateOf(notification, isLive, counts, Date.now())
  return {
    ...about,
    notificationId: notification.id,
    state,
    acts: actsOf(about, state, counts),
    recipients,
    removed: Math.max(0, recipients - all),
    counts,
    holdUntil: state === 'scheduled' ? (scheduledFor ?? holdUntil) : holdUntil,
    createdAt,
    createdBy,
    ...(state === 'sent' && finishedAt ? { finishedAt } : {}),
    failures,
  }
}

/** What staff can do now. A planned newsletter about a post ends with the tick in its form, a newsletter until its recipients are fixed. */
function actsOf(about: MailedRecord, state: NotificationState, counts: typeof noCounts): NotificationAct[] {
  const isBegun = Object.values(counts).some((count) => count > 0)
  const possible: Record<NotificationAct, boolean> = {
    undo: state === 'held' || ('newsletterId' in about && (state === 'scheduled' || (state === 'paused' && !isBegun))),
    pause: state === 'sending' || state === 'held',
    resume: state === 'paused',
    retry: counts.failed > 0,
  }
  return notificationActs.filter((act) => possible[act])
}

/** Notifications with something left to send, the newest first, as a query. */
export const unsentNotifications = ({ db }: Database) =>
  db
    .selectFrom('notifications')
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('notifications.fixedAt', 'is', null),
        exists(
          selectFrom('deliveries')
            .where('deliveries.kind', '=', 'newsletter')
            .whereRef('deliveries.subjectId', '=', 'notifications.id')
            .where('deliveries.state', 'in', ['waiting', 'sending'])
            .select('deliveries.id'),
        ),
      ]),
    )
    .orderBy('notifications.createdAt', 'desc')
    .limit(underWayListed)

function stateOf(
  { holdUntil, fixedAt, pausedAt }: Notification,
  isLive: boolean,
  counts: typeof noCounts,
  now: number,
): NotificationState {
  const { waiting, retrying, sending } = counts
  if (fixedAt !== undefined && waiting + retrying + sending === 0) return 'sent'
  if (!isLive) return 'draft'
  if (pausedAt) return 'paused'
  const left = Date.parse(holdUntil) - now
  return left > 0 && left <= longestHold + clockSkew ? 'held' : 'sending'
}

export async function findNotification(
  { db }: Pick<Database, 'db'>,
  about: MailedRecord | { id: string } | { code: string },
): Promise<Notification | undefined> {
  const row = await db
    .selectFrom('notifications')
    .selectAll()
    .where(({ and }) => and(about))
    .executeTakeFirst()
  return row && notifications.decode(row)
}

const countMessages = async (database: Database, notificationId: string) =>
  countDeliveries(await readerFor(database, 'deliveries'), 'newsletter', notificationId)

async function countReasons(database: Database, notificationId: string) {
  const rows = await messagesOf(await readerFor(database, 'deliveries'), notificationId)
    .where('state', '=', 'failed')
    .select(({ fn }) => ['reason', fn.countAll<number>().as('count')])
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .limit(reasonsListed)
    .execute()
  return rows.map(({ reason, count }) => ({ reason: reason ?? '', count }))
}

/** A page of the recipients of a notification, failures first. `status` is a recipient's state, `search` a part of the address. */
export async function listRecipients(
  database: Database,
  notificationId: string,
  query: StaffListQuery,
  reply: FastifyReply,
): Promise<Recipient[]> {
  const { search, status } = query
  const db = await readerFor(database, 'deliveries')
  const rows = messagesOf(db, notificationId)
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.recipientId')
    .$if(Boolean(status), (query) => query.where(shownState, '=', status as ShownState))
    .$if(Boolean(search), (query) => query.where(contains({ db }, ['subscribers.email'], search ?? '')))
    .select(['deliveries.id', 'subscribers.email', 'attempts', 'reason', 'settledAt', 'dueAt', shownState.as('state')])
    .orderBy(
      sql`case ${shownState} when 'failed' then 0 when 'retrying' then 1 when 'sending' then 2 when 'skipped' then 3 when 'sent' then 4 else 5 end`,
    )
    .orderBy('subscribers.email')
  return (await paginate(reply, query, rows)).map(({ state, email, ...row }) => {
    const { id, attempts, reason, settledAt, dueAt } = deliveries.decode(row)
    return { _id: id, email, state, attempts, reason, at: settledAt ?? dueAt }
  })
}

const mostPages = 20

/** The results of a notification: deliveries, people who left because of it, and the visits and goals that the site counted. */
export async function readResults(
  database: Database,
  notification: Notification | undefined,
): Promise<NewsletterResults> {
  const { db } = database
  const figures = await readerFor(database, 'sourceDays', 'goalDays')
  const { id = '', code = '', recipients = 0 } = notification ?? {}
  const [{ counts }, reasons, pages, goals] = await Promise.all([
    countMessages(database, id),
    db
      .selectFrom('subscribers')
      .where('leftBy', '=', id)
      .where('state', '=', 'unsubscribed')
      .select(({ fn }) => ['leftReason as reason', fn.countAll<number>().as('count')])
      .groupBy('leftReason')
      .orderBy('count', 'desc')
      .execute(),
    figures
      .selectFrom('sourceDays')
      .where('campaign', '=', code)
      .where('campaign', '!=', '')
      .select(({ fn }) => ['path', fn.sum<number>('visits').as('visits')])
      .groupBy('path')
      .orderBy('visits', 'desc')
      .orderBy('path')
      .execute(),
    figures
      .selectFrom('goalDays')
      .where('campaign', '=', code)
      .where('campaign', '!=', '')
      .select(({ fn }) => ['goal', fn.sum<number>('count').as('count')])
      .groupBy('goal')
      .execute(),
  ])
  const reached = (goal: string) => Number(goals.find((one) => one.goal === goal)?.count ?? 0)
  return {
    ...(code && { code }),
    recipients,
    sent: counts.sent,
    skipped: counts.skipped,
    failed: counts.failed,
    left: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons: reasons.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    visits: pages.reduce((sum, { visits }) => sum + Number(visits), 0),
    goals: {
      enquiries: reached('enquiry'),
      registrations: reached('registration'),
      subscribers: reached('subscription'),
    },
    pages: pages.slice(0, mostPages).map(({ path, visits }) => ({ path, visits: Number(visits) })),
  }
}
