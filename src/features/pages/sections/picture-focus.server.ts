import { mediaIn } from '#contract/media.ts'
import { toPosition } from '#media/server/media-uses.ts'
import type { Db } from '#server/database/connect.ts'
import type { PageColumns, Resolver, ToResolve } from './resolver.server.ts'

/** Finds something about the pictures of a section, by their ids. It is read once for all sections of a page. */
function ofPictures<Found>(read: (db: Db, ids: string[]) => Promise<(readonly [id: string, found: Found])[]>) {
  async function readAll({ page, context }: ToResolve): Promise<Map<string, Found>> {
    const ids = mediaIn(JSON.stringify(page.sections))
    return new Map(ids.length > 0 ? await read(context.database.db, ids) : [])
  }
  const known = new WeakMap<PageColumns, ReturnType<typeof readAll>>()
  return async (of: ToResolve): Promise<Map<string, Found>> => {
    const own = new Set(mediaIn(JSON.stringify(of.section)))
    const all = await known.getOrInsertComputed(of.page, () => readAll(of))
    return new Map([...all].filter(([id]) => own.has(id)))
  }
}

const pointsOf = ofPictures(async (db, ids) => {
  const moved = await db
    .selectFrom('mediaItems')
    .select(['id', 'focalX', 'focalY'])
    .where('id', 'in', ids)
    .where(({ or, eb }) => or([eb('focalX', '<>', 0.5), eb('focalY', '<>', 0.5)]))
    .execute()
  return moved.map(({ id, focalX, focalY }) => [id, toPosition(`${focalX} ${focalY}`) ?? ''] as const)
})

/** The points that the pictures of a section show in a smaller frame, by their ids. Those in the middle are left out. */
export const pictureFocus: Resolver = async (of) => {
  const points = await pointsOf(of)
  return points.size > 0 ? { focus: Object.fromEntries(points) } : {}
}

const lightOf = ofPictures(async (db, ids) => {
  const light = db.selectFrom('originals').select('id').where('id', 'in', ids).where('tone', 'in', ['light', 'deep'])
  return (await light.execute()).map(({ id }) => [id, true] as const)
})

/** The ids of the logos in light colours, or on a dark ground of their own. */
export const lightLogos: Resolver = async (of) => {
  const light = await lightOf(of)
  return light.size > 0 ? { light: [...light.keys()] } : {}
}
