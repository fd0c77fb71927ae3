import { type Migration, makeTables } from './make-table.ts'

/** Pictures in the form in which they were uploaded, for press kits. */
export const originals: Migration = {
  name: '0079-originals',
  up: (db, kind) =>
    makeTables(db, kind, {
      originals: {
        key: ['id'],
        columns: { id: 'text', type: 'text', tone: 'text?', bytes: 'bytes' },
        references: { id: 'images.hash+' },
      },
    }),
}
