import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#content/markup/escape.ts'
import type { CoverNumbers } from '#contract/cover.ts'
import type { SubscriberState } from '#features/newsletter/newsletter.contract.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import type { Composer, ComposerContext } from '#server/mail/composer.ts'
import type { Delivery } from '#server/mail/deliveries.table.ts'
import type { MailMessage } from '#server/mail/mail.ts'
import { blogs } from '../blog.table.ts'
import { postPicture } from '../post-picture.server.ts'
import { isPublicPost } from '../posts.shared.server.ts'
import type { TypedPost } from './notifications.contract.ts'
import type { PostAnnouncementProps } from './post-announcement.mail.tsx'

/** Replaced in the rendered message by each recipient's own link. No text can contain it, because it is random. */
const placeholder = `https://${randomUUID()}.invalid/`

type Rendered = { version: string; config: Config; html: string; text: string; title: string }

type AnnouncementOptions = ComposerContext & {
  unsubscribeUrl(database: Database, publicUrl: string, subscriberId: string): Promise<string>
  markBounced(trx: Transaction, subscriberId: string, reason: string): Promise<void>
}

/** Composes the message about a post. It is rendered once for each version of the post; recipients differ only in the unsubscribe link. */
export function announcementComposer({ unsubscribeUrl, markBounced, ...parts }: AnnouncementOptions): Composer {
  const { database, config } = parts
  let last: Rendered | undefined

  return {
    // Messages of a paused notification are held, and so are those of a post that is no longer public.
    sendableSubjects: (db) =>
      db
        .selectFrom('notifications')
        .innerJoin('blogs', 'blogs.id', 'notifications.blogId')
        .where('notifications.pausedAt', 'is', null)
        .where(isPublicPost(database.now()))
        .select('notifications.id')
        .$asScalar(),
    async compose({ subjectId = '', recipientId = '' }: Delivery) {
      const row = await recipientOf(database, subjectId, recipientId)
      if (!row) return { skip: 'Removed' }
      if (row.state !== 'confirmed') return { skip: skipReasons[row.state] }
      const version = `${row.blogId} ${row.version}`
      const now = await parts.site.now()
      if (last?.version !== version || last.config !== now)
        last = { version, config: now, ...(await renderAnnouncement(parts, row.blogId, placeholder)) }
      return { message: await personal(last, row.email, recipientId) }
    },
    refused: (trx, { recipientId = '' }, reason) => markBounced(trx, recipientId, reason),
  }

  async function personal({ title, html, text, config: { company } }: Rendered, to: string, subscriberId: string) {
    const link = await unsubscribeUrl(database, config.publicUrl, subscriberId)
    return {
      to,
      subject: title,
      html: html.replaceAll(placeholder, () => escapeHtml(link)),
      text: text.replaceAll(placeholder, () => link),
      replyTo: { name: company.brand, address: company.email },
      headers: {
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': `${company.brand.replace(/[^\w .-]/g, '')} <newsletter.${company.domain}>`,
        Precedence: 'bulk',
        'Auto-Submitted': 'auto-generated',
      },
    } satisfies Omit<MailMessage, 'messageId'>
  }
}

const skipReasons: Record<Exclude<SubscriberState, 'confirmed'>, string> = {
  pending: 'Not confirmed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Address no longer accepts mail',
}

const recipientOf = ({ db }: Database, notificationId: string, subscriberId: string) =>
  db
    .selectFrom('notifications')
    .innerJoin('blogs', 'blogs.id', 'notifications.blogId')
    .innerJoin('subscribers', (join) => join.on('subscribers.id', '=', subscriberId))
    .where('notifications.id', '=', notificationId)
    .select(['blogs.id as blogId', 'blogs.version', 'subscribers.email', 'subscribers.state'])
    .executeTakeFirst()

/**
 * The message about a post as it is now, published or not.
 * @param unsubscribe the address of its unsubscribe link
 * @param typed values of the form in place of the stored ones
 */
export async function renderAnnouncement(
  { database, site, render }: ComposerContext,
  blogId: string,
  unsubscribe: string,
  { authorId, ...typed }: TypedPost = {},
) {
  const row = await database.db
    .selectFrom('blogs')
    .innerJoin('authorProfiles', 'authorProfiles.id', 'blogs.authorId')
    .where('blogs.id', '=', blogId)
    .select([
      'title',
      'excerpt',
      'category',
      'readTime',
      'slug',
      'imageUrl',
      'imageAlt',
      'cover',
      'authorProfiles.name as author',
    ])
    .executeTakeFirstOrThrow()
  const { author, ...stored } = blogs.decode(row)
  const post = { ...stored, ...typed, author: (authorId && (await authorName(database, authorId))) || author }
  const title = post.title || 'Untitled'
  const now = await site.now()
  return {
    title,
    ...(await render('postAnnouncement', await announcementOf(database, now, { ...post, title }, unsubscribe))),
  }
}

/** The name under which an author's posts appear; undefined for an author who does not exist. */
export async function authorName({ db }: Pick<Database, 'db'>, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('authorProfiles').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}

type Announced = Omit<PostAnnouncementProps['post'], 'url' | 'image'> & {
  slug: string
  imageUrl?: string | undefined
  imageAlt?: string | undefined
  cover?: CoverNumbers | null | undefined
}

/** The props of a post's message. It has the picture of the post's page. */
export async function announcementOf(
  database: Database,
  { company, publicUrl }: Config,
  { slug, imageUrl, imageAlt, cover, ...shown }: Announced,
  unsubscribeUrl: string,
): Promise<PostAnnouncementProps> {
  const { category } = shown
  const image = await postPicture(database, publicUrl, {
    slug,
    category,
    imageUrl,
    imageAlt,
    cover: cover ?? undefined,
  })
  return { company, post: { ...shown, url: `${publicUrl}/blog/${encodeURIComponent(slug)}`, image }, unsubscribeUrl }
}
