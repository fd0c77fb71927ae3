import { sql } from 'kysely'
import { addColumns, type Migration } from './make-table.ts'

/** Posts and openings have the time of their publication. Those that visitors have seen before get the date that was shown. */
export const publication: Migration = {
  name: '0057-publication',
  async up(db, kind) {
    for (const [table, flag] of [
      ['blogs', 'published'],
      ['openings', 'active'],
    ] as const) {
      await addColumns(db, kind, table, { publishedAt: 'time?' })
      const seen = sql`exists (select 1 from "revisions" where "entity" = ${sql.lit(table)} and "recordId" = ${sql.ref(`${table}.id`)} and "live")`
      await sql`update ${sql.table(table)} set "publishedAt" = coalesce("publishAt", "createdAt") where ${sql.ref(flag)} or ${seen}`.execute(
        db,
      )
    }
  },
}
