import { sql } from 'kysely'
import { oneOf } from './make-table.ts'
import type { Migration } from './migration.ts'

/**
 * A fifth role, which the rule of the column has to know: SQLite changes such a rule with a new column alone. And until when the link works
 * with which an invited person chooses their first password; people from before count as having come.
 */
export const marketingAndInvitations: Migration = {
  name: '0040-marketing-and-invitations',
  async up(db, kind) {
    const time = kind === 'sqlite' ? 'text' : 'timestamptz'
    const known = oneOf('nextRole', ['owner', 'marketing', 'editor', 'sales', 'viewer'])
    for (const statement of [
      `alter table "users" add column "nextRole" text not null default 'owner' check (${known})`,
      'update "users" set "nextRole" = "role"',
      'alter table "users" drop column "role"',
      'alter table "users" rename column "nextRole" to "role"',
      `alter table "identityUsers" add column "invitedUntil" ${time}`,
    ])
      await sql.raw(statement).execute(db)
  },
}
