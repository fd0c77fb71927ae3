import { createAuthor } from '#features/blog/blog.shared.server.ts'
import { changeContent } from '#server/database/content-version.ts'
import { type ContentImportRow, type ContentItemRow, contentItems } from '../ground/transfer.table.ts'
import type { ImportContext } from './context.server.ts'
import { batch, changeItem, rememberSource, sourceKey } from './import-store.server.ts'

/** The profiles of authors by their ids in the source. */
export async function authorsOf(
  { database: { db } }: ImportContext,
  { id }: ContentImportRow,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('contentItems')
    .select(['sourceId', 'recordId'])
    .where('importId', '=', id)
    .where('kind', '=', 'author')
    .where('recordId', 'is not', null)
    .execute()
  return new Map(rows.map(({ sourceId, recordId }) => [sourceId.replace(/^author /, ''), String(recordId)]))
}

const longestName = 200
const longestBio = 1_000

/** A profile without an account for each author who needs one. */
export async function createAuthors(
  { database }: ImportContext,
  row: ContentImportRow,
  signal: AbortSignal,
): Promise<void> {
  const all = database.db
    .selectFrom('contentItems')
    .selectAll()
    .where('importId', '=', row.id)
    .where('kind', '=', 'author')
  const waiting = await all.where('outcome', '=', 'new').where('done', '=', false).orderBy('place').execute()
  for (let at = 0; at < waiting.length; at += batch) {
    signal.throwIfAborted()
    await changeContent(database, async (trx) => {
      for (const stored of waiting.slice(at, at + batch)) {
        const item = contentItems.decode(stored) as ContentItemRow
        const { data, recordId = '', sourceId, hash } = item
        if (!data || !('author' in data)) continue
        const { name, bio = '' } = data.author
        await createAuthor(trx, {
          id: recordId,
          name: name.trim().slice(0, longestName).toWellFormed() || 'Unknown',
          bio: bio.slice(0, longestBio).toWellFormed(),
          avatarUrl: undefined,
        })
        await changeItem(trx, item, { done: true })
        await rememberSource(trx, {
          source: sourceKey(row),
          sourceId,
          entity: 'authorProfiles',
          recordId,
          hash,
          version: undefined,
          importId: row.id,
        })
      }
    })
  }
}
