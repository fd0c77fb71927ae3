import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Posts and courses keep their text as the pages show it, so that no visit renders it. What is stored already is rendered by the program. */
export const renderedTexts: Migration = {
  name: '0011-rendered-texts',
  async up(db, kind) {
    const json = kind === 'sqlite' ? 'text' : 'jsonb'
    for (const table of ['blogs', 'courses']) {
      await sql.raw(`alter table "${table}" add column "renderedBy" text`).execute(db)
      await sql.raw(`alter table "${table}" add column "renderedHeadings" ${json}`).execute(db)
      await sql.raw(`alter table "${table}" add column "renderedHtml" text`).execute(db)
    }
  },
}
