import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** When a person last proved who they are in a session. In earlier sessions nobody knows, so their owners are asked. */
export const sessionConfirmations: Migration = {
  name: '0039-session-confirmations',
  async up(db, kind) {
    const time = kind === 'sqlite' ? 'text' : 'timestamptz'
    await sql.raw(`alter table "identitySessions" add column "confirmedAt" ${time}`).execute(db)
  },
}
