import { sql } from 'kysely'
import type { Migration } from './make-table.ts'

/** Instructors no longer name a colleague who was deleted. */
export const formerInstructors: Migration = {
  name: '0067-former-instructors',
  async up(db) {
    await sql`
      update "instructors" set "userId" = null
      where "userId" is not null and not exists (select 1 from "users" where "users"."id" = "instructors"."userId")`.execute(
      db,
    )
  },
}
