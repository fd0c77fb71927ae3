import { type Migration, makeTables } from './make-table.ts'

/** Content that comes from other sites. */
export const contentImports: Migration = {
  name: '0080-content-imports',
  up: (db, kind) =>
    makeTables(db, kind, {
      contentImports: {
        key: ['id'],
        columns: {
          id: 'text',
          at: 'time',
          by: 'text',
          byId: 'text?',
          fileName: 'text',
          source: 'text?',
          state: 'text',
          reason: 'text?',
          site: 'json?',
          origin: 'json?',
          choices: 'json',
          done: 'integer',
          total: 'integer?',
          found: 'json?',
          actor: 'json?',
          startedAt: 'time?',
          appliedAt: 'time?',
          undoneAt: 'time?',
          kept: 'json?',
        },
        indexes: { newest: ['at', 'id'] },
      },
      contentItems: {
        key: ['importId', 'place'],
        columns: {
          importId: 'text',
          place: 'integer',
          kind: 'text',
          sourceId: 'text',
          title: 'text',
          hash: 'text',
          data: 'json?',
          content: 'text?',
          plan: 'json?',
          notes: 'json',
          noted: 'boolean',
          outcome: 'text',
          reason: 'text?',
          entity: 'text?',
          recordId: 'text?',
          done: 'boolean',
          version: 'integer?',
          before: 'json?',
        },
        references: { importId: 'contentImports.id+' },
        indexes: {
          source: ['importId', 'kind', 'sourceId'],
          record: ['recordId'],
          // Has all that is counted, so that no row with its text is read.
          counts: ['importId', 'kind', 'outcome', 'done', 'place'],
        },
      },
      contentFiles: {
        key: ['importId', 'path'],
        columns: { importId: 'text', path: 'text', bytes: 'bytes' },
        references: { importId: 'contentImports.id+' },
      },
      /** It outlives its import, and its record: then the item is new again. */
      importedFrom: {
        key: ['source', 'sourceId'],
        columns: {
          source: 'text',
          sourceId: 'text',
          entity: 'text',
          recordId: 'text',
          hash: 'text',
          version: 'integer?',
          importId: 'text',
        },
        indexes: { record: ['recordId'], import: ['importId'] },
      },
    }),
}
