import { decoded } from '#contract/addresses.ts'
import type { Database } from '#server/database/connect.ts'
import { isLive, presentRows } from '#server/database/lifecycle.ts'
import type { Table } from '#server/database/table.ts'

/** Where visitors find the records of an entity, for links that keep the record. */
export type LinkedPages = {
  /** The page of all records. A link leads there while visitors do not see its record. */
  list: string
  /** The current addresses of those of these records that visitors see, by their ids. */
  find(database: Database, ids: string[]): Promise<Map<string, string>>
  /** The id of the record at an address of the site. */
  at(database: Database, url: URL): Promise<string | undefined>
}

/** Those of an entity whose records have pages with their slug. */
export const pagesBySlug = (table: Table, flag: string, path: string): LinkedPages => ({
  list: path,
  async find({ db, now }, ids) {
    const rows = await presentRows(db, table)
      .select(['id', 'slug'])
      .where('id', 'in', ids)
      .where(isLive(table, flag, now()))
      .execute()
    return new Map(rows.map(({ id, slug }) => [id, `${path}/${encodeURIComponent(slug)}`]))
  },
  async at({ db }, { pathname }) {
    if (!pathname.startsWith(`${path}/`)) return undefined
    const slug = decoded(pathname.slice(path.length + 1))
    return (await presentRows(db, table).select('id').where('slug', '=', slug).executeTakeFirst())?.id
  },
})
