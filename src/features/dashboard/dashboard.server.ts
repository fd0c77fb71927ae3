import { sql } from 'kysely'
import { may } from '#contract/roles.ts'
import { isPresentPost, isPublicPost } from '#features/blog/blog.shared.server.ts'
import { isPresentProduct, isPresentService, isPublicService } from '#features/catalog/catalog.shared.server.ts'
import { isPresentRequest } from '#features/contact/ground/events.shared.server.ts'
import { readUntaught } from '#features/courses/cohorts/trainers.shared.server.ts'
import { readPreparation, readTrainingFigures } from '#features/courses/cohorts/training-figures.shared.server.ts'
import { type MyReview, readMyReviews } from '#features/reviews/my-reviews.shared.server.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { isTyped } from '#server/record/reviews.ts'
import { day } from '#server/security/counters.ts'
import { type Dashboard, dashboard, type Figures, type SomeReviews } from './dashboard.contract.ts'

/** A draft without a change for so long is idle, in milliseconds. */
const idleAfter = 7 * day

export const dashboardRoutes = feature('Dashboard', async (app, context) => {
  const { database } = context
  route(app, 'GET /dashboard', {
    access: 'account',
    summary: 'Get all figures of the dashboard',
    description: 'A trainer gets only the dates that they teach.',
    answer: dashboard,
    handler: async (request) => {
      const staff = staffOf(request)
      const dates = await readPreparation(context, staff)
      if (!may(staff, 'staff')) return dates.teaching ? { training: dates } : {}
      const [figures, { starting, waiting, enrollments, missed, untold }, untaught, mine] = await Promise.all([
        readDashboard(database),
        readTrainingFigures(context),
        may(staff, 'manage') ? readUntaught(context) : undefined,
        readMyReviews(context, staff),
      ])
      const requests = { waiting, enrollments, ...(missed > 0 && { missed }), ...(untold && { untold }) }
      const training = {
        starting,
        ...(may(staff, 'readContacts') && requests),
        ...dates,
        ...(untaught && { untaught }),
      }
      return {
        ...figures,
        ...(Object.values(training).some((found) => found !== 0) && { training }),
        ...(mine.length > 0 && { reviews: inStates(mine) }),
      }
    },
  })
})

async function readDashboard(database: Database): Promise<Figures> {
  const db = await readerFor(database, 'blogs', 'contactRequests', 'subscribers')
  const all = sql<number>`count(*)`
  const [posts, requests, users, products, services, subscribers, idleDrafts] = await Promise.all([
    db
      .selectFrom('blogs')
      .select(({ fn }) => [
        all.as('all'),
        fn.countAll<number>().filterWhere(isPublicPost(database.now())).as('published'),
        fn.countAll<number>().filterWhere('published', '=', false).as('drafts'),
      ])
      .where(isPresentPost)
      .executeTakeFirstOrThrow(),
    db.selectFrom('contactRequests').select(all.as('all')).where(isPresentRequest).executeTakeFirstOrThrow(),
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
    readIdleDrafts(database, db),
  ])
  return {
    blogs: posts.all,
    published: posts.published,
    drafts: posts.drafts,
    contacts: requests.all,
    users: users.all,
    subscribers: subscribers.all,
    products,
    services,
    idleDrafts,
  }
}

/** The most reviews of a state that the dashboard names. */
const mostNamed = 3

function inStates(mine: MyReview[]): NonNullable<Dashboard['reviews']> {
  const some = (is: MyReview['state'] | 'undelivered'): SomeReviews | undefined => {
    const found = mine.filter(
      (one) => (one.undelivered !== undefined && one.state === 'asked' ? 'undelivered' : one.state) === is,
    )
    if (found.length === 0) return undefined
    const first = found.slice(0, mostNamed).map((one) => ({
      ...{ _id: one.id, entity: one.entity, record: one.recordId, name: one.name },
      by: is === 'asked' ? one.askedBy : (one.settledBy ?? one.ofName),
      guest: isTyped(one) && one.settledBy !== one.ofName ? one.ofName : undefined,
    }))
    return { count: found.length, first }
  }
  return {
    ...{ asked: some('asked'), approved: some('approved'), changes: some('changes') },
    ...{ returned: some('returned'), undelivered: some('undelivered') },
  }
}

async function readIdleDrafts(database: Database, db: Db): Promise<Figures['idleDrafts']> {
  const since = new Date(Date.parse(database.now()) - idleAfter).toISOString()
  // Posts of another Atrium keep the times of their edits: someone who has just moved in is not reminded of them.
  const movedIn = db
    .selectFrom('importedFrom')
    .innerJoin('contentImports', 'contentImports.id', 'importedFrom.importId')
    .select('importedFrom.recordId')
    .where('importedFrom.entity', '=', 'blogs')
    .where('contentImports.startedAt', '>=', since)
  const idle = db
    .selectFrom('blogs')
    .where('published', '=', false)
    .where('updatedAt', '<', since)
    .where(isPresentPost)
    .where('id', 'not in', movedIn)
  const [{ count }, oldest] = await Promise.all([
    idle.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    idle.select(['id', 'title', 'updatedAt']).orderBy('updatedAt').limit(1).executeTakeFirst(),
  ])
  return { count, ...(oldest && { oldest: { _id: oldest.id, title: oldest.title, updatedAt: oldest.updatedAt } }) }
}
