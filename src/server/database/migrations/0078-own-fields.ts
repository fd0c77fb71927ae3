import { addColumns, type Migration, makeTables } from './make-table.ts'

/** Forms of pages and openings: what their own fields ask, and private files. */
export const ownFields: Migration = {
  name: '0078-own-fields',
  async up(db, kind) {
    await addColumns(db, kind, 'contactRequests', {
      pageId: 'text?',
      openingId: 'text?',
      formTitle: 'text?',
      company: 'text?',
      answers: 'json?',
    })
    await makeTables(db, kind, {
      /** PDFs that came with a message. Nothing public reads this table. */
      contactFiles: {
        key: ['id'],
        columns: {
          id: 'text',
          contactId: 'text',
          label: 'text',
          name: 'text',
          size: 'integer',
          createdAt: 'time',
          bytes: 'bytes',
        },
        references: { contactId: 'contactRequests.id+' },
        indexes: { of_request: ['contactId', 'id'] },
      },
    })
  },
}
