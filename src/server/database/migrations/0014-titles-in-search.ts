import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** An index of titles, so that a search reads only the records with a term in their title. SQLite's index does so already. */
export const titlesInSearch: Migration = {
  name: '0014-titles-in-search',
  async up(db, kind) {
    if (kind === 'postgres')
      await sql`create index "searchDocuments_titles" on "searchDocuments" using gin (ts_filter("words", '{a}')) with (fastupdate = off)`.execute(
        db,
      )
  },
}
