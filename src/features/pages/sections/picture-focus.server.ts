import { mediaIn } from '#contract/media.ts'
import { toPosition } from '#media/server/media-uses.ts'
import type { Resolver } from './resolver.server.ts'

/** The points that the pictures of a section show in a smaller frame, by their ids. Those in the middle are left out. */
export const pictureFocus: Resolver = async ({ section, context: { database } }) => {
  const ids = mediaIn(JSON.stringify(section))
  if (ids.length === 0) return {}
  const moved = await database.db
    .selectFrom('mediaItems')
    .select(['id', 'focalX', 'focalY'])
    .where('id', 'in', ids)
    .where(({ or, eb }) => or([eb('focalX', '<>', 0.5), eb('focalY', '<>', 0.5)]))
    .execute()
  return { focus: Object.fromEntries(moved.map(({ id, focalX, focalY }) => [id, toPosition(`${focalX} ${focalY}`)])) }
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
