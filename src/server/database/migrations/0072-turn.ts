import { sql } from 'kysely'
import type { Migration } from './make-table.ts'

/** Who writes next on a request has one name. */
export const turn: Migration = {
  name: '0072-turn',
  async up(db) {
    await sql`alter table "contactRequests" rename column "waitsFor" to "turn"`.execute(db)
  },
}
