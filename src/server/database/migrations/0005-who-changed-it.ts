import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Records who changed a record last, so that a conflict can name them. Instructors get versions as well. */
export const whoChangedIt: Migration = {
  name: '0005-who-changed-it',
  async up(db) {
    for (const table of ['products', 'services', 'blogs', 'courses', 'instructors'])
      await sql.raw(`alter table "${table}" add column "updatedBy" text`).execute(db)
    await sql.raw(`alter table "instructors" add column "version" integer not null default 1`).execute(db)
  },
}
