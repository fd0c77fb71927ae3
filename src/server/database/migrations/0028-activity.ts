import { makeIndex, makeTable } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Who did what to which record. */
export const activity: Migration = {
  name: '0028-activity',
  async up(db, kind) {
    await makeTable(db, kind, 'activity', {
      key: ['id'],
      columns: {
        id: 'text',
        at: 'time',
        kind: 'text',
        what: 'text',
        by: 'text?',
        byId: 'text?',
        entity: 'text?',
        recordId: 'text?',
        recordName: 'text?',
        changes: 'json?',
        address: 'text?',
        device: 'text?',
        count: 'integer',
        lastAt: 'time',
        countedAs: 'text?',
      },
      unique: ['countedAs'],
    })
    await makeIndex(db, 'activity', 'by_time', ['at'])
    await makeIndex(db, 'activity', 'by_person', ['byId', 'id'])
    await makeIndex(db, 'activity', 'by_kind', ['kind', 'id'])
    await makeIndex(db, 'activity', 'by_record', ['entity', 'recordId', 'id'])
  },
}
