import { sql } from 'kysely'
import { may } from '#contract/roles.ts'
import { isPresentPost, isPublicPost } from '#features/blog/posts.shared.server.ts'
import { isPresentProduct, isPresentService, isPublicService } from '#features/catalog/catalog.shared.server.ts'
import { isPresentRequest } from '#features/contact/requests.shared.server.ts'
import { readTrainingFigures } from '#features/courses/cohorts/training-figures.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { feature } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import { day } from '#server/security/counters.ts'
import { type Dashboard, dashboard } from './dashboard.contract.ts'

const weekCount = 12
/** A draft without a change for so long is idle, in milliseconds. */
const idleAfter = 7 * day

export const dashboardRoutes = feature('Dashboard', async (app, parts) => {
  const { config, database } = parts
  app.get(
    '/dashboard',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Get all figures of the dashboard',
        description: 'Includes the age of the oldest pending contact request for roles that may read requests.',
        response: { 200: dashboard },
      },
    },
    async (request) => {
      const readsContacts = may(staffOf(request).role, 'readContacts')
      const [figures, { starting, waiting, enrolments }] = await Promise.all([
        readDashboard(database, config.timeZone, readsContacts),
        readTrainingFigures(parts),
      ])
      const training = { starting, ...(readsContacts && { waiting, enrolments }) }
      return { ...figures, ...(Object.values(training).some((count) => count > 0) && { training }) }
    },
  )
})

async function readDashboard(database: Database, timeZone: string, readsContacts: boolean): Promise<Dashboard> {
  const db = await readerFor(database, 'blogs', 'contactRequests', 'subscribers')
  const all = sql<number>`count(*)`
  const [posts, requests, users, products, services, subscribers, weeks, idleDrafts] = await Promise.all([
    db
      .selectFrom('blogs')
      .select(({ fn }) => [
        all.as('all'),
        fn.countAll<number>().filterWhere(isPublicPost(database.now())).as('published'),
        fn.countAll<number>().filterWhere('published', '=', false).as('drafts'),
      ])
      .where(isPresentPost)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('contactRequests')
      .select(({ fn }) => [
        all.as('all'),
        fn.countAll<number>().filterWhere('status', '=', 'pending').as('pending'),
        fn.min('createdAt').filterWhere('status', '=', 'pending').as('oldestPending'),
      ])
      .where(isPresentRequest)
      .executeTakeFirstOrThrow(),
    db.selectFrom('users').select(all.as('all')).executeTakeFirstOrThrow(),
    db
      .selectFrom('products')
      .select(({ fn }) => [all.as('count'), fn.count<number>('category').distinct().as('categories')])
      .where(isPresentProduct)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('services')
      .select(({ fn }) => [
        all.as('count'),
        fn.countAll<number>().filterWhere(isPublicService(database.now())).as('active'),
      ])
      .where(isPresentService)
      .executeTakeFirstOrThrow(),
    db.selectFrom('subscribers').where('state', '=', 'confirmed').select(all.as('all')).executeTakeFirstOrThrow(),
    readWeeks(db, timeZone),
    readIdleDrafts(database, db),
  ])
  return {
    blogs: posts.all,
    published: posts.published,
    drafts: posts.drafts,
    contacts: requests.all,
    pending: requests.pending,
    users: users.all,
    subscribers: subscribers.all,
    products,
    services,
    weeks,
    ...(readsContacts && requests.oldestPending !== null && { oldestPending: requests.oldestPending }),
    idleDrafts,
  }
}

async function readIdleDrafts(database: Database, db: Database['db']): Promise<Dashboard['idleDrafts']> {
  const since = new Date(Date.parse(database.now()) - idleAfter).toISOString()
  const idle = db.selectFrom('blogs').where('published', '=', false).where('updatedAt', '<', since).where(isPresentPost)
  const [{ count }, oldest] = await Promise.all([
    idle.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    idle.select(['id', 'title', 'updatedAt']).orderBy('updatedAt').limit(1).executeTakeFirst(),
  ])
  return { count, ...(oldest && { oldest: { _id: oldest.id, title: oldest.title, updatedAt: oldest.updatedAt } }) }
}

/** New subscribers and contact requests by week. Weeks begin on Monday in the company's time. */
async function readWeeks(db: Database['db'], timeZone: string): Promise<Dashboard['weeks']> {
  const today = Temporal.Now.plainDateISO(timeZone)
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const weeks = Array.from({ length: weekCount }, (_, index) => monday.subtract({ weeks: weekCount - 1 - index }))
  const starts = weeks.map((week) => new Date(week.toZonedDateTime(timeZone).epochMilliseconds).toISOString())
  const [subscribers, contacts] = await Promise.all([
    countByWeek(db, 'subscribers', 'subscribedAt', starts),
    countByWeek(db, 'contactRequests', 'createdAt', starts),
  ])
  return weeks.map((week, index) => ({
    week: week.toString(),
    subscribers: subscribers[index] ?? 0,
    contacts: contacts[index] ?? 0,
  }))
}

/** The number of rows from each start to the next. */
async function countByWeek(db: Database['db'], table: string, column: string, starts: string[]): Promise<number[]> {
  const counts = starts.map(
    (start, index) => sql`count(*) filter (where ${sql.ref(column)} >= ${start}) as ${sql.ref(`since${index}`)}`,
  )
  const { rows } = await sql<
    Record<string, number>
  >`select ${sql.join(counts)} from ${sql.table(table)} where ${sql.ref(column)} >= ${starts[0]}`.execute(db)
  const since = (index: number) => rows[0]?.[`since${index}`] ?? 0
  return starts.map((_, index) => since(index) - since(index + 1))
}
