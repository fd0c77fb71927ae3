import { addSchedule, makeTable } from './make-table.ts'
import type { Migration } from './migration.ts'

/** What staff have changed of the site itself: a row for each group of settings. */
export const siteSettings: Migration = {
  name: '0025-site-settings',
  async up(db, kind) {
    await makeTable(db, kind, 'siteSettings', {
      key: ['id'],
      columns: { id: 'text', fields: 'json', version: 'integer', updatedAt: 'time', updatedBy: 'text?' },
    })
    await addSchedule(db, kind, 'siteSettings')
  },
}
