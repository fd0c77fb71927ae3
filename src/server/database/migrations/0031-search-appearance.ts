import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What search engines and link previews show of a post or course, where it is not its title, summary and picture. */
export const searchAppearance: Migration = {
  name: '0031-search-appearance',
  async up(db) {
    for (const table of ['blogs', 'courses'])
      for (const column of ['seoTitle', 'seoDescription', 'socialImage'])
        await sql.raw(`alter table "${table}" add column "${column}" text`).execute(db)
  },
}
