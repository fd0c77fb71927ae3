import * as z from 'zod/mini'
import { optionalTime } from '#contract/fields.ts'
import type { Database } from '#server/database/connect.ts'
import { hasSchedule, presentRows } from '#server/database/lifecycle.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { bearerToken } from '#server/identity/token-callers.ts'
import type { Entity } from '#server/record/entity.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { day } from '#server/security/counters.ts'
import { signAsOf } from '#server/security/signed-tokens.ts'
import { type ScheduleEntry, schedule, scheduleDays } from './schedule.contract.ts'

const times = { publishAt: 'appears', unpublishAt: 'ends' } as const

const most = 100

/** The calls that list planned events, and show staff the site as of another time. */
export const scheduleRoutes = feature('Schedule', async (app, { config, database, entities, identity }) => {
  const dayOf = dayIn(config.timeZone)

  route(app, 'GET /schedule', {
    access: 'staff',
    summary: `List scheduled publications, ends and course starts of the next ${scheduleDays} days`,
    answer: schedule,
    handler: async () => {
      const now = database.clock()
      const today = dayOf(now)
      const last = new Date(Date.parse(today) + (scheduleDays - 1) * day).toISOString().slice(0, 10)
      // Surely after the end of the last day, which a change of the clocks moves by up to an hour.
      const until = new Date(now + (scheduleDays + 1) * day).toISOString()
      const found = await Promise.all([
        ...entities
          .filter(({ table }) => hasSchedule(table))
          .flatMap((entity) =>
            Object.entries(times).map(([column, what]) => changes(database, entity, { column, what, until })),
          ),
        ...entities.map((entity) => planned({ database, entities }, entity, today, last)),
      ])
      const entries = found
        .flat()
        .map((entry) => ({ ...entry, day: entry.day ?? dayOf(entry.at ?? now) }))
        .filter((entry) => entry.day <= last)
        .sort((a, b) => (a.at ?? a.day).localeCompare(b.at ?? b.day))
      return { timeZone: config.timeZone, today, entries }
    },
  })

  route(app, 'POST /as-of', {
    access: 'staff',
    session: true,
    activity: 'step',
    summary: 'Get an address that shows the caller the site as of a time, for at most an hour',
    description: 'It ends with the session of the token.',
    input: z.object({ at: optionalTime('at') }),
    answer: z.object({ url: z.string() }),
    handler: async (request) => {
      const { at } = request.body
      if (!at) throw new HttpError(422, 'at must be a time with its zone', [{ path: 'at', message: 'at is required' }])
      const session = await identity.nameSession(bearerToken(request) ?? '')
      const token = await signAsOf(database, { at, staffId: staffOf(request).id, session })
      return { url: `/as-of?token=${encodeURIComponent(token)}` }
    },
  })
})

type Event = Omit<ScheduleEntry, 'day'> & { day?: string }
type Context = Pick<AppContext, 'database' | 'entities'>
type Change = { column: string; what: ScheduleEntry['what']; until: string }

async function changes(database: Database, entity: Entity, { column, what, until }: Change): Promise<Event[]> {
  const { table, label, nameColumn, flag } = entity
  // Those that staff have published, whether they are public yet or not.
  const rows = await presentRows(database.db, table)
    .where(String(flag), '=', true)
    .where(column, '>', new Date(database.clock()).toISOString())
    .where(column, '<=', until)
    .orderBy(column)
    .limit(most)
    .select(['id', nameColumn, column])
    .$if('sendNotification' in table.columns, (posts) => posts.select('sendNotification'))
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

async function planned({ database, entities }: Context, entity: Entity, from: string, until: string): Promise<Event[]> {
  const days = (await entity.days?.(database, from, until)) ?? []
  return days.map(({ of, id, name, what, day }) => {
    const label = entities.find(({ table }) => table.name === of)?.label ?? entity.label
    return { entity: of, _id: id, label, name, what, day, mails: false }
  })
}
