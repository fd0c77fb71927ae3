import { makeIndex, makeTable } from './make-table.ts'
import type { Migration } from './migration.ts'

/** A second factor beside the password: codes of an app, and recovery codes for when it is lost. */
export const secondFactors: Migration = {
  name: '0033-second-factors',
  async up(db, kind) {
    await makeTable(db, kind, 'identitySecondFactors', {
      key: ['userId'],
      columns: { userId: 'text', secret: 'text', confirmedAt: 'time?', lastStep: 'integer', createdAt: 'time' },
      references: { userId: 'identityUsers.id+' },
    })
    await makeTable(db, kind, 'identityRecoveryCodes', {
      key: ['hash'],
      columns: { hash: 'text', userId: 'text' },
      references: { userId: 'identityUsers.id+' },
    })
    await makeIndex(db, 'identityRecoveryCodes', 'user', ['userId'])
  },
}
