import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** When an owner has put the first steps on the dashboard away. */
export const firstSteps: Migration = {
  name: '0036-first-steps',
  async up(db, kind) {
    const time = kind === 'sqlite' ? 'text' : 'timestamptz'
    await sql.raw(`alter table "users" add column "firstStepsDismissedAt" ${time}`).execute(db)
  },
}
