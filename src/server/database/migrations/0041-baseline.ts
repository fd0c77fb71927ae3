import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'
import { content, proof } from '#server/database/migrations/baseline/content.ts'
import { mail } from '#server/database/migrations/baseline/mail.ts'
import { people } from '#server/database/migrations/baseline/people.ts'
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

/**
 * The program makes the search tokens (docs/decisions/006), so both indexes only store them. SQLite's only splits at spaces (every letter that
 * is not ASCII is part of a word) and stores no copy of the texts.
 */
const sqlite = [
  `create table "searchDocuments" (
    "id" integer primary key, "source" text not null, "ref" text not null, unique ("source", "ref")
  ) strict`,
  `create virtual table "searchIndex" using fts5 (title, excerpt, category, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3')`,
]

const postgres = [
  // Lower-cases letters of every script, whatever the server's locale: with "C", `lower` only knows ASCII. SQLite gets the function from the program.
  `do $$ begin
    if exists (select from pg_collation where collname = 'und-x-icu') then
      create function fold(text) returns text language sql immutable strict parallel safe as 'select lower($1 collate "und-x-icu")';
    else
      create function fold(text) returns text language sql immutable strict parallel safe as 'select lower($1)';
    end if;
  end $$`,
  `create table "searchDocuments" (
    "id" integer generated always as identity primary key, "source" text not null, "ref" text not null, "words" tsvector not null,
    unique ("source", "ref")
  )`,
  `create index "searchDocuments_words" on "searchDocuments" using gin ("words") with (fastupdate = off)`,
  // A separate table has the titles, with rows a tenth as wide: a search for a common word reads little.
  `create table "searchTitles" (
    "id" integer primary key references "searchDocuments" on delete cascade, "source" text not null, "ref" text not null,
    "words" tsvector not null
  )`,
  `create index "searchTitles_words" on "searchTitles" using gin ("words") with (fastupdate = off)`,
  // The database copies the titles itself.
  `create function "copySearchTitle"() returns trigger language plpgsql as $$ begin
        insert into "searchTitles" values (new."id", new."source", new."ref", strip(ts_filter(new."words", '{a}')))
        on conflict ("id") do update set "words" = excluded."words" where "searchTitles"."words" <> excluded."words";
        return null;
      end $$`,
  `create trigger "copySearchTitle" after insert or update on "searchDocuments" for each row execute function "copySearchTitle"()`,
]

async function createSearch(db: QueryExecutorProvider, kind: DatabaseKind): Promise<void> {
  for (const statement of kind === 'sqlite' ? sqlite : postgres) await sql.raw(statement).execute(db)
}
