import { mediaIn } from '#contract/media.ts'
import { toPosition } from '#media/server/media-uses.ts'
import type { AppContext } from '#server/feature.ts'
import type { PageColumns, Resolver } from './resolver.server.ts'

const known = new WeakMap<PageColumns, ReturnType<typeof pointsOf>>()

/** The points of all pictures of a page, by their ids. */
async function pointsOf({ database: { db } }: AppContext, { sections }: PageColumns): Promise<Map<string, string>> {
  const ids = mediaIn(JSON.stringify(sections))
  if (ids.length === 0) return new Map()
  const moved = await db
    .selectFrom('mediaItems')
    .select(['id', 'focalX', 'focalY'])
    .where('id', 'in', ids)
    .where(({ or, eb }) => or([eb('focalX', '<>', 0.5), eb('focalY', '<>', 0.5)]))
    .execute()
  return new Map(moved.map(({ id, focalX, focalY }) => [id, toPosition(`${focalX} ${focalY}`) ?? '']))
}

/**
 * The points that the pictures of a section show in a smaller frame, by their ids. Those in the middle are left out. They are read once for all
 * sections of a page.
 */
export const pictureFocus: Resolver = async ({ section, page, context }) => {
  const points = await known.getOrInsertComputed(page, () => pointsOf(context, page))
  const own = mediaIn(JSON.stringify(section)).flatMap((id) => (points.has(id) ? [[id, points.get(id)]] : []))
  return own.length > 0 ? { focus: Object.fromEntries(own) } : {}
}

/** The ids of the logos in light colours, or on a dark ground of their own. */
export const lightLogos: Resolver = async ({ section, context: { database } }) => {
  const ids = mediaIn(JSON.stringify(section))
  if (ids.length === 0) return {}
  const light = await database.db
    .selectFrom('originals')
    .select('id')
    .where('id', 'in', ids)
    .where('tone', 'in', ['light', 'deep'])
    .execute()
  return { light: light.map(({ id }) => id) }
}
