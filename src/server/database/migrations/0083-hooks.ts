import { sql } from 'kysely'
import { addColumns, type Migration, makeTables } from './make-table.ts'

/** Webhooks, and what was sent to them; and when the message of a newsletter had been tried for everyone, of which they are told. */
export const hooks: Migration = {
  name: '0083-hooks',
  async up(db, kind) {
    await makeTables(db, kind, {
      hooks: {
        key: ['id'],
        columns: {
          id: 'text',
          url: 'text',
          form: 'text',
          events: 'json',
          courseId: 'text?',
          personal: 'boolean',
          active: 'boolean',
          secret: 'text',
          formerSecret: 'text?',
          formerSecretUntil: 'time?',
          failingSince: 'time?',
          pausedUntil: 'time?',
          offReason: 'text?',
          version: 'integer',
          createdAt: 'time',
          updatedAt: 'time',
          createdBy: 'text?',
          updatedBy: 'text?',
        },
        checks: { form: `"form" in ('generic', 'slack', 'teams', 'googleChat')` },
        indexes: { newest: ['createdAt', 'id'] },
      },
      hookDeliveries: {
        key: ['id'],
        columns: {
          id: 'text',
          hookId: 'text',
          event: 'text',
          body: 'text',
          recordId: 'text?',
          test: 'boolean',
          at: 'time',
          status: 'integer?',
          answer: 'text?',
          tookMs: 'integer?',
        },
        references: { hookId: 'hooks.id+' },
        indexes: {
          newest: ['hookId', 'at desc', 'id desc'],
          at: ['at'],
          record: { on: ['recordId'], where: '"recordId" is not null' },
        },
      },
    })
    await addColumns(db, kind, 'notifications', { triedAt: 'time?' })
    // Nobody is told of those of former versions.
    await sql`update "notifications" set "triedAt" = "fixedAt" where "fixedAt" is not null`.execute(db)
  },
}
