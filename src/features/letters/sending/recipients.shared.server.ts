import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { receivesNow, topicsIn, type Wanted } from '#features/newsletter/ground/subscribers.shared.server.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { type Audience, audienceOfPosts } from '../ground/letters.contract.ts'
import { type Notification, notifications } from '../ground/letters.table.ts'

type Db = Database['db'] | Transaction
type Topics = Wanted['of']

/** Who gets a notification. A post without an audience is for those who want articles. */
export const audienceOf = ({ audience, blogId }: Pick<Notification, 'audience' | 'blogId'>, topics: Topics): Audience =>
  audience ?? (blogId !== undefined ? audienceOfPosts(topics) : { to: 'everyone' })

/** The topics that a message to an audience is about. */
export const wantedOf = (audience: Audience, topics: Topics): Wanted | undefined =>
  audience.to === 'topics' ? { ids: audience.topics, of: topics } : undefined

/**
 * The confirmed subscribers of an audience who have not paused; nobody if what it names is gone (`missingIn`).
 * @param now ISO 8601
 * @param topics all that subscribers can choose
 */
export const selectRecipients = (db: Db, audience: Audience, { now, topics }: { now: string; topics: Topics }) =>
  db
    .selectFrom('subscribers')
    .where(receivesNow(now, wantedOf(audience, topics)))
    .where((subscriber) => isIn(subscriber, audience, topics))

/** How many get a message to an audience now. */
export async function countRecipients(database: Database, audience: Audience, topics: Topics): Promise<number> {
  const db = await readerFor(database, 'subscribers')
  const found = selectRecipients(db, audience, { now: database.now(), topics })
  return (await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** Addresses of subscribers are in lower case. */
export const addressOfRequest = sql<string>`lower("courseRequests"."email")`

/** A fixed id for each notification and subscriber, and so a fixed Message-ID, rules out duplicates. */
const deliveryId = (notificationId: Expression<string>) => sql<string>`${notificationId} || '.' || "subscribers"."id"`

function isIn(subscriber: ExpressionBuilder<Schema, 'subscribers'>, audience: Audience, topics: Topics) {
  const { exists, not, selectFrom, and } = subscriber
  switch (audience.to) {
    case 'everyone':
      return and([])
    case 'topics': {
      const exist = audience.topics.every((id) => topics.some((topic) => topic.id === id))
      return exist ? and([]) : sql<boolean>`1 = 0`
    }
    case 'import':
      return subscriber('importId', '=', audience.importId)
    case 'course':
      return subscriber(
        'subscribers.email',
        'in',
        selectFrom('courseRequests')
          .where('courseId', '=', audience.courseId)
          .where('deletedAt', 'is', null)
          .select(addressOfRequest.as('address')),
      )
    case 'got':
    case 'without': {
      const isSent = exists(
        selectFrom('notifications')
          .select('notifications.id')
          .where('notifications.id', '=', audience.notificationId)
          .where('notifications.fixedAt', 'is not', null),
      )
      const got = exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .where('deliveries.id', '=', deliveryId(sql.val(audience.notificationId)))
          .where('deliveries.state', '=', 'sent'),
      )
      return and([isSent, audience.to === 'got' ? got : not(got)])
    }
  }
}

/**
 * Makes a delivery for each recipient of a notification, due when its hold ends. They do not change any more; those who leave before the message are
 * skipped.
 */
export async function fixRecipients(
  trx: Transaction,
  notification: Pick<Notification, 'id' | 'audience' | 'blogId'>,
  now: string,
): Promise<void> {
  const { id } = notification
  const topics = await topicsIn(trx)
  const { numInsertedOrUpdatedRows: recipients = 0n } = await trx
    .insertInto('deliveries')
    .columns(['id', 'kind', 'subjectId', 'recipientId', 'state', 'priority', 'attempts', 'dueAt', 'createdAt'])
    .expression(() =>
      selectRecipients(trx, audienceOf(notification, topics), { now, topics })
        .innerJoin('notifications', (join) => join.on('notifications.id', '=', id))
        .select(({ ref }) => [
          deliveryId(ref('notifications.id')).as('id'),
          sql<'newsletter'>`'newsletter'`.as('kind'),
          'notifications.id as subjectId',
          'subscribers.id as recipientId',
          sql<'waiting'>`'waiting'`.as('state'),
          sql<number>`1`.as('priority'),
          sql<number>`0`.as('attempts'),
          'notifications.holdUntil as dueAt',
          'notifications.createdAt as createdAt',
        ]),
    )
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('notifications')
    .set(notifications.encode({ recipients: Number(recipients), fixedAt: now, audience: notification.audience }))
    .where('id', '=', id)
    .execute()
}
