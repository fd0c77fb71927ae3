import { sql } from 'kysely'
import { makeIndex } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Finds the newest public post of an author and course of an instructor, in place of the indexes that found all of them. */
export const people: Migration = {
  name: '0017-people',
  async up(db) {
    await sql.raw('drop index "blogs_author"').execute(db)
    await makeIndex(db, 'blogs', 'newest_of_author', ['authorId', 'published', 'createdAt desc', 'id desc'])
    await sql.raw('drop index "courses_instructor"').execute(db)
    await makeIndex(db, 'courses', 'newest_of_instructor', ['instructorId', 'active', 'createdAt desc', 'id desc'])
  },
}
