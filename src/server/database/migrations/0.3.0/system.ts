import { type Migration, makeTables } from '#server/database/migrations/make-table.ts'

/** Counts by day, without anything about a person. `source` '' is unknown for visits, '?' for goals; '' elsewhere means none. */
export const figures: Migration = {
  name: '0051-figures',
  async up(db, kind) {
    await makeTables(db, kind, {
      viewDays: {
        key: ['day', 'path'],
        clustered: true,
        columns: { day: 'text', path: 'text', views: 'integer', visits: 'integer', phones: 'integer' },
      },
      sourceDays: {
        key: ['day', 'path', 'source', 'campaign'],
        clustered: true,
        columns: { day: 'text', path: 'text', source: 'text', campaign: 'text', visits: 'integer' },
      },
      goalDays: {
        key: ['day', 'goal', 'path', 'source', 'campaign', 'subject'],
        clustered: true,
        columns: {
          day: 'text',
          goal: 'text',
          path: 'text',
          source: 'text',
          campaign: 'text',
          subject: 'text',
          count: 'integer',
        },
      },
    })
  },
}

/** The alarms that are on, or were until a short while ago. */
export const alarms: Migration = {
  name: '0064-alarms',
  up: (db, kind) =>
    makeTables(db, kind, {
      alarms: { key: ['id'], columns: { id: 'text', text: 'text', since: 'time', seenAt: 'time', toldAt: 'time?' } },
    }),
}
