import type { CoverNumbers } from '#contract/cover.ts'
import type { PostMail } from '#features/newsletters/ground/newsletters.contract.ts'
import type { RenderedContent } from '#features/newsletters/ground/notifications.contract.ts'
import {
  type MessageContext,
  renderAnyway,
  renderMailText,
  testOf,
} from '#features/newsletters/message/newsletter-message.shared.server.ts'
import {
  messageLink,
  placeholders,
  type RenderContent,
} from '#features/newsletters/sending/newsletter-composer.shared.server.ts'
import { readPostMail } from '#features/newsletters/sending/notification-changes.shared.server.ts'
import type { Database, Db } from '#server/database/connect.ts'
import type { TypedPost } from '../blog.contract.ts'
import { isPresentPost, isPublicPost, postPicture } from '../blog.shared.server.ts'
import { blogs } from '../blog.table.ts'
import type { PostAnnouncementProps } from './post-announcement.mail.tsx'

/** The notifications about posts that visitors see, except the paused ones. */
export const sendablePosts = (database: Database) => (db: Db) =>
  db
    .selectFrom('notifications')
    .innerJoin('blogs', 'blogs.id', 'notifications.blogId')
    .where('notifications.pausedAt', 'is', null)
    .where(isPublicPost(database.now()))
    .select('notifications.id')

export const postRenderer =
  (context: MessageContext): RenderContent =>
  ({ blogId = '', code }) =>
    renderAnnouncement(context, blogId, {}, code)

/** The message about a post as it is now, published or not. @param typed values of the form in place of the stored ones */
export async function renderAnnouncement(
  context: MessageContext,
  blogId: string,
  { authorId, ...typed }: TypedPost = {},
  code?: string,
): Promise<RenderedContent> {
  const { database } = context
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
      'content',
      'authorProfiles.name as author',
    ])
    .executeTakeFirstOrThrow()
  const { author, ...stored } = blogs.decode(row)
  const mail = typed.mail === undefined ? await readPostMail(database.db, blogId) : typed.mail
  const named = (authorId && (await authorName(database, authorId))) || author
  return composeAnnouncement(context, { ...stored, ...typed, author: named, mail }, code)
}

/** The name under which an author's posts appear; undefined for an author who does not exist. */
export async function authorName({ db }: Pick<Database, 'db'>, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('authorProfiles').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}

type PostToAnnounce = Omit<PostAnnouncementProps['post'], 'url' | 'image'> & {
  slug: string
  imageUrl?: string | undefined
  imageAlt?: string | undefined
  cover?: CoverNumbers | null | undefined
  content?: string | undefined
  mail?: PostMail | null | undefined
}

/** The message about a post. It has the picture of the post's page. */
export async function composeAnnouncement(
  context: MessageContext,
  { slug, imageUrl, imageAlt, cover, content = '', mail, ...post }: PostToAnnounce,
  code?: string,
): Promise<RenderedContent> {
  const { config, database, site, render } = context
  const { publicUrl } = config
  const { category, excerpt, readTime, author } = post
  const drawn = { slug, category, imageUrl, imageAlt, cover: cover ?? undefined }
  const title = post.title || 'Untitled'
  const { company } = await site.now()
  const props: PostAnnouncementProps = {
    company,
    post: {
      title,
      excerpt,
      category,
      readTime,
      author,
      url: messageLink(`${publicUrl}/blog/${encodeURIComponent(slug)}`, { publicUrl, code }),
      image: await postPicture(database, publicUrl, drawn),
    },
    links: placeholders,
    preheader: mail?.preheader,
    greets: Boolean(mail?.greeting),
    html: mail?.whole
      ? (await renderAnyway(content, (text) => renderMailText(context, text, { code }))).html
      : undefined,
  }
  return {
    subject: mail?.subject?.trim() || title,
    greeting: mail?.greeting,
    ...(await render('PostAnnouncement', props)),
  }
}

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the post, its recipient the member of staff who asked for it, its payload the unsaved values. */
    notificationTest: TypedPost
  }
}

/** Composes the message about a post, published or not, for one member of staff. */
export const notificationTest = testOf<'notificationTest'>(async (context, id, typed) => {
  const posts = context.database.db.selectFrom('blogs').select('id').where('id', '=', id).where(isPresentPost)
  return (await posts.executeTakeFirst()) && renderAnnouncement(context, id, typed)
})
