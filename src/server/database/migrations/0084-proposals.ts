import { type Migration, makeTables } from './make-table.ts'

/** Drafts and changes that assistants have proposed, and answers that they have drafted. */
export const proposals: Migration = {
  name: '0084-proposals',
  up: (db, kind) =>
    makeTables(db, kind, {
      proposals: {
        key: ['entity', 'recordId'],
        columns: {
          entity: 'text',
          recordId: 'text',
          kind: 'text',
          assistant: 'text',
          userId: 'text',
          userName: 'text',
          base: 'integer?',
          at: 'time',
        },
        checks: { kind: `"kind" in ('draft', 'change')` },
        indexes: { newest: ['at', 'entity', 'recordId'] },
      },
      answerDrafts: {
        key: ['contactId'],
        columns: { contactId: 'text', text: 'text', assistant: 'text?', userId: 'text', userName: 'text', at: 'time' },
        references: { contactId: 'contactRequests.id+' },
      },
    }),
}
