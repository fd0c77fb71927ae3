import { addColumns, type Migration, makeIndexes, makeTables, oneOf } from './make-table.ts'

/** Files of addresses that staff import in steps, and where each subscriber comes from. */
export const imports: Migration = {
  name: '0047-imports',
  async up(db, kind) {
    await makeTables(db, kind, {
      imports: {
        key: ['id'],
        columns: {
          id: 'text',
          at: 'time',
          by: 'text?',
          fileName: 'text?',
          state: 'text',
          lines: 'integer',
          columns: 'json',
          mode: 'text',
          agreed: 'text?',
          agreedOn: 'text?',
          /** The last line that was imported, so that another process can go on. */
          doneTo: 'integer',
          added: 'integer',
          known: 'integer',
          unsubscribed: 'integer',
          erased: 'integer',
          unreadable: 'integer',
          repeated: 'integer',
          appliedAt: 'time?',
          /** While its subscribers are asked to confirm: the last one that was. */
          asking: 'boolean',
          askedTo: 'text?',
          undoneAt: 'time?',
          taken: 'integer',
          kept: 'json?',
        },
        checks: {
          state: oneOf('state', ['open', 'applying', 'applied', 'undone']),
          mode: oneOf('mode', ['confirmed', 'ask']),
        },
        indexes: { newest: ['at desc', 'id desc'] },
      },
      /** The lines of a file, as JSON of their cells, until it is imported. Afterwards those that were left out, with the reason. */
      importLines: {
        key: ['importId', 'line'],
        columns: { importId: 'text', line: 'integer', text: 'text', reason: 'text?' },
        references: { importId: 'imports.id+' },
      },
    })
    await addColumns(db, kind, 'subscribers', {
      name: 'text?',
      source: 'text?',
      sourceDetail: 'text?',
      importId: 'text?',
    })
    await makeIndexes(db, 'subscribers', { of_import: { on: ['importId', 'id'], where: '"importId" is not null' } })
  },
}
