import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What was shown in a session beside a password. Earlier sessions count as begun with a password alone. */
export const sessionFactors: Migration = {
  name: '0037-session-factors',
  async up(db) {
    await sql.raw('alter table "identitySessions" add column "secondFactor" text').execute(db)
  },
}
