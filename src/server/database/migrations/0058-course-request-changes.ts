import { addColumns, type Migration } from './make-table.ts'

/** What someone who asked again wants instead, until they press the button for it. */
export const courseRequestChanges: Migration = {
  name: '0058-course-request-changes',
  up: (db, kind) => addColumns(db, kind, 'courseRequests', { proposed: 'json?' }),
}
