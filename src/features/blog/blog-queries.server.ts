import { type ExpressionBuilder, type InferResult, type SelectQueryBuilder, sql } from 'kysely'
import { renderingNames, renderingOrPlain } from '#content/render/stored-rendering.ts'
import type { StaffListQuery } from '#contract/fields.ts'
import { appearanceNames } from '#contract/search-appearance.ts'
import { coverFocus, toPosition } from '#media/server/cover-focus.ts'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/contains.ts'
import { isInState, scheduleStates } from '#server/database/lifecycle.ts'
import { type ContentList, inOrder, readPage } from '#server/database/list-pages.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { pageOf, pagesFor } from '#server/database/page.ts'
import type { Schema } from '#server/database/schema.ts'
import { findMatches, mostMatches } from '#server/database/search.ts'
import { byText, sorted } from '#server/database/sorted.ts'
import { hasCopy } from '#server/record/working-copies.ts'
import {
  type BlogCategory,
  blogCategories,
  type PostListQuery,
  type PostSummary,
  type StaffPost,
} from './blog.contract.ts'
import { blogs } from './blog.table.ts'
import { isPresentPost, isPublicPost } from './posts.shared.server.ts'

/** The source name of posts in the search index. */
export const searchSource = 'blog'
const empty = { blogs: [], totalPages: 0 }

/** Visitors see published posts; staff also see drafts, and who changed a post last. */
export type Reader = 'visitor' | 'staff'

/** All posts that are not in the trash. */
const allPosts = ({ db }: Pick<Database, 'db'>) => db.selectFrom('blogs').where(isPresentPost)
export const publishedPosts = (db: Database['db'], now: string) => db.selectFrom('blogs').where(isPublicPost(now))
const postsFor = (reader: Reader, db: Database['db'], now: string) =>
  reader === 'staff' ? allPosts({ db }) : publishedPosts(db, now)
type Posts = ReturnType<typeof publishedPosts>

/** What staff alone see in a list, and what nobody does. */
const staffColumns = ['version', 'updatedBy', 'publishAt', 'unpublishAt', 'dateShown'] as const
const hiddenColumns = [...renderingNames, ...appearanceNames, 'deletedAt', 'deletedBy'] as const
const ofStaff = staffColumns.map((name) => `blogs.${name}` as const)

/** Selects posts with their authors, without the content. */
const withAuthors = (posts: Posts, reader: Reader = 'visitor') =>
  posts
    .innerJoin('authorProfiles', 'authorProfiles.id', 'blogs.authorId')
    .select(blogs.select(['content', ...staffColumns, ...hiddenColumns]))
    .$if(reader === 'staff', (query) => query.select(ofStaff))
    .select([
      'authorProfiles.name as authorName',
      'authorProfiles.avatarUrl as authorAvatarUrl',
      'authorProfiles.bio as authorBio',
      coverFocus(blogs),
    ])

export const newestFirst = (posts: Posts) => posts.orderBy('blogs.createdAt', 'desc').orderBy('blogs.id', 'desc')

/** Maps a row to the contract's shape; the serializer drops columns that the contract does not name. */
export function toSummary<Selected extends InferResult<ReturnType<typeof withAuthors>>[number]>(selected: Selected) {
  const { id, authorName, authorAvatarUrl, authorBio, imageFocus, ...post } = blogs.decode(selected)
  const author = { name: authorName, avatarUrl: authorAvatarUrl, bio: authorBio }
  return { ...post, _id: id, imageFocus: toPosition(imageFocus), author }
}

/** The posts that a reader may see, of a category or of all. */
const postList = (reader: Reader, category?: BlogCategory): ContentList => ({
  table: 'blogs',
  key: `posts ${reader} ${category ?? ''}`,
  rows: (db, now) => {
    const posts = postsFor(reader, db, now)
    return category ? posts.where('blogs.category', '=', category) : posts
  },
})

/** One page of posts, newest first, or best matches first in a search. Staff get all matches unless they name a page. */
export async function listPosts(
  database: Database,
  query: PostListQuery,
  reader: Reader = 'visitor',
): Promise<{ blogs: PostSummary[]; totalPages: number }> {
  const category = blogCategories.find((name) => name === query.category)
  if (query.category && !category) return empty
  const list = postList(reader, category)
  const search = query.search?.trim() && {
    source: searchSource,
    query: query.search,
    category,
    most: mostMatches[reader],
  }
  const page =
    search && reader === 'staff' && query.page === undefined
      ? { page: 1, limit: mostMatches.staff }
      : { page: query.page ?? 1, limit: query.limit }
  const { ids, count } = search
    ? pageOf(await findMatches(database, search, list), page)
    : await readPage(database, list, page)
  if (ids.length === 0) return { blogs: [], totalPages: pagesFor(count, page) }
  const rows = await withAuthors(allPosts(database).where('blogs.id', 'in', ids), reader).execute()
  return { blogs: inOrder(rows, ids).map(toSummary), totalPages: pagesFor(count, page) }
}

/** All posts, or those of a category, as staff see the public list, newest first. */
export async function allListedPosts(database: Database, category?: string) {
  const db = await readerFor(database, 'blogs')
  const posts = withAuthors(allPosts({ db }), 'staff')
  return category === undefined ? posts : posts.where('blogs.category', '=', category as BlogCategory)
}

const content = ['blogs.content', 'blogs.renderedHtml', 'blogs.renderedHeadings'] as const

/** A post by id or slug, with its content as typed and rendered. Visitors find only published posts. */
export async function findPost(database: Database, idOrSlug: string, reader: Reader = 'visitor') {
  const named = postsFor(reader, database.db, database.now()).where((blog) =>
    blog.or([blog('blogs.id', '=', idOrSlug), blog('blogs.slug', '=', idOrSlug)]),
  )
  const row = await withAuthors(named, reader).select(content).executeTakeFirst()
  if (!row) return undefined
  const found = toSummary(row)
  const { html, headings } = renderingOrPlain(found.content, found)
  return { ...found, contentHtml: html, headings }
}

/** A post as the editor loads it. */
export async function findStaffPost(database: Database, id: string): Promise<StaffPost | undefined> {
  const row = await withAuthors(allPosts(database).where('blogs.id', '=', id))
    .select([...ofStaff, ...appearanceNames, 'blogs.content'])
    .executeTakeFirst()
  return row && toSummary(row)
}

/** The content of a post, if it has never been rendered. */
export const findUnrendered = (database: Database, id: string) =>
  allPosts(database)
    .where('blogs.id', '=', id)
    .where('blogs.renderedHtml', 'is', null)
    .select('content')
    .executeTakeFirst()

/** Maps a row of `staffPosts`. SQLite has no booleans. */
export const toStaffSummary = <Selected extends Parameters<typeof toSummary>[0]>(
  selected: Selected & { changesWaiting: unknown },
) => ({ ...toSummary(selected), changesWaiting: Boolean(selected.changesWaiting) || undefined })

const hasStatus = (status: string, now: string) => {
  if (status === 'published') return isPublicPost(now)
  const state = scheduleStates.find((name) => name === status)
  if (state) return isInState(blogs, 'published', state, now)
  return (blog: ExpressionBuilder<Schema, 'blogs'>) =>
    status === 'draft' ? blog('blogs.published', '=', false) : blog.lit(false)
}

/** The staff's list, without an order. `search` looks in title and category; `status` is published, draft, scheduled or ended. */
export async function staffPosts(database: Database, { search, status }: StaffListQuery) {
  const db = await readerFor(database, 'blogs')
  let posts = allPosts({ db })
  if (search) posts = posts.where(contains({ db }, ['blogs.title', 'blogs.category'], search))
  if (status) posts = posts.where(hasStatus(status, database.now()))
  return withAuthors(posts).select([...ofStaff, hasCopy(blogs).as('changesWaiting')])
}

/** Puts the staff's list into its order: newest first unless `sort` says otherwise. */
export const inListOrder = <Row>(
  { db }: Database,
  posts: SelectQueryBuilder<Schema, 'blogs' | 'authorProfiles', Row>,
  sort = '-createdAt',
) =>
  sorted(
    posts,
    sort,
    {
      title: byText(db, 'blogs.title'),
      category: byText(db, 'blogs.category'),
      createdAt: sql.ref('blogs.createdAt'),
    },
    'blogs.id',
  )

/** Related posts: the newest of the same category, then the newest of the others. */
export async function relatedPosts(
  database: Database,
  post: Pick<PostSummary, '_id' | 'category'>,
  count: number,
): Promise<PostSummary[]> {
  const others = newestFirst(publishedPosts(database.db, database.now())).where('blogs.id', '!=', post._id)
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

/** How many of the newest posts are highlights whatever their category. */
const highlightCount = 3

/** The newest published posts, and the newest of each category, in one query; newest first. */
export async function findHighlights(database: Database): Promise<PostSummary[]> {
  const newest = newestFirst(publishedPosts(database.db, database.now())).select('blogs.id').limit(1)
  // Each is a comparison of its own, because PostgreSQL would read the whole table for one `in` among them.
  const ids = [
    ...Array.from({ length: highlightCount }, (_, place) => newest.offset(place)),
    ...blogCategories.map((category) => newest.where('blogs.category', '=', category)),
  ]
  const rows = await withAuthors(allPosts(database))
    .where((blog) => blog.or(ids.map((id) => blog('blogs.id', '=', id))))
    .execute()
  return rows.map(toSummary).toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
}

/** All published posts, for the sitemap. */
export const publicPosts = postList('visitor')

/** The newest published posts with their rendered content, for the feed. */
export async function newestPosts(
  database: Database,
  count: number,
): Promise<(PostSummary & { contentHtml: string })[]> {
  const rows = await withAuthors(newestFirst(publishedPosts(database.db, database.now())).limit(count))
    .select(content)
    .execute()
  return rows.map(toSummary).map((post) => ({ ...post, contentHtml: renderingOrPlain(post.content, post).html }))
}
