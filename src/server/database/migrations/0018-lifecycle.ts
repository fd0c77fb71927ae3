import { sql } from 'kysely'
import { addSchedule, addTrash, makeIndex } from './make-table.ts'
import type { Migration } from './migration.ts'

const present = { where: '"deletedAt" is null' }
/** At the end of an index, so that it tells by itself what is public. */
const schedule = ['publishAt', 'unpublishAt']
const newest = ['createdAt desc', 'id desc']

/** Lists that visitors see, by what they select. */
const lists: Record<string, Record<string, string[]>> = {
  blogs: { newest: ['published'], newest_in_category: ['published', 'category'] },
  courses: {
    newest: ['active'],
    newest_in_category: ['active', 'category'],
    newest_at_level: ['active', 'level'],
    featured: ['active', 'featured'],
  },
}

/** What staff delete goes to the trash, and what they publish appears and ends at a time. */
export const lifecycle: Migration = {
  name: '0018-lifecycle',
  async up(db, kind) {
    for (const table of ['blogs', 'courses', 'products', 'services', 'contactRequests']) await addTrash(db, kind, table)
    for (const table of ['blogs', 'courses', 'products', 'services']) await addSchedule(db, kind, table)
    await sql
      .raw(`alter table "blogs" add column "dateShown" ${kind === 'sqlite' ? 'text' : 'timestamptz'}`)
      .execute(db)

    for (const [table, indexes] of Object.entries(lists))
      for (const [name, columns] of Object.entries(indexes)) {
        await sql.raw(`drop index "${table}_${name}"`).execute(db)
        await makeIndex(db, table, name, [...columns, ...newest, ...schedule], present)
      }
    for (const [table, name, columns] of [
      ['blogs', 'newest_of_all', newest],
      ['contactRequests', 'newest', newest],
      ['contactRequests', 'by_status', ['status', ...newest]],
    ] as const) {
      await sql.raw(`drop index "${table}_${name}"`).execute(db)
      await makeIndex(db, table, name, [...columns], present)
    }
  },
}
