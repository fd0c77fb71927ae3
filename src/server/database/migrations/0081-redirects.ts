import { type Migration, makeTables } from './make-table.ts'

/** Old addresses that lead elsewhere, and addresses at which visitors found nothing. */
export const redirects: Migration = {
  name: '0081-redirects',
  up: (db, kind) =>
    makeTables(db, kind, {
      redirects: {
        key: ['id'],
        columns: {
          id: 'text',
          key: 'text',
          pathKey: 'text?',
          names: 'text?',
          from: 'text',
          to: 'text?',
          entity: 'text?',
          recordId: 'text?',
          at: 'time',
          by: 'text?',
          importId: 'text?',
        },
        unique: ['key'],
        checks: { target: '("to" is null) <> ("recordId" is null)' },
        indexes: {
          newest: ['at', 'id'],
          import: { on: ['importId'], where: '"importId" is not null' },
          record: { on: ['recordId'], where: '"recordId" is not null' },
        },
      },
      redirectHits: {
        key: ['redirectId', 'day'],
        clustered: true,
        columns: { redirectId: 'text', day: 'text', count: 'integer' },
        references: { redirectId: 'redirects.id+' },
      },
      missingPaths: {
        key: ['day', 'path'],
        columns: { day: 'text', path: 'text', count: 'integer', firstAt: 'time', lastAt: 'time' },
        indexes: { path: ['path'] },
      },
      dismissedPaths: { key: ['path'], columns: { path: 'text' } },
    }),
}
