import { type Migration, makeIndexes, makeTables } from './make-table.ts'

/** Addresses by the key that names them in paths, and the persons whose data was erased, as keyed hashes. */
export const persons: Migration = {
  name: '0048-persons',
  async up(db, kind) {
    await makeTables(db, kind, {
      persons: { key: ['key'], columns: { key: 'text', email: 'text' } },
      erasures: { key: ['hash', 'at'], columns: { hash: 'text', at: 'time', by: 'text?' } },
    })
    await makeIndexes(db, 'contactEvents', { of_sender: { on: ['lower("from")'], where: '"from" is not null' } })
  },
}
