import { sql } from 'kysely'
import { oneOf } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Each user has a role. Whoever had access before could do everything, so they are owners. */
export const roles: Migration = {
  name: '0021-roles',
  async up(db) {
    const known = oneOf('role', ['owner', 'editor', 'sales', 'viewer'])
    await sql.raw(`alter table "users" add column "role" text not null default 'owner' check (${known})`).execute(db)
  },
}
