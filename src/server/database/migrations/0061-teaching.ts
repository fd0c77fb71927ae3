import { addColumns, type Migration } from './make-table.ts'

/** The colleague whom an instructor is, and what staff have corrected in a request. */
export const teaching: Migration = {
  name: '0061-teaching',
  async up(db, kind) {
    await addColumns(db, kind, 'instructors', { userId: 'text?' })
    await addColumns(db, kind, 'courseRequests', { corrections: 'json?' })
  },
}
