import type { Transaction } from '#server/database/connect.ts'
import { deleteRow, insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import { indexForSearch, removeFromSearch } from '#server/database/search.ts'
import type { Row } from '#server/database/table.ts'
import { authorProfiles, blogPastSlugs, blogs } from './blog.table.ts'
import { searchSource } from './blog-queries.server.ts'

type Post = Row<typeof blogs>

/**
 * Adds a post and indexes it for the search; call it inside `changeContent`.
 * @param text the content without its markup (`extractText`), extracted before the transaction
 */
export async function createPost(trx: Transaction, post: NewRow<typeof blogs>, text: string): Promise<Post> {
  const row = await insertRow(trx, blogs, post)
  await index(trx, row, text)
  return row
}

/**
 * Changes a post; call it inside `changeContent`. When the slug of a published post changes, the old one redirects to the new one.
 * @param text the new content without its markup
 * @returns false when there is no such post
 */
export async function updatePost(
  trx: Transaction,
  id: string,
  changes: Partial<NewRow<typeof blogs>>,
  text: string,
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
  await index(trx, after, text)
  return true
}

/** Removes a post, its slug history and its search entry; call it inside `changeContent`. */
export async function deletePost(trx: Transaction, id: string): Promise<boolean> {
  await removeFromSearch(trx, searchSource, id)
  return deleteRow(trx, blogs, id)
}

const index = (trx: Transaction, { id, title, excerpt, category }: Post, body: string) =>
  indexForSearch(trx, searchSource, id, { title, excerpt, category, body })

export const createAuthor = (trx: Transaction, author: NewRow<typeof authorProfiles>) =>
  insertRow(trx, authorProfiles, author)
