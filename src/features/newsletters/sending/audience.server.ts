import type { z } from 'zod/mini'
import { may } from '#contract/roles.ts'
import { topicsNow } from '#features/subscribers/ground/subscribers.shared.server.ts'
import type { Topic } from '#features/subscribers/ground/subscription-settings.contract.ts'
import { contains } from '#server/database/dialect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { feature } from '#server/feature.ts'
import { paginate } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { invalid } from '#server/runtime/http-error.ts'
import {
  type Audience,
  audienceChoices,
  audience as audienceInput,
  audienceOfPosts,
  audiencePeople,
  audiencePeopleQuery,
  audienceQuery,
} from '../ground/newsletters.contract.ts'
import { audienceSize } from '../ground/notifications.contract.ts'
import { addressOfRequest, countRecipients, expectAudience, selectRecipients } from './recipients.shared.server.ts'

type Query = z.infer<typeof audienceQuery>

/** How many of each kind an audience can be chosen from: the newest. */
const mostChoices = 200

export const audienceRoutes = feature('Newsletter', async (app, context) => {
  const { config, database, mailService, site } = context
  const existing = async (query: Query, topics: Topic[]) => {
    const asked = audienceOf(query, topics)
    // The last parameter is the one of its kind.
    await expectAudience(database.db, asked, topics, Object.keys(asked).at(-1) ?? 'to')
    return asked
  }

  route(app, 'GET /newsletters/audience', {
    access: 'staff',
    summary: 'Count the subscribers of an audience, and get how mail is sent',
    description:
      'Without parameters those who get a post: everyone who wants articles. `to` is `topics` (with `topics`, separated by commas), `course`, `import`, `got` or `without` (with the id). 422 for what does not exist.',
    query: audienceQuery,
    answer: audienceSize,
    handler: async ({ query }) => {
      const topics = await topicsNow(site)
      const subscribers = await countRecipients(database, await existing(query, topics), topics)
      return { subscribers, mail: mailService.kind, hold: config.newsletter.hold }
    },
  })

  route(app, 'GET /newsletters/audience/recipients', {
    access: 'readContacts',
    summary: 'List the subscribers of an audience by address',
    description: '`search` looks in the address and the name. The header `X-Total-Count` says how many match.',
    query: audiencePeopleQuery,
    answer: audiencePeople,
    handler: async ({ query }, reply) => {
      const db = await readerFor(database, 'subscribers')
      const { search = '' } = query
      const topics = await topicsNow(site)
      const found = selectRecipients(db, await existing(query, topics), { now: database.now(), topics })
        .$if(search !== '', (rows) => rows.where(contains({ db }, ['email', 'name'], search)))
        .select(['subscribers.id', 'email', 'name'])
        .orderBy('email')
      const rows = await paginate(reply, query, found)
      return { people: rows.map(({ id, email, name }) => ({ _id: id, email, ...(name !== null && { name }) })) }
    },
  })

  route(app, 'GET /newsletters/audience/choices', {
    access: 'staff',
    summary: 'List what an audience can be chosen from: topics, courses, imports and former newsletters',
    description: 'Names of imported files, which can name people, are only for those who may read contacts.',
    answer: audienceChoices,
    handler: async (request) => {
      const { db } = database
      const topics = await topicsNow(site)
      const seesNames = may(staffOf(request), 'readContacts')
      const [courses, imports, newsletters] = await Promise.all([
        db
          .selectFrom('courses')
          .where('courses.deletedAt', 'is', null)
          .innerJoin('registrations', 'registrations.courseId', 'courses.id')
          .where('registrations.deletedAt', 'is', null)
          .innerJoin('subscribers', (join) => join.on('subscribers.email', '=', addressOfRequest))
          .where('subscribers.state', '=', 'confirmed')
          .select(({ fn }) => [
            'courses.id',
            'courses.title',
            fn.count<number>('subscribers.id').distinct().as('people'),
          ])
          .groupBy(['courses.id', 'courses.title'])
          .orderBy('courses.title')
          .limit(mostChoices)
          .execute(),
        db
          .selectFrom('imports')
          .where('appliedAt', 'is not', null)
          .where('undoneAt', 'is', null)
          .where('everyone', 'is', null)
          .select(['id', 'fileName', 'at', 'added as people'])
          .orderBy('at', 'desc')
          .limit(mostChoices)
          .execute(),
        db
          .selectFrom('notifications')
          .leftJoin('blogs', 'blogs.id', 'notifications.blogId')
          .leftJoin('newsletters', 'newsletters.id', 'notifications.newsletterId')
          .where('fixedAt', 'is not', null)
          .select(({ fn }) => [
            'notifications.id',
            'notifications.createdAt',
            fn.coalesce('newsletters.title', 'blogs.title').as('title'),
          ])
          .orderBy('notifications.createdAt', 'desc')
          .limit(mostChoices)
          .execute(),
      ])
      return {
        topics,
        courses: courses.map(({ id, ...course }) => ({ _id: id, ...course })),
        imports: imports.map(({ id, fileName, at, people }) => ({
          _id: id,
          at,
          people,
          ...(seesNames && fileName !== null && { fileName }),
        })),
        newsletters: newsletters.map(({ id, createdAt, title }) => ({
          notificationId: id,
          title: title ?? '',
          at: createdAt,
        })),
      }
    },
  })
})

/** @throws HttpError 422 when a parameter of the audience is missing */
function audienceOf({ to, topics, ...ids }: Query, known: Topic[]): Audience {
  if (to === undefined) return audienceOfPosts(known)
  const list = topics?.split(',').filter(Boolean)
  const { data, error } = audienceInput.safeParse({ to, ...ids, topics: list })
  if (data) return data
  const [issue] = error.issues
  throw invalid(String(issue?.path[0] ?? 'to'), issue?.message ?? '')
}
