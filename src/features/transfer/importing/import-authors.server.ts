import { cleanText } from '#contract/clean-text.ts'
import { createAuthor } from '#features/blog/blog.shared.server.ts'
import { type ContentImportRow, type ContentItemRow, contentItems } from '../ground/transfer.table.ts'
import type { ImportContext } from './context.server.ts'
import { changeItem, rememberSource, sourceKey } from './import-store.server.ts'
import { cutAt } from './notes.server.ts'
import type { Media } from './store-media.server.ts'

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

/** As the form of a profile has them. */
const longestName = 100
const longestBio = 2_000

/** A profile without an account for each author who needs one. */
export async function createAuthors(
  { database }: ImportContext,
  row: ContentImportRow,
  { media, signal }: { media: Media; signal: AbortSignal },
): Promise<void> {
  const all = database.db.selectFrom('contentItems').selectAll().where('importId', '=', row.id)
  const ofAuthors = all.where('kind', '=', 'author').where('outcome', '=', 'new').where('done', '=', false)
  for (const stored of await ofAuthors.orderBy('place').execute()) {
    signal.throwIfAborted()
    const item = contentItems.decode(stored) as ContentItemRow
    const { data, recordId = '', sourceId, hash } = item
    if (!data || !('author' in data)) continue
    const { name, bio = '', picture } = data.author
    const shown = picture === undefined ? undefined : await media.urlOf(picture, {})
    const author = {
      id: recordId,
      name: cutAt(cleanText(name, ' ').trim(), longestName) || 'Unknown',
      bio: cutAt(cleanText(bio, '\n').trim(), longestBio),
      avatarUrl: shown && 'url' in shown ? shown.url : undefined,
    }
    await database.transaction(async (trx) => {
      await createAuthor(trx, author)
      await changeItem(trx, item, { done: true })
      const from = { source: sourceKey(row), sourceId, entity: 'authorProfiles', recordId, hash, version: undefined }
      await rememberSource(trx, { ...from, importId: row.id })
    })
  }
}
