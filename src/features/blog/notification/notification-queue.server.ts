import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '#server/database/connect.ts'
import { notifications } from './notifications.table.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the notification, its recipient the subscriber. */
    newsletter: true
  }
}

/** The part of a saved post that decides about its notification. */
type SavedPost = { id: string; published: boolean; sendNotification: boolean }

/**
 * Queues the notification about a published post, with a delivery for each confirmed subscriber, in the transaction that saves the post. It
 * does so once for each post, however often it is saved.
 * @param hold seconds until the first message may leave
 * @param by the name of the member of staff who saved it
 * @returns whether this call queued the notification
 */
export async function queueNotification(
  trx: Transaction,
  post: SavedPost,
  { hold, by }: { hold: number; by?: string | undefined },
): Promise<boolean> {
  if (!post.published || !post.sendNotification) return false
  const now = Date.now()
  const id = randomUUIDv7()
  const createdAt = new Date(now).toISOString()
  const holdUntil = new Date(now + hold * 1_000).toISOString()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notifications')
    .values(
      notifications.encode({
        id,
        blogId: post.id,
        recipients: 0,
        holdUntil,
        pausedAt: undefined,
        createdBy: by,
        createdAt,
      }),
    )
    .onConflict((conflict) => conflict.column('blogId').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false

  const { numInsertedOrUpdatedRows: recipients = 0n } = await trx
    .insertInto('deliveries')
    .columns(['id', 'kind', 'subjectId', 'recipientId', 'state', 'priority', 'attempts', 'dueAt', 'createdAt'])
    .expression((from) =>
      from
        .selectFrom('notifications')
        .innerJoin('subscribers', (join) => join.on('subscribers.state', '=', 'confirmed'))
        .where('notifications.id', '=', id)
        .select(({ ref }) => [
          // A fixed id for each post and subscriber, and so a fixed Message-ID, rules out duplicates.
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
    .set({ recipients: Number(recipients) })
    .where('id', '=', id)
    .execute()
  return true
}
