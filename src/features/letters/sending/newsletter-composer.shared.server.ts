import type { SelectQueryBuilder } from 'kysely'
import { forReader } from '#features/letters/message/message-text.shared.server.ts'
import {
  decodeSubscriber,
  listHeaders,
  reasonToSkip,
  subscriptionsOf,
} from '#features/newsletter/subscribers.shared.server.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Composer, ComposerContext } from '#server/mail/composer.ts'
import type { Delivery } from '#server/mail/deliveries.table.ts'
import type { MailMessage } from '#server/mail/mail.ts'
import type { RenderedContent } from './notifications.contract.ts'
import { type Notification, notifications } from './notifications.table.ts'
import { audienceOf, wantedOf } from './recipients.shared.server.ts'

/** Renders the message about a post or a letter for all of its recipients. */
export type RenderContent = (notification: Notification) => Promise<RenderedContent>

type LinkOf = (database: Database, publicUrl: string, subscriberId: string, notificationId: string) => Promise<string>

type NewsletterOptions = ComposerContext & {
  renderPost: RenderContent
  renderLetter: RenderContent
  /** The notifications about posts that visitors see, except the paused ones. */
  sendablePosts(db: Database['db']): SelectQueryBuilder<Schema, never, { id: string }>
  unsubscribeUrl: LinkOf
  preferencesUrl: LinkOf
  markBounced(trx: Transaction, subscriberId: string, reason: string): Promise<void>
}

/** Composes posts and letters. Each is rendered once for each of its versions; recipients differ only in their links. */
export function newsletterComposer({ unsubscribeUrl, preferencesUrl, ...parts }: NewsletterOptions): Composer {
  const { database, config, renderPost, renderLetter, sendablePosts, markBounced } = parts
  let last: (RenderedContent & { version: string; config: Config }) | undefined

  return {
    // Messages of a paused notification are held, and so are those of a post that is no longer public.
    sendableSubjects: (db) => {
      const letters = db.selectFrom('notifications').where('letterId', 'is not', null).where('pausedAt', 'is', null)
      return sendablePosts(db).unionAll(letters.select('notifications.id')).$asScalar()
    },
    async compose({ subjectId = '', recipientId = '' }: Delivery) {
      const row = await recipientOf(database, subjectId, recipientId)
      if (!row) return { skip: 'Removed' }
      const now = await parts.site.now()
      const { topics } = subscriptionsOf(now)
      const audience = audienceOf(notifications.decode(row), topics)
      const skip = reasonToSkip(decodeSubscriber(row), database.now(), wantedOf(audience, topics))
      if (skip !== undefined) return { skip }
      const version = `${subjectId} ${row.version}`
      if (last?.version !== version || last.config !== now) {
        const stored = await database.db.selectFrom('notifications').selectAll().where('id', '=', subjectId).execute()
        const [notification] = stored.map((one) => notifications.decode(one))
        if (!notification) return { skip: 'Removed' }
        const render = notification.letterId === undefined ? renderPost : renderLetter
        last = { version, config: now, ...(await render(notification)) }
      }
      return { message: await personal(last, row, { subscriberId: recipientId, notificationId: subjectId }) }
    },
    refused: (trx, { recipientId = '' }, reason) => markBounced(trx, recipientId, reason),
  }

  async function personal(
    { config: { company }, ...rendered }: RenderedContent & { config: Config },
    { email: to, name }: { email: string; name: string | null },
    { subscriberId, notificationId }: { subscriberId: string; notificationId: string },
  ) {
    const unsubscribe = await unsubscribeUrl(database, config.publicUrl, subscriberId, notificationId)
    const preferences = await preferencesUrl(database, config.publicUrl, subscriberId, notificationId)
    return {
      to,
      ...forReader(rendered, { name, unsubscribe, preferences }),
      replyTo: { name: company.brand, address: company.email },
      headers: listHeaders(company, unsubscribe),
    } satisfies Omit<MailMessage, 'messageId'>
  }
}

/** The recipient's address, state and topics, and the version of the post; a letter does not change any more. */
const recipientOf = ({ db }: Database, notificationId: string, subscriberId: string) =>
  db
    .selectFrom('notifications')
    .leftJoin('blogs', 'blogs.id', 'notifications.blogId')
    .innerJoin('subscribers', (join) => join.on('subscribers.id', '=', subscriberId))
    .where('notifications.id', '=', notificationId)
    .select([
      'blogs.version',
      'notifications.audience',
      'notifications.blogId',
      'subscribers.email',
      'subscribers.name',
      'subscribers.state',
      'subscribers.topics',
      'subscribers.pausedUntil',
    ])
    .executeTakeFirst()
