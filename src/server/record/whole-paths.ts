import type { Database } from '#server/database/connect.ts'
import { createContentCache } from '#server/database/content-version.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { Entity, PathOwner } from './entity.ts'

/** Records with their whole paths share the addresses of the site with the pages of the program, which come first. */
type Context = { database: Database; entities: Entity[]; pathOwner: PathOwner }

const withWholePaths = (entities: Entity[]) => entities.filter(({ path }) => path === '')

const cache = createContentCache<Set<string>>(1)

/** All paths that such records have or had, without the first slash. Nobody finds a record at any other path, so one look here is enough. */
export const wholePaths = ({ database, entities, pathOwner }: Context): Promise<Set<string>> =>
  cache(database, 'paths', async () => {
    const paths = new Set<string>()
    for (const { table, formerSlugs } of withWholePaths(entities)) {
      for (const { path } of await anyTable(database.db).selectFrom(table.name).select('path').execute())
        paths.add(path)
      for (const { slug } of (await formerSlugs?.(database)) ?? []) paths.add(slug)
    }
    for (const path of paths) if (await pathOwner(path)) paths.delete(path)
    return paths
  })

/** @param advice a sentence after the message @throws HttpError 409 for a path that the program needs */
export async function expectFreePath(path: string, pathOwner: PathOwner, advice?: string): Promise<void> {
  const owner = await pathOwner(path)
  if (owner === undefined) return
  const belongs = `/${path.split('/', 1)[0]} belongs to ${owner}`
  const message = advice ? `${belongs}. ${advice}` : belongs
  throw new HttpError(409, message, [{ path: 'path', message }], { code: 'reserved' })
}

type LostPage = { entity: string; _id: string; name: string; path: string; owner: string }

/** The public records whose paths a later version of the program needs: visitors do not find them there any more. */
export async function lostPages({ database, entities, pathOwner }: Context): Promise<LostPage[]> {
  const lost: LostPage[] = []
  for (const { table, nameColumn, flag } of withWholePaths(entities)) {
    const rows = presentRows(database.db, table).select(['id as _id', `${nameColumn} as name`, 'path'])
    for (const row of await rows.where(String(flag), '=', true).orderBy('id').execute()) {
      const owner = await pathOwner(row.path)
      if (owner !== undefined) lost.push({ entity: table.name, ...row, owner })
    }
  }
  return lost
}
