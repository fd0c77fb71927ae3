import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { readContentVersion } from '#server/database/content-version.ts'
import { byText, contains, isOneOf, sorted } from '#server/database/dialect.ts'
import type { AppContext } from '#server/feature.ts'
import { keyIn, parseRequest } from './addresses.server.ts'
import { publicPathsOf } from './check-redirects.server.ts'
import { addressIndex } from './index.server.ts'
import { firstDay } from './list-redirects.server.ts'
import { mask } from './missing.server.ts'
import type { MissingPath } from './redirects.contract.ts'

type Context = Pick<AppContext, 'config' | 'database' | 'entities' | 'pagePaths'>

type Query = { search?: string | undefined; sort?: string | undefined }

/** The paths of the last 30 days, the most frequent first. */
export function listMissing(context: Context, { search = '', sort = '-count' }: Query) {
  const { db } = context.database
  const summed = db
    .selectFrom('missingPaths')
    .select([
      'path',
      sql<number>`cast(sum("count") as integer)`.as('count'),
      sql<string>`min("firstAt")`.as('firstAt'),
      sql<string>`max("lastAt")`.as('lastAt'),
    ])
    .where('day', '>=', firstDay(context))
    .where('path', 'not in', db.selectFrom('dismissedPaths').select('path'))
    .groupBy('path')
    .as('missing')
  let rows = db.selectFrom(summed).selectAll()
  if (search !== '') rows = rows.where(contains({ db }, ['missing.path'], search))
  const keys = { path: byText(db, 'missing.path'), count: sql.ref('missing.count'), lastAt: sql.ref('missing.lastAt') }
  return sorted(rows, sort, keys, 'missing.path')
}

export const showMissing = (row: Omit<MissingPath, '_id' | 'masked'>): MissingPath => ({
  _id: row.path,
  ...row,
  ...(row.path.includes(mask) && { masked: true }),
})

const looked = new WeakMap<Database, string>()

/** Takes the paths that have a page or a redirect by now off the list. It looks once for each version of the content. */
export async function leaveFound(context: Context): Promise<void> {
  const { database } = context
  const { db } = database
  const version = await readContentVersion(database)
  if (looked.get(database) === version) return
  const rows = await db.selectFrom('missingPaths').select('path').distinct().execute()
  const paths = rows.map(({ path }) => path)
  const pages = await publicPathsOf(context, db, paths)
  const index = await addressIndex(database)
  const found = paths.filter((path) => {
    const url = parseRequest(path)
    return pages.has(path) || (url !== null && keyIn(index, url) !== undefined)
  })
  if (found.length > 0)
    await db
      .deleteFrom('missingPaths')
      .where(isOneOf(db, 'path', found))
      .execute()
  looked.set(database, version)
}
