import { parseImageUrl } from '#contract/media.ts'
import type { PageHead } from '#contract/page-head.ts'
import { blogs } from '#features/blog/blog.table.ts'
import { courses } from '#features/courses/courses.table.ts'
import { mediaItems } from '#media/media.table.ts'
import type { Database } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'

/** The tables whose records have an own appearance, by the first part of their addresses. */
const tables = { blog: blogs, courses } as const

/**
 * The head of a page as staff want search engines and link previews to have it: with the title, description and picture that they have set, and
 * with what the library knows of the picture. Only the document needs it, so that readers download none of it.
 */
export async function withOwnAppearance(database: Database, head: PageHead): Promise<PageHead> {
  const own = await findOwn(database, head)
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

async function findOwn({ db }: Database, { path = '', status = 200 }: PageHead) {
  const [, section = '', slug] = /^\/(blog|courses)\/([a-z0-9-]+)$/.exec(path) ?? []
  if (!slug || status !== 200) return undefined
  const table = tables[section as keyof typeof tables]
  const row: { seoTitle?: string; seoDescription?: string; socialImage?: string } | undefined = await anyTable(db)
    .selectFrom(table.name)
    .select(['seoTitle', 'seoDescription', 'socialImage'])
    .where('slug', '=', slug)
    .where(isPresent(table))
    .executeTakeFirst()
  return row
}

/** What is said of a picture in the library. A focal point that nobody has moved leaves the crop to the program. */
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
