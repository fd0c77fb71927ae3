import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The search index. The program makes the tokens (docs/decisions/006), so both indexes only store them: SQLite's splits at spaces alone
 * (every letter that is not ASCII is part of a word) and stores no copy of the texts; PostgreSQL's is a vector built token by token.
 */
export const search: Migration = {
  name: '0003-search',
  async up(db, kind) {
    if (kind === 'sqlite') {
      await sql`create table "searchDocuments" ("id" integer primary key, "source" text not null, "ref" text not null, unique ("source", "ref")) strict`.execute(
        db,
      )
      await sql`create virtual table "searchIndex" using fts5 (title, excerpt, category, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3')`.execute(
        db,
      )
    } else {
      await sql`create table "searchDocuments" ("id" integer generated always as identity primary key, "source" text not null, "ref" text not null, "words" tsvector not null, unique ("source", "ref"))`.execute(
        db,
      )
      await sql`create index "searchDocuments_words" on "searchDocuments" using gin ("words") with (fastupdate = off)`.execute(
        db,
      )
    }
  },
}
