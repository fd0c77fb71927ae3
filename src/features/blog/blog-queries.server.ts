import { type InferResult, sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { searchHits } from '#server/database/search.ts'
import { isStorable } from '#server/database/violations.ts'
import { offsetOf, pagesFor } from '#server/paging.ts'
import { blogCategories, type PostListQuery, type PostSummary } from './blog.contract.ts'
import { blogs } from './blog.table.ts'

/** The name of posts in the search index. */
export const searchSource = 'blog'
const nothing = { blogs: [], totalPages: 0 }

const publishedPosts = ({ db }: Database) => db.selectFrom('blogs').where('blogs.published', '=', true)
type Posts = ReturnType<typeof publishedPosts>

/** Posts with their authors, without their content. */
const withAuthors = (posts: Posts) =>
  posts
    .innerJoin('authorProfiles', 'authorProfiles.id', 'blogs.authorId')
    .select(blogs.select(['content', 'updatedBy']))
    .select(['authorProfiles.name as authorName', 'authorProfiles.avatarUrl as authorAvatarUrl', 'authorProfiles.bio as authorBio'])

const newestFirst = (posts: Posts) => posts.orderBy('blogs.createdAt', 'desc').orderBy('blogs.id', 'desc')

/** A selected post as the contract words it; columns that the contract does not know stay out of the answer by themselves. */
function toSummary(selected: InferResult<ReturnType<typeof withAuthors>>[number]): PostSummary {
  const { id, version: _, authorName, authorAvatarUrl, authorBio, ...post } = blogs.decode(selected)
  return { ...post, _id: id, author: { name: authorName, avatarUrl: authorAvatarUrl, bio: authorBio } }
}

/** One page of published posts: the newest first, or the best first when words are searched for. */
export async function listPosts(database: Database, query: PostListQuery): Promise<{ blogs: PostSummary[]; totalPages: number }> {
  const category = blogCategories.find((known) => known === query.category)
  if (query.category && !category) return nothing
  const hits = query.search?.trim() ? searchHits(database, searchSource, query.search) : undefined
  if (hits === null) return nothing

  let posts = publishedPosts(database)
  if (category) posts = posts.where('blogs.category', '=', category)
  if (hits) posts = posts.innerJoin(hits.as('hit'), 'hit.ref', 'blogs.id') as unknown as Posts
  const ranked = hits ? posts.orderBy(sql`"hit"."rank"`) : posts
  const [{ count }, page] = await Promise.all([
    posts.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    withAuthors(newestFirst(ranked)).limit(query.limit).offset(offsetOf(query)).execute(),
  ])
  return { blogs: page.map(toSummary), totalPages: pagesFor(count, query) }
}

/** A published post with its content, by id or by slug; undefined when there is none. */
export async function findPost(database: Database, idOrSlug: string): Promise<(PostSummary & { content: string }) | undefined> {
  if (!isStorable(idOrSlug)) return undefined
  const named = publishedPosts(database).where((blog) => blog.or([blog('blogs.id', '=', idOrSlug), blog('blogs.slug', '=', idOrSlug)]))
  const row = await withAuthors(named).select('blogs.content').executeTakeFirst()
  return row && { ...toSummary(row), content: row.content }
}

/** The slug of the published post that had this slug before. */
export async function findSlugNow({ db }: Database, pastSlug: string): Promise<string | undefined> {
  if (!isStorable(pastSlug)) return undefined
  const row = await db
    .selectFrom('blogPastSlugs')
    .innerJoin('blogs', 'blogs.id', 'blogPastSlugs.blogId')
    .where('blogPastSlugs.slug', '=', pastSlug)
    .where('blogs.published', '=', true)
    .select('blogs.slug')
    .executeTakeFirst()
  return row?.slug
}

/** What to read next: the newest of the same category, then the newest of the others. */
export async function relatedPosts(database: Database, post: Pick<PostSummary, '_id' | 'category'>, count: number): Promise<PostSummary[]> {
  const others = newestFirst(publishedPosts(database)).where('blogs.id', '!=', post._id)
  const same = await withAuthors(others.where('blogs.category', '=', post.category))
    .limit(count)
    .execute()
  const missing = count - same.length
  const rest =
    missing > 0
      ? await withAuthors(others.where('blogs.category', '!=', post.category))
          .limit(missing)
          .execute()
      : []
  return [...same, ...rest].map(toSummary)
}

/** The addresses of all published posts, newest first, with their times. */
export async function listPublicPosts(database: Database): Promise<{ slug: string; createdAt: string; updatedAt: string }[]> {
  return newestFirst(publishedPosts(database)).select(['slug', 'createdAt', 'updatedAt']).execute()
}

/** The newest published posts with their content. */
export async function newestPosts(database: Database, count: number): Promise<(PostSummary & { content: string })[]> {
  const rows = await withAuthors(newestFirst(publishedPosts(database)).limit(count))
    .select('blogs.content')
    .execute()
  return rows.map((row) => ({ ...toSummary(row), content: row.content }))
}
