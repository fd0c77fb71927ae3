import { randomUUID } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import { escapeHtml, shorten } from '#content/markup/plain-text.ts'
import { decodeSubscriber, listHeaders, reasonToSkip } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { subscriptionSettings } from '#features/subscribers/ground/subscription-settings.contract.ts'
import { markBounced } from '#features/subscribers/subscription/subscription.shared.server.ts'
import { preferencesUrl, unsubscribeUrl } from '#features/subscribers/subscription/subscription-links.shared.server.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import type { MailContext, MailKind } from '#server/mail/mail-kind.ts'
import { type Notification, notifications } from '../ground/newsletters.table.ts'
import type { MessageLinks, RenderedContent } from '../ground/notifications.contract.ts'
import { findNotification } from './notification-status.shared.server.ts'
import { audienceOf, wantedOf } from './recipients.shared.server.ts'

/** Renders the message about a post or a newsletter for all of its recipients. */
export type RenderContent = (notification: Notification) => Promise<RenderedContent>

export type NewsletterContext = MailContext & {
  renderPost: RenderContent
  renderNewsletter: RenderContent
  /** The notifications about posts that visitors see, except the paused ones. */
  sendablePosts(db: Db): SelectQueryBuilder<Schema, never, { id: string }>
}

/** Composes posts and newsletters. Each is rendered once for each of its versions; recipients differ only in their links. */
export const newsletter: MailKind<'newsletter', NewsletterContext> = (context) => {
  const { renderPost, renderNewsletter, sendablePosts, config, database, site } = context
  const { publicUrl } = config
  let last: (RenderedContent & { version: string; config: Config }) | undefined

  return {
    // Messages of a paused notification are held, and so are those of a post that is no longer public.
    sendableSubjects: (db) => {
      const newsletters = db
        .selectFrom('notifications')
        .where('newsletterId', 'is not', null)
        .where('pausedAt', 'is', null)
      return sendablePosts(db).unionAll(newsletters.select('notifications.id')).$asScalar()
    },
    async compose({ subjectId = '', recipientId = '' }) {
      const row = await recipientOf(database, subjectId, recipientId)
      if (!row) return { skip: 'Removed' }
      const now = await site.now()
      const { topics } = subscriptionSettings.of(now)
      const audience = audienceOf(notifications.decode(row), topics)
      const skip = reasonToSkip(decodeSubscriber(row), database.now(), wantedOf(audience, topics))
      if (skip !== undefined) return { skip }
      const version = `${subjectId} ${row.version}`
      if (last?.version !== version || last.config !== now) {
        const notification = await findNotification(database, { id: subjectId })
        if (!notification) return { skip: 'Removed' }
        const render = notification.newsletterId === undefined ? renderPost : renderNewsletter
        last = { version, config: now, ...(await render(notification)) }
      }
      const rendered = last
      const unsubscribe = await unsubscribeUrl(database, publicUrl, recipientId, subjectId)
      const preferences = await preferencesUrl(database, publicUrl, recipientId, subjectId)
      const { company } = rendered.config
      return {
        message: {
          to: row.email,
          ...forReader(rendered, { name: row.name, unsubscribe, preferences }),
          replyTo: { name: company.brand, address: company.email },
          headers: listHeaders(company, unsubscribe),
        },
      }
    },
    refused: (trx, { recipientId = '' }, reason) => markBounced(trx, recipientId, reason),
  }
}

/** The recipient's address, state and topics, and the version of the post; a newsletter does not change any more. */
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

/** Random, so that no text contains them: each reader's links and greeting replace them in a rendered message. */
export const placeholders: MessageLinks = {
  unsubscribe: `https://${randomUUID()}.invalid/`,
  preferences: `https://${randomUUID()}.invalid/`,
  greeting: `greeting-${randomUUID()}`,
}

type Reader = Omit<MessageLinks, 'greeting'> & { name?: string | undefined | null }

/** A rendered message with the links and the greeting of one reader. */
export function forReader({ subject, html, text, greeting: typed }: RenderedContent, { name, ...links }: Reader) {
  const own = { ...links, greeting: greetingFor(typed, name) }
  const fill = (rendered: string, write: (text: string) => string) =>
    Object.entries(own).reduce(
      (result, [key, value]) => result.replaceAll(placeholders[key as keyof MessageLinks], () => write(value)),
      rendered,
    )
  return { subject, html: fill(html, escapeHtml), text: fill(text, (plain) => plain) }
}

const usualGreeting = 'Hello,'

/** The greeting of one recipient: the name replaces `{name}`. Without a name, the space or comma that belongs to it goes too. @param template as typed */
export function greetingFor(template: string | undefined, name: string | undefined | null): string {
  const typed = template?.trim() || usualGreeting
  const known = name?.trim()
  if (known) return typed.replaceAll('{name}', () => known)
  if (!typed.includes('{name}')) return typed
  const rest = typed
    .replace(/^\{name\}\s*[,;:!–-]?\s*/, '')
    .replaceAll(/\s*\{name\}/g, '')
    .trim()
  return /[\p{L}\p{N}]/u.test(rest) ? rest.replace(/^./u, (newsletter) => newsletter.toUpperCase()) : usualGreeting
}

/** The most characters that mail programs show after the subject. */
const longestPreheader = 110

/** The first words of a text, for the list of messages. @param text with one line per block */
export const firstWords = (text: string) => shorten(text.replaceAll(/\s+/g, ' ').trim(), longestPreheader)

/** Addresses of ours that are not pages, and the pages of a subscription, whose addresses stay as they are. */
const notCounted = /^\/(?:api|assets|brand|files|media|newsletter)(?:[/?#]|$)/

/** A link of a message as a whole address. One to our pages names the message, to count visits. @param code that of the message; a preview has none */
export function messageLink(
  address: string,
  { publicUrl, code }: { publicUrl: string; code: string | undefined },
): string {
  const url = URL.parse(address, `${publicUrl}/`)
  const { origin } = new URL(publicUrl)
  if (!url || url.origin !== origin) return address
  const isPage = !notCounted.test(url.pathname) && !notCounted.test(url.hash.slice(1))
  if (code === undefined || !isPage || url.searchParams.has('via')) return url.href
  return `${url.origin}${url.pathname}${url.search}${url.search ? '&' : '?'}via=${code}${url.hash}`
}
