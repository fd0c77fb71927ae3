import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Posts and courses store their rendered HTML, so that no visit renders it. The program renders existing texts after the start. */
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
