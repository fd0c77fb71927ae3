import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Finds the records with a term in their title without reading all that have it anywhere. SQLite's index does so already. */
export const titlesInSearch: Migration = {
  name: '0014-titles-in-search',
  async up(db, kind) {
    if (kind === 'postgres')
      await sql`create index "searchDocuments_titles" on "searchDocuments" using gin (ts_filter("words", '{a}')) with (fastupdate = off)`.execute(
        db,
      )
  },
}
