import type { Transaction } from '#server/database/connect.ts'
import { deleteRow, insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import { indexForSearch, removeFromSearch } from '#server/database/search.ts'
import type { Row } from '#server/database/table.ts'
import { authorProfiles, blogPastSlugs, blogs } from './blog.table.ts'
import { searchSource } from './blog-queries.server.ts'

type Post = Row<typeof blogs>

/**
 * Adds a post and makes it findable; call it inside `changeContent`.
 * @param words the content without its markup (`extractText`), made before the transaction
 */
export async function createPost(trx: Transaction, post: NewRow<typeof blogs>, words: string): Promise<Post> {
  const row = await insertRow(trx, blogs, post)
  await index(trx, row, words)
  return row
}

/**
 * Changes a post; call it inside `changeContent`. When the slug of a published post changes, its old address leads to the new one.
 * @param words the content as it will be, without its markup
 * @returns false when there is no such post
 */
export async function updatePost(
  trx: Transaction,
  id: string,
  changes: Partial<NewRow<typeof blogs>>,
  words: string,
): Promise<boolean> {
  const before = await trx.selectFrom('blogs').select(['slug', 'published']).where('id', '=', id).executeTakeFirst()
  if (!before) return false
  await updateRow(trx, blogs, id, changes)
  const after = blogs.decode(await trx.selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  if (before.published && before.slug !== after.slug) {
    await trx
      .insertInto('blogPastSlugs')
      .values(blogPastSlugs.encode({ slug: before.slug, blogId: id }))
      .onConflict((conflict) => conflict.column('slug').doUpdateSet({ blogId: id }))
      .execute()
  }
  await index(trx, after, words)
  return true
}

/** Removes a post, its old addresses and what the search knows of it; call it inside `changeContent`. */
export async function deletePost(trx: Transaction, id: string): Promise<boolean> {
  await removeFromSearch(trx, searchSource, id)
  return deleteRow(trx, blogs, id)
}

const index = (trx: Transaction, { id, title, excerpt, category }: Post, body: string) =>
  indexForSearch(trx, searchSource, id, { title, excerpt, category, body })

/** Adds somebody whom posts are by. */
export const createAuthor = (trx: Transaction, author: NewRow<typeof authorProfiles>) =>
  insertRow(trx, authorProfiles, author)
