import { type Migration, makeTables } from './make-table.ts'

/** The alarms that are on, or were until a short while ago. */
export const alarms: Migration = {
  name: '0064-alarms',
  up: (db, kind) =>
    makeTables(db, kind, {
      alarms: { key: ['id'], columns: { id: 'text', text: 'text', since: 'time', seenAt: 'time', toldAt: 'time?' } },
    }),
}
