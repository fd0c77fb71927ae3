import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { type MessageTopics, receivesNow, topicsIn } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { type Database, type Db, type Transaction, timeIn } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { noteDue } from '#server/mail/queue.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { type Audience, audienceOfPosts } from '../ground/newsletters.contract.ts'
import { type MailedRecord, type Notification, notifications } from '../ground/newsletters.table.ts'
import { findNotification } from './notification-status.shared.server.ts'

type Topics = MessageTopics['of']

/** Who gets a notification. A post without an audience is for those who want articles. */
export const audienceOf = ({ audience, blogId }: Pick<Notification, 'audience' | 'blogId'>, topics: Topics): Audience =>
  audience ?? (blogId !== undefined ? audienceOfPosts(topics) : { to: 'everyone' })

/** The topics that a message to an audience is about. */
export const wantedOf = (audience: Audience, topics: Topics): MessageTopics | undefined =>
  audience.to === 'topics' ? { ids: audience.topics, of: topics } : undefined

/** The subscribers of an audience who get mail; nobody if what it names is gone (`missingIn`). @param now ISO 8601 @param topics all of them */
export const selectRecipients = (db: Db, audience: Audience, { now, topics }: { now: string; topics: Topics }) =>
  db
    .selectFrom('subscribers')
    .where(receivesNow(now, wantedOf(audience, topics)))
    .where((subscriber) => isIn(subscriber, audience, topics))

export async function countRecipients(database: Database, audience: Audience, topics: Topics): Promise<number> {
  const db = await readerFor(database, 'subscribers')
  const found = selectRecipients(db, audience, { now: database.now(), topics })
  return (await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** Addresses of subscribers are in lower case. */
export const addressOfRequest = sql<string>`lower("registrations"."email")`

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
        selectFrom('registrations')
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

/** Makes a delivery for each recipient, due when the hold ends. They do not change any more; those who leave before are skipped. */
export async function fixRecipients(
  trx: Transaction,
  notification: Pick<Notification, 'id' | 'audience' | 'blogId' | 'holdUntil'>,
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
  noteDue(trx, Math.max(0, Date.parse(notification.holdUntil) - timeIn(trx)))
  await trx
    .updateTable('notifications')
    .set(notifications.encode({ recipients: Number(recipients), fixedAt: now, audience: notification.audience }))
    .where('id', '=', id)
    .execute()
}

const choose = 'Choose another audience.'
const gone = {
  topics: `A topic of this audience no longer exists. ${choose}`,
  course: `The course of this audience was deleted. ${choose}`,
  import: `The import of this audience was deleted or undone. ${choose}`,
  newsletter: `The newsletter that this audience names was deleted. ${choose}`,
  unsent: `The newsletter that this audience names has not been sent yet. ${choose}`,
}

/** Why nobody is in an audience, since what it names is gone; undefined for one that exists. @param topics all that subscribers can choose */
export async function missingIn(db: Db, audience: Audience, topics: MessageTopics['of']): Promise<string | undefined> {
  switch (audience.to) {
    case 'everyone':
      return undefined
    case 'topics':
      return audience.topics.every((id) => topics.some((topic) => topic.id === id)) ? undefined : gone.topics
    case 'course': {
      const rows = db.selectFrom('courses').select('id').where('id', '=', audience.courseId)
      return (await rows.where('deletedAt', 'is', null).executeTakeFirst()) ? undefined : gone.course
    }
    case 'import': {
      const rows = db.selectFrom('imports').select('id').where('id', '=', audience.importId)
      const added = rows.where('appliedAt', 'is not', null).where('undoneAt', 'is', null)
      return (await added.executeTakeFirst()) ? undefined : gone.import
    }
    case 'got':
    case 'without': {
      const rows = db.selectFrom('notifications').select('fixedAt').where('id', '=', audience.notificationId)
      const found = await rows.executeTakeFirst()
      return found ? (found.fixedAt === null ? gone.unsent : undefined) : gone.newsletter
    }
  }
}

/** @throws HttpError 422 for an audience that does not exist */
export async function expectAudience(
  db: Db,
  audience: Audience,
  topics: MessageTopics['of'],
  path: string,
): Promise<void> {
  const missing = await missingIn(db, audience, topics)
  if (missing) throw invalid(path, missing)
}

/** The same for one that is saved. What was stored before may stay, so that a text can be saved after its audience has gone. */
export async function expectChosen(
  db: Db,
  { chosen, stored, path }: { chosen: Audience | null | undefined; stored: Audience | undefined; path: string },
  topics: MessageTopics['of'],
): Promise<void> {
  if (chosen && JSON.stringify(chosen) !== JSON.stringify(stored)) await expectAudience(db, chosen, topics, path)
}

/** @throws HttpError 409 with the names of unsent messages whose audience names this newsletter or post, which is about to be deleted for good */
export async function refuseIfNamed(trx: Transaction, about: MailedRecord): Promise<void> {
  const notification = await findNotification({ db: trx }, about)
  if (!notification) return
  const names = await namedBy(trx, notification.id)
  if (names.length === 0) return
  const titles = names.map((name) => `“${name}”`).join(', ')
  throw new HttpError(409, `The audience of ${titles} names this. Choose another audience there first.`)
}

async function namedBy(trx: Transaction, id: string): Promise<string[]> {
  const names = (audience: RawBuilder<unknown>) => sql<boolean>`cast(${audience} as text) like ${`%"${id}"%`}`
  const newsletters = await trx
    .selectFrom('newsletters')
    .leftJoin('notifications', 'notifications.newsletterId', 'newsletters.id')
    .select('newsletters.title')
    .where('newsletters.deletedAt', 'is', null)
    .where('notifications.fixedAt', 'is', null)
    // A newsletter that was confirmed goes to the audience of that moment.
    .where(names(sql`coalesce("notifications"."audience", "newsletters"."audience")`))
    .orderBy('newsletters.title')
    .limit(5)
    .execute()
  const posts = await trx
    .selectFrom('postMails')
    .innerJoin('blogs', 'blogs.id', 'postMails.blogId')
    .leftJoin('notifications', 'notifications.blogId', 'blogs.id')
    .select('blogs.title')
    .where('blogs.deletedAt', 'is', null)
    .where('notifications.id', 'is', null)
    .where(names(sql`"postMails"."audience"`))
    .orderBy('blogs.title')
    .limit(5)
    .execute()
  return [...newsletters, ...posts].map(({ title }) => title)
}
