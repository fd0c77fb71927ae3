import type { LinkParts } from '#content/render/record-links.ts'
import { publishedContent } from '#features/published/published-content.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { blogCategories, type PostSummary } from './blog.contract.ts'
import { authorProfiles, blogPastSlugs, blogs } from './blog.table.ts'
import { isPublicPost } from './posts.shared.server.ts'

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

const publishedPosts = (db: Database['db'], now: string) => db.selectFrom('blogs').where(isPublicPost(now))
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

/** How many of the newest posts are highlights in any category. */
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

/** All published posts, for the sitemap. */
export const publicPosts = postContent.list('visitor')

/** The newest published posts with their rendered content, for the feed. */
export async function newestPosts(parts: LinkParts, count: number): Promise<(PostSummary & { contentHtml: string })[]> {
  const { database } = parts
  const newest = newestFirst(publishedPosts(database.db, database.now())).limit(count)
  const rows = await withPerson(newest).select(texts).execute()
  return Promise.all(rows.map((row) => toShown(parts, row)))
}
