import { sql } from 'kysely'
import { content, proof } from '#server/database/migrations/baseline/content.ts'
import { mail } from '#server/database/migrations/baseline/mail.ts'
import { people } from '#server/database/migrations/baseline/people.ts'
import { createSearch } from '#server/database/migrations/baseline/search.ts'
import { media, records, site } from '#server/database/migrations/baseline/site.ts'
import { type Migration, makeTables } from './make-table.ts'

/** The whole schema of version 0.1.0, whose 37 migrations up to number 0041 it replaces (docs/decisions/005). */
export const baseline: Migration = {
  name: '0041-baseline',
  async up(db, kind) {
    for (const tables of [site, people, content(kind), proof, records, media, mail]) await makeTables(db, kind, tables)
    await sql`insert into "contentVersions" ("id", "version") values (1, 'new')`.execute(db)
    await createSearch(db, kind)
  },
}
