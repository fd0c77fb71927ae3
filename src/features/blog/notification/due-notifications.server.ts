import type { FastifyInstance } from 'fastify'
import { queueNotification } from '#features/letters/sending/notification-queue.shared.server.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import type { MailService } from '#server/mail/mail.ts'
import { workOnTime } from '#server/runtime/after-first-answer.ts'
import { isPublicPost } from '../posts.shared.server.ts'

type Parts = { config: Config; database: Database; mailService: MailService }

/** How long to wait at most before looking again, in milliseconds, since another process may have planned a post meanwhile. */
const longestWait = 20_000

/**
 * Queues the notifications about scheduled posts that have become public. Several processes may do so at once: a
 * post has one notification.
 * @returns how many were queued
 */
export async function queueDueNotifications({ config, database, mailService }: Parts): Promise<number> {
  const due = (db: Database['db'] | Transaction) =>
    db
      .selectFrom('blogs')
      .select(['blogs.id', 'blogs.updatedBy'])
      .where(isPublicPost(database.now()))
      .where('blogs.publishAt', 'is not', null)
      .where('blogs.sendNotification', '=', true)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('notifications').select('notifications.id').whereRef('notifications.blogId', '=', 'blogs.id'),
          ),
        ),
      )
  let queued = 0
  for (const { id } of await due(database.db).execute()) {
    const done = await database.transaction(async (trx) => {
      // It may have been changed or deleted since.
      const post = await due(trx).where('blogs.id', '=', id).forUpdate('blogs').executeTakeFirst()
      if (!post) return false
      const options = { hold: config.newsletter.hold, by: post.updatedBy ?? undefined }
      return queueNotification(trx, { id, published: true, sendNotification: true }, options)
    })
    if (done) queued++
  }
  if (queued > 0) mailService.wake()
  return queued
}

/** Queues notifications when their time comes: after the start, and then at each time at which a planned post appears. */
export function sendOnTime(app: FastifyInstance, parts: Parts): void {
  workOnTime(app, () =>
    queueDueNotifications(parts)
      .then(() => untilNext(parts.database))
      .catch((error) => {
        app.log.error(error, 'Planned notifications could not be queued')
        return longestWait
      }),
  )
}

async function untilNext(database: Database): Promise<number> {
  const { next } = await database.db
    .selectFrom('blogs')
    .where('publishAt', '>', database.now())
    .select(({ fn }) => fn.min('publishAt').as('next'))
    .executeTakeFirstOrThrow()
  return next ? Math.min(longestWait, Math.max(0, Date.parse(next) - database.clock())) : longestWait
}
