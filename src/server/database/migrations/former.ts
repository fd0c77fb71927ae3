import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'
import { baseline } from './0041-baseline.ts'
import { addColumns, oneOf } from './make-table.ts'

type Change = (db: QueryExecutorProvider, kind: DatabaseKind) => Promise<void>

/** The migrations of version 0.1.0 that the baseline replaces, oldest first. A database may lack the last three, which change little. */
const names = [
  ...['0001-company', '0002-content', '0003-search', '0004-identity', '0005-who-changed-it', '0006-fold', '0010-mail'],
  ...['0011-rendered-texts', '0012-floods', '0013-delivery-subjects', '0014-titles-in-search', '0015-renderers'],
  ...['0016-revisions', '0017-people', '0018-lifecycle', '0019-working-copies', '0020-preview-links', '0021-roles'],
  ...['0022-sorted-lists', '0023-videos', '0025-site-settings', '0026-testimonials', '0027-questions'],
  ...['0028-activity', '0029-media-library', '0030-cases', '0031-search-appearance', '0032-openings'],
  ...['0033-second-factors', '0034-passkeys', '0035-case-appearance', '0036-first-steps', '0037-session-factors'],
  '0038-narrow-titles',
]

const last: Record<string, Change> = {
  '0039-session-confirmations': (db, kind) => addColumns(db, kind, 'identitySessions', { confirmedAt: 'time?' }),
  async '0040-marketing-and-invitations'(db, kind) {
    // SQLite can only change the rule of a column through a new column.
    const known = oneOf('nextRole', ['owner', 'marketing', 'editor', 'sales', 'viewer'])
    for (const statement of [
      `alter table "users" add column "nextRole" text not null default 'owner' check (${known})`,
      'update "users" set "nextRole" = "role"',
      'alter table "users" drop column "role"',
      'alter table "users" rename column "nextRole" to "role"',
    ])
      await sql.raw(statement).execute(db)
    await addColumns(db, kind, 'identityUsers', { invitedUntil: 'time?' })
  },
  '0041-decorative-pictures': (db, kind) =>
    addColumns(db, kind, 'mediaItems', { decorative: 'boolean' }, { decorative: false }),
}
const all = [...names, ...Object.keys(last)]

/**
 * The migrations of today that a database or a backup has had.
 * @param done the names that it knows
 * @returns undefined when it is older than version 0.1.0
 */
export function todaysNames(done: string[]): string[] | undefined {
  if (!done.some((name) => all.includes(name))) return done
  if (names.some((name) => !done.includes(name))) return
  return [baseline.name, ...done.filter((name) => !all.includes(name))]
}

/** Turns the schema of version 0.1.0, with or without its last three migrations, into that of the baseline. No row changes. */
export async function becomeBaseline(db: QueryExecutorProvider, kind: DatabaseKind, done: string[]): Promise<void> {
  for (const [name, change] of Object.entries(last)) if (!done.includes(name)) await change(db, kind)
  // The names that PostgreSQL generated.
  if (kind === 'postgres')
    for (const [table, from, to] of [
      ['subscribers', 'subscribers_state_check', 'subscribers_state'],
      ['users', 'users_nextRole_check', 'users_role'],
    ])
      await sql.raw(`alter table "${table}" rename constraint "${from}" to "${to}"`).execute(db)
  // The row of the first migration tells when the site was made.
  await sql`delete from "migrations" where "name" in (${sql.join(all.slice(1))})`.execute(db)
  await sql`update "migrations" set "name" = ${baseline.name} where "name" = ${all[0]}`.execute(db)
}
