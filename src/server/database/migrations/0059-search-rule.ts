import { sql } from 'kysely'
import type { Migration } from './make-table.ts'

/** A new database notes the rule of its search index. One with records has none yet, so the next start indexes them again. */
export const searchRule: Migration = {
  name: '0059-search-rule',
  async up(db) {
    await sql`delete from "settings" where "name" in ('requests indexed', 'indexing requests')`.execute(db)
    await sql`insert into "settings" ("name", "value") select 'search rule', '1' where not exists (select 1 from "searchDocuments")`.execute(
      db,
    )
  },
}
