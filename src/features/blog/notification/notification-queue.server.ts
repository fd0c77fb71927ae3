import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '#server/database/connect.ts'
import { notifications } from './notifications.table.ts'

/** What saving a post says about telling the subscribers. */
type SavedPost = { id: string; published: boolean; sendNotification: boolean }

/**
 * Decides, in the transaction that saves a post, whether its subscribers are told, and writes a delivery for each: once a post, ever,
 * however often it is saved.
 * @param hold seconds until the first message may leave
 * @param by who saved it
 * @returns whether this saving queued them
 */
export async function queueNotification(
  trx: Transaction,
  post: SavedPost,
  { hold, by }: { hold: number; by?: string },
): Promise<boolean> {
  if (!post.published || !post.sendNotification) return false
  const now = Date.now()
  const id = randomUUIDv7()
  const [createdAt, holdUntil] = [now, now + hold * 1_000].map((moment) => new Date(moment).toISOString()) as [
    string,
    string,
  ]
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
    .columns(['id', 'kind', 'notificationId', 'subscriberId', 'state', 'priority', 'attempts', 'dueAt', 'createdAt'])
    .expression((from) =>
      from
        .selectFrom('notifications')
        .innerJoin('subscribers', (join) => join.on('subscribers.state', '=', 'confirmed'))
        .where('notifications.id', '=', id)
        .select(({ ref }) => [
          // The name of a delivery, and so its Message-ID, follows from who is told of what.
          sql<string>`${ref('notifications.id')} || '.' || ${ref('subscribers.id')}`.as('id'),
          sql<'newsletter'>`'newsletter'`.as('kind'),
          'notifications.id as notificationId',
          'subscribers.id as subscriberId',
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
