import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What search engines and link previews show of a case study, where it is not its title, summary and picture. */
export const caseAppearance: Migration = {
  name: '0035-case-appearance',
  async up(db) {
    for (const column of ['seoTitle', 'seoDescription', 'socialImage'])
      await sql.raw(`alter table "cases" add column "${column}" text`).execute(db)
  },
}
