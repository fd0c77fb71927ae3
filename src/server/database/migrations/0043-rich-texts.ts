import { addColumns, type Migration } from './make-table.ts'

/** Case studies and openings have rich texts. Those that are stored stay as they are, and are marked as plain. */
export const richTexts: Migration = {
  name: '0043-rich-texts',
  async up(db, kind) {
    const columns = { format: 'text', renderedBy: 'text?', renderedTexts: 'json?' } as const
    for (const table of ['cases', 'openings']) await addColumns(db, kind, table, columns, { format: 'plain' })
  },
}
