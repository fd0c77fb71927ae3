import type { LinkContext } from '#content/render/record-links.ts'
import type { Covered } from '#contract/cover.ts'
import { mailWidth } from '#contract/mail-styles.ts'
import { isOwnImage, mailVariantFor } from '#contract/media.ts'
import { type PublicPerson, publishedContent } from '#features/published/published-content.shared.server.ts'
import { coverPicture, mailPicture } from '#media/server/mail-picture.ts'
import { type Database, type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { isLive, isPresent } from '#server/database/lifecycle.ts'
import { deleteRow, insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { blogCategories, type PostSummary } from './blog.contract.ts'
import { authorProfiles, blogPastSlugs, blogs } from './blog.table.ts'

/** The condition that visitors see a post at a time. */
export const isPublicPost = (now: string) => isLive(blogs, 'published', now)

export const isPresentPost = isPresent(blogs)

export const postContent = publishedContent({
  table: blogs,
  flag: 'published',
  statuses: ['published', 'draft'],
  text: 'content',
  person: { as: 'author', table: authorProfiles, column: 'authorId' },
  history: { table: blogPastSlugs, idColumn: 'blogId' },
  source: 'blog',
  toSearchable: ({ title, excerpt, category }, text) => ({ title, excerpt, category, body: text }),
  filters: { category: blogCategories },
  searched: ['title', 'category'],
})
const { present, withPerson, toSummary, toShown, texts } = postContent

const publishedPosts = (db: Db, now: string) => db.selectFrom('blogs').where(isPublicPost(now))
type Posts = ReturnType<typeof publishedPosts>

const newestFirst = (posts: Posts) => posts.orderBy('blogs.createdAt', 'desc').orderBy('blogs.id', 'desc')

/** Related posts: the newest of the same category, then the newest of the others. */
export async function relatedPosts(
  database: Database,
  post: Pick<PostSummary, '_id' | 'category'>,
  count: number,
): Promise<PostSummary[]> {
  const others = newestFirst(publishedPosts(database.db, database.now())).where('blogs.id', '!=', post._id)
  const read = (rows: Posts, most: number) => withPerson(rows).limit(most).execute()
  const same = await read(others.where('blogs.category', '=', post.category), count)
  const missing = count - same.length
  const rest = missing > 0 ? await read(others.where('blogs.category', '!=', post.category), missing) : []
  return [...same, ...rest].map(toSummary)
}

const highlightCount = 3

/** The newest published posts, and the newest of each category, in one query; newest first. */
export async function findHighlights(database: Database): Promise<PostSummary[]> {
  const newest = newestFirst(publishedPosts(database.db, database.now())).select('blogs.id').limit(1)
  // Each is a separate comparison, because PostgreSQL would read the whole table for one `in` among them.
  const ids = [
    ...Array.from({ length: highlightCount }, (_, place) => newest.offset(place)),
    ...blogCategories.map((category) => newest.where('blogs.category', '=', category)),
  ]
  const highlights = present(database).where((blog) => blog.or(ids.map((id) => blog('blogs.id', '=', id))))
  const rows = await withPerson(highlights).execute()
  return rows.map(toSummary).toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
}

export const publicPosts = postContent.list('visitor')

/** The newest published posts with their rendered content, for the feed. */
export async function newestPosts(
  context: LinkContext,
  count: number,
): Promise<(PostSummary & { contentHtml: string })[]> {
  const { database } = context
  const newest = newestFirst(publishedPosts(database.db, database.now())).limit(count)
  const rows = await withPerson(newest).select(texts).execute()
  return Promise.all(rows.map((row) => toShown(context, row)))
}

type PictureFields = Covered & { imageUrl?: string | undefined; imageAlt?: string | undefined }

/** The picture of a post for messages and the feed, sharp at twice the width of a message, or else its drawn cover. `src` is absolute. */
export const postPicture = async (
  database: Database,
  publicUrl: string,
  { imageUrl, imageAlt = '', ...drawn }: PictureFields,
): Promise<{ src: string; alt: string }> =>
  isOwnImage(imageUrl)
    ? { src: publicUrl + (await mailPicture(database, mailVariantFor(imageUrl, 2 * mailWidth))), alt: imageAlt }
    : { src: publicUrl + (await coverPicture(database, drawn)), alt: '' }

type Author = Row<typeof authorProfiles>

export const createAuthor = (trx: Transaction, author: NewRow<typeof authorProfiles>) =>
  insertRow(trx, authorProfiles, author)

export async function readAuthor({ db }: { db: Db }, id: string): Promise<Author> {
  const row = await db.selectFrom('authorProfiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return authorProfiles.decode(row)
}

/** Reads an author and keeps the row from other changes until the transaction ends. */
export async function lockAuthor(trx: Transaction, id: string): Promise<Author> {
  const rows = trx.selectFrom('authorProfiles').selectAll().where('id', '=', id).forUpdate()
  return authorProfiles.decode(await rows.executeTakeFirstOrThrow())
}

/** Whether posts that visitors see, will see or have seen name an author. */
export async function isShownAuthor(db: Db, id: string): Promise<boolean> {
  const posts = db.selectFrom('blogs').select('id').where('authorId', '=', id).where('published', '=', true)
  return (await posts.limit(1).executeTakeFirst()) !== undefined
}

/** The caller bumps the content version, since posts show their author. */
export const changeAuthor = (
  trx: Transaction,
  id: string,
  change: Partial<Pick<Author, 'name' | 'bio' | 'avatarUrl'>>,
) => updateRow(trx, authorProfiles, id, change)

/** Gives the authors with the company's name another one, unless it is the name of the person whose profile it is. */
export const renameDefaultAuthorProfiles = (trx: Transaction, from: string, to: string) =>
  trx
    .updateTable('authorProfiles')
    .set({ name: to, updatedAt: nowIn(trx) })
    .where('name', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.profileId', '=', 'authorProfiles.id')
            .whereRef('users.name', '=', 'authorProfiles.name'),
        ),
      ),
    )
    .execute()

export const deleteAuthor = (trx: Transaction, id: string) => deleteRow(trx, authorProfiles, id)

/** The authors of published posts with the newest one of each, most recent first. */
export const publicAuthors = (database: Database, limit: number): Promise<PublicPerson[]> =>
  postContent.newestFirst(postContent.publicPeople(database)).limit(limit).execute()
