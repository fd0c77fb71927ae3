import type { CoverNumbers } from '#contract/cover.ts'
import type { RenderContent } from '#features/letters/sending/newsletter-composer.shared.server.ts'
import type { ReaderLinks } from '#features/letters/sending/notifications.contract.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { ComposerContext } from '#server/mail/composer.ts'
import { blogs } from '../blog.table.ts'
import { postPicture } from '../post-picture.server.ts'
import { isPublicPost } from '../posts.shared.server.ts'
import type { TypedPost } from './announcement.contract.ts'
import type { PostAnnouncementProps } from './post-announcement.mail.tsx'

/** The notifications about posts that visitors see, except the paused ones. */
export const sendablePosts = (database: Database) => (db: Database['db']) =>
  db
    .selectFrom('notifications')
    .innerJoin('blogs', 'blogs.id', 'notifications.blogId')
    .where('notifications.pausedAt', 'is', null)
    .where(isPublicPost(database.now()))
    .select('notifications.id')

/** Renders the message about a post as it is now, for all of its recipients. */
export const postRenderer =
  (context: ComposerContext): RenderContent =>
  ({ blogId = '' }, links) =>
    renderAnnouncement(context, blogId, links)

/**
 * The message about a post as it is now, published or not.
 * @param typed values of the form in place of the stored ones
 */
export async function renderAnnouncement(
  { database, site, render }: ComposerContext,
  blogId: string,
  links: ReaderLinks,
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
    subject: title,
    ...(await render('postAnnouncement', await announcementOf(database, now, { ...post, title }, links))),
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
  links: ReaderLinks,
): Promise<PostAnnouncementProps> {
  const { category } = shown
  const image = await postPicture(database, publicUrl, {
    slug,
    category,
    imageUrl,
    imageAlt,
    cover: cover ?? undefined,
  })
  return { company, post: { ...shown, url: `${publicUrl}/blog/${encodeURIComponent(slug)}`, image }, links }
}
