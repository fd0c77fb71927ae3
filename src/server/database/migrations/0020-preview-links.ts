import { makeIndex, makeTable } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Links with which people outside see what is not public yet. */
export const previewLinks: Migration = {
  name: '0020-preview-links',
  async up(db, kind) {
    await makeTable(db, kind, 'previewLinks', {
      key: ['id'],
      columns: {
        id: 'text',
        tokenHash: 'text',
        entity: 'text',
        recordId: 'text',
        by: 'text',
        createdAt: 'time',
        expiresAt: 'time',
      },
      unique: ['tokenHash'],
    })
    await makeIndex(db, 'previewLinks', 'of_record', ['entity', 'recordId'])
  },
}
