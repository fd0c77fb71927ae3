import { makeIndex, makeTable, oneOf } from './make-table.ts'
import type { Migration } from './migration.ts'

/** The history of records. Records that exist get their first revision before their first change. */
export const revisions: Migration = {
  name: '0016-revisions',
  async up(db, kind) {
    await makeTable(db, kind, 'revisions', {
      key: ['entity', 'recordId', 'number'],
      columns: {
        entity: 'text',
        recordId: 'text',
        number: 'integer',
        startedAt: 'time',
        at: 'time',
        by: 'text?',
        byId: 'text?',
        kind: 'text',
        live: 'boolean',
        digests: 'json',
        fields: 'bytes',
      },
      checks: { kind: oneOf('kind', ['save', 'publish', 'unpublish', 'copy', 'found']) },
    })
    await makeIndex(db, 'revisions', 'by_age', ['entity', 'recordId', 'live', 'at'])
  },
}
