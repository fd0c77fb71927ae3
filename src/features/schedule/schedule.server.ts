import { blogTrash } from '#features/blog/blog-trash.shared.server.ts'
import { productTrash, serviceTrash } from '#features/catalog/catalog.shared.server.ts'
import { courseTrash } from '#features/courses/course-trash.shared.server.ts'
import { proofKinds } from '#features/proof/proof.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { feature } from '#server/feature.ts'
import { dayIn } from '#server/runtime/day-in.ts'
import { day } from '#server/security/counters.ts'
import { type ScheduleEntry, schedule, scheduleDays } from './schedule.contract.ts'

/** Everything that has a schedule, with the column that says whether staff have published it. */
const kinds = [
  { ...blogTrash, flag: 'published' },
  ...[courseTrash, productTrash, serviceTrash, ...proofKinds].map((kind) => ({ ...kind, flag: 'active' })),
]
const times = { publishAt: 'appears', unpublishAt: 'ends' } as const

/** The most entries of one kind. */
const most = 100

export const scheduleRoutes = feature('Schedule', async (app, { config, database }) => {
  const dayOf = dayIn(config.timeZone)

  app.get(
    '/schedule',
    {
      config: { access: 'staff' },
      schema: {
        summary: `Get what appears, ends and starts by itself in the next ${scheduleDays} days`,
        response: { 200: schedule },
      },
    },
    async () => {
      const now = database.clock()
      const today = dayOf(now)
      const last = new Date(Date.parse(today) + scheduleDays * day).toISOString().slice(0, 10)
      // Surely after the end of the last day, which a change of the clocks moves by up to an hour.
      const until = new Date(now + (scheduleDays + 2) * day).toISOString()
      const found = await Promise.all([
        ...kinds.flatMap((kind) =>
          Object.entries(times).map(([column, what]) => changes(database, { ...kind, column, what, until })),
        ),
        courseStarts(database, today, last),
      ])
      const entries = found
        .flat()
        .map((entry) => ({ ...entry, day: entry.day ?? dayOf(entry.at ?? now) }))
        .filter((entry) => entry.day <= last)
        .sort((a, b) => (a.at ?? a.day).localeCompare(b.at ?? b.day))
      return { timeZone: config.timeZone, today, entries }
    },
  )
})

type Found = Omit<ScheduleEntry, 'day'> & { day?: string }
type Kind = (typeof kinds)[number] & { column: string; what: ScheduleEntry['what']; until: string }

async function changes(
  database: Database,
  { table, label, nameColumn, flag, column, what, until }: Kind,
): Promise<Found[]> {
  const rows = await presentRows(database.db, table)
    .where(flag, '=', true)
    .where(column, '>', new Date(database.clock()).toISOString())
    .where(column, '<=', until)
    .orderBy(column)
    .limit(most)
    .select(['id', nameColumn, column])
    .$if(table.name === 'blogs', (posts) => posts.select('sendNotification'))
    .execute()
  return rows.map((row) => ({
    entity: table.name,
    _id: row['id'],
    label,
    name: row[nameColumn],
    what,
    at: row[column],
    mails: what === 'appears' && Boolean(row['sendNotification']),
  }))
}

async function courseStarts(database: Database, from: string, until: string): Promise<Found[]> {
  const { table, label } = courseTrash
  const rows = await presentRows(database.db, table)
    .where('active', '=', true)
    .where('startDate', '>=', from)
    .where('startDate', '<=', until)
    .orderBy('startDate')
    .limit(most)
    .select(['id', 'title', 'startDate'])
    .execute()
  return rows.map(({ id, title, startDate }) => ({
    entity: table.name,
    _id: id,
    label,
    name: title,
    what: 'starts',
    day: startDate,
    mails: false,
  }))
}
