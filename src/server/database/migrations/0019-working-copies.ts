import { makeTable } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Changes to live records that wait to be published. */
export const workingCopies: Migration = {
  name: '0019-working-copies',
  async up(db, kind) {
    await makeTable(db, kind, 'workingCopies', {
      key: ['entity', 'recordId'],
      columns: {
        entity: 'text',
        recordId: 'text',
        version: 'integer',
        base: 'integer',
        at: 'time',
        by: 'text',
        fields: 'json',
      },
    })
  },
}
