import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** An index of titles, so that a search reads only the records with a term in their title. SQLite's index does so already. */
export const titlesInSearch: Migration = {
  name: '0014-titles-in-search',
  async up(db, kind) {
    if (kind === 'sqlite') return
    await sql`create index "searchDocuments_titles" on "searchDocuments" using gin (ts_filter("words", '{a}')) with (fastupdate = off)`.execute(
      db,
    )
    // Without figures on the new index the database would not choose it.
    await sql`analyze "searchDocuments"`.execute(db)
  },
}
