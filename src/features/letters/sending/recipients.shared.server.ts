import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Audience } from '../letters.contract.ts'

type Db = Database['db'] | Transaction

/** The confirmed subscribers of an audience who have not paused. @param now ISO 8601 */
export function selectRecipients(db: Db, audience: Audience, now: string) {
  return db
    .selectFrom('subscribers')
    .where('subscribers.state', '=', 'confirmed')
    .where(({ eb, or }) => or([eb('pausedUntil', 'is', null), eb('pausedUntil', '<=', now)]))
    .where((subscriber) => isIn(subscriber, audience))
}

function isIn(subscriber: ExpressionBuilder<Schema, 'subscribers'>, audience: Audience) {
  const { exists, not, selectFrom } = subscriber
  switch (audience.to) {
    case 'everyone':
      return sql<SqlBool>`true`
    case 'topics':
      return sql<SqlBool>`true`
    case 'import':
      return subscriber('importId', '=', audience.importId)
    case 'course':
      return exists(
        selectFrom('courseRequests')
          .select('courseRequests.id')
          .where('courseId', '=', audience.courseId)
          .where('deletedAt', 'is', null)
          .where(sql`lower("courseRequests"."email")`, '=', sql.ref('subscribers.email')),
      )
    case 'without':
      return not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .where('kind', '=', 'newsletter')
            .where('subjectId', '=', audience.notificationId)
            .where('deliveries.state', '=', 'sent')
            .whereRef('recipientId', '=', 'subscribers.id'),
        ),
      )
  }
}

/**
 * Makes a delivery for each recipient of a notification, due when its hold ends. They do not change any more; those who leave before the message are
 * skipped.
 * @param now ISO 8601
 */
export async function fixRecipients(
  trx: Transaction,
  { id, audience = { to: 'everyone' } }: { id: string; audience?: Audience | undefined },
  now: string,
): Promise<void> {
  const { numInsertedOrUpdatedRows: recipients = 0n } = await trx
    .insertInto('deliveries')
    .columns(['id', 'kind', 'subjectId', 'recipientId', 'state', 'priority', 'attempts', 'dueAt', 'createdAt'])
    .expression(() =>
      selectRecipients(trx, audience, now)
        .innerJoin('notifications', (join) => join.on('notifications.id', '=', id))
        .select(({ ref }) => [
          // A fixed id for each notification and subscriber, and so a fixed Message-ID, rules out duplicates.
          sql<string>`${ref('notifications.id')} || '.' || ${ref('subscribers.id')}`.as('id'),
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
    .set({ recipients: Number(recipients), fixedAt: now })
    .where('id', '=', id)
    .execute()
}
