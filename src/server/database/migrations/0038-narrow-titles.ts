import { sql } from 'kysely'
import { makeIndex } from './make-table.ts'
import type { Migration } from './migration.ts'

/**
 * Searches for common words read little. The titles of PostgreSQL's search index get a table of their own, whose rows are a tenth as wide: the
 * newest of thousands of titles were thousands of pages away. And in both databases an index alone tells whether a post is public.
 */
export const narrowTitles: Migration = {
  name: '0038-narrow-titles',
  async up(db, kind) {
    await makeIndex(db, 'blogs', 'live', ['id', 'published', 'publishAt', 'unpublishAt'], {
      where: '"deletedAt" is null',
    })
    if (kind === 'sqlite') return
    for (const statement of [
      `create table "searchTitles" ("id" integer primary key references "searchDocuments" on delete cascade, "source" text not null, "ref" text not null, "words" tsvector not null)`,
      `insert into "searchTitles" select "id", "source", "ref", strip(ts_filter("words", '{a}')) from "searchDocuments" order by "id"`,
      `create index "searchTitles_words" on "searchTitles" using gin ("words") with (fastupdate = off)`,
      'drop index "searchDocuments_titles"',
      // The database copies the titles itself, so that a process of an earlier version, which does not know the table, keeps it complete too.
      `create function "copySearchTitle"() returns trigger language plpgsql as $$ begin
        insert into "searchTitles" values (new."id", new."source", new."ref", strip(ts_filter(new."words", '{a}')))
        on conflict ("id") do update set "words" = excluded."words" where "searchTitles"."words" <> excluded."words";
        return null;
      end $$`,
      `create trigger "copySearchTitle" after insert or update on "searchDocuments" for each row execute function "copySearchTitle"()`,
      'analyze "searchTitles"',
    ])
      await sql.raw(statement).execute(db)
  },
}
