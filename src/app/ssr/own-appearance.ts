import { entities } from '#app/entities.server.ts'
import { parseImageUrl } from '#contract/media.ts'
import type { PageHead } from '#contract/page-head.ts'
import type { SearchAppearance } from '#contract/search-appearance.ts'
import { mediaItems } from '#media/media.table.ts'
import type { Database } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'

/**
 * The head of a page with the search appearance set by staff (title, description and picture) and the library's
 * description of the picture. Only the document needs it, so that readers download none of it.
 * @param pages the search appearance of pages that are not records, by path
 */
export async function withOwnAppearance(
  database: Database,
  head: PageHead,
  pages: Record<string, SearchAppearance> = {},
): Promise<PageHead> {
  const own = (head.status ?? 200) === 200 ? (pages[head.path ?? ''] ?? (await findOwn(database, head))) : undefined
  const image = own?.socialImage || head.image
  const described = await findPicture(database, image)
  return {
    ...head,
    ...(own?.seoTitle && { title: own.seoTitle, wholeTitle: true, cardTitle: head.title }),
    ...(own?.seoDescription && { description: own.seoDescription }),
    ...(image && { image }),
    ...described,
  }
}

/** The titles among them, by the paths of the pages. */
export const titlesIn = (pages: Record<string, SearchAppearance> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(pages).flatMap(([path, { seoTitle }]) => (seoTitle ? [[path, seoTitle]] : [])))

async function findOwn({ db }: Database, { path = '' }: PageHead): Promise<SearchAppearance | undefined> {
  const [, section, slug = ''] = /^(\/\w+)\/([a-z0-9-]+)$/.exec(path) ?? []
  const { table } = entities.find((entity) => entity.path !== undefined && entity.path === section) ?? {}
  if (!table || !('seoTitle' in table.columns)) return undefined
  return anyTable(db)
    .selectFrom(table.name)
    .select(['seoTitle', 'seoDescription', 'socialImage'])
    .where('slug', '=', slug)
    .where(isPresent(table))
    .executeTakeFirst()
}

/** The library's description of a picture. Without a chosen focal point the program decides the crop. */
async function findPicture({ db }: Database, url = ''): Promise<Pick<PageHead, 'imageAlt' | 'focus'>> {
  const ref = parseImageUrl(url)
  if (!ref) return {}
  const row = await db
    .selectFrom('mediaItems')
    .select(['alt', 'focalX', 'focalY'])
    .where('id', '=', ref.hash)
    .executeTakeFirst()
  if (!row) return {}
  const { alt, focalX: x, focalY: y } = mediaItems.decode(row)
  return { ...(alt && { imageAlt: alt }), ...((x !== 0.5 || y !== 0.5) && { focus: { x, y } }) }
}
