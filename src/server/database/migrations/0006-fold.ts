import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * `fold(text)` lower-cases letters of every script, whatever the server's locale (with "C", `lower` knows ASCII alone). In SQLite the
 * program defines the function when it opens the database.
 */
export const fold: Migration = {
  name: '0006-fold',
  async up(db, kind) {
    if (kind === 'sqlite') return
    await sql`
      do $$ begin
        if exists (select from pg_collation where collname = 'und-x-icu') then
          create function fold(text) returns text language sql immutable strict parallel safe as 'select lower($1 collate "und-x-icu")';
        else
          create function fold(text) returns text language sql immutable strict parallel safe as 'select lower($1)';
        end if;
      end $$
    `.execute(db)
  },
}
