import * as z from 'zod/mini'
import type { Database } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { feature } from '#server/feature.ts'
import { csvFile, paginate, sendCsv, timeColumn } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { gstWords } from '../ground/cohort-words.contract.ts'
import { courseRequest, courseRequestListQuery, wishes, wishesQuery } from '../ground/course-requests.contract.ts'
import { cohorts, courseRequests, courses } from '../ground/courses.table.ts'
import { priceOfDate } from '../ground/prices.contract.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'
import { matches } from './request-filter.server.ts'
import { forStaff, requestRows, toCourseRequest } from './request-rows.server.ts'
import { countWishes } from './wishes.ts'

/** The list of the people of courses, for the screen and for the accounts. */
export const courseRequestListRoutes = feature('Courses', async (app, parts) => {
  const { config, database, site } = parts
  const dayOf = dayIn(config.timeZone)
  const present = () => ({ now: database.now(), today: dayOf(database.now()) })
  route(app, 'GET /course-requests', {
    access: 'readContacts',
    summary: 'List the people of courses, newest first, or a waiting list in the order of its line',
    description:
      '`course` and `cohort` are ids; `dates` is `over` for requests for a date that is cancelled or past, or `open` for the others; `group` is `enrolments` (seats, and requests for one), `waiting` (the waiting lists) or `interested` (those who wish for another date, and questions); `search` looks in name, email, company and telephone number. The header `X-Total-Count` says how many match. `place` is the place on a waiting list.',
    query: courseRequestListQuery,
    answer: z.array(courseRequest),
    handler: async ({ query }, reply) => {
      const reader = await readerFor(database, 'courseRequests')
      const { now, today } = present()
      const inOrder = requestRows(reader, now)
        .where(matches(reader, query, { now, today }))
        .$if(query.group === 'waiting', (rows) =>
          rows.orderBy('place', (place) => place.asc().nullsLast()).orderBy('cohorts.startsOn'),
        )
        .orderBy('courseRequests.createdAt', 'desc')
        .orderBy('courseRequests.id', 'desc')
      const found = (await paginate(reply, query, inOrder)).map((row) => toCourseRequest(row, now))
      return forStaff(parts, found)
    },
  })

  route(app, 'GET /course-requests.csv', {
    access: 'writeContacts',
    summary: 'Download the people of courses as CSV',
    description:
      'All of them, or those that the parameters select, as in the list. `Price` is that of the date when the person asked, in rupees for one seat.',
    query: z.omit(courseRequestListQuery, { page: true, limit: true }),
    answer: csvFile,
    handler: async ({ query }, reply) => {
      const reader = await readerFor(database, 'courseRequests')
      const { now, today } = present()
      const { gst } = trainingSettings.of(await site.now())
      const { titleOf, dayOf, priceOf } = await columnsOf(reader)
      const stateOf = ({ state, offeredUntil }: Record<string, unknown>) =>
        state === 'offered' && String(offeredUntil) <= now ? 'lapsed' : String(state)
      const gstOf = (row: Record<string, unknown>) => (priceOf(row) && gst ? gstWords[gst] : '')
      return sendCsv(reply, reader, {
        table: courseRequests,
        timeZone: config.timeZone,
        name: 'course-requests',
        where: matches(reader, query, { now, today }),
        columns: {
          Name: 'name',
          Email: 'email',
          Phone: 'phone',
          Course: titleOf,
          Date: dayOf,
          Kind: 'kind',
          People: 'people',
          Company: 'company',
          GSTIN: 'gstin',
          State: stateOf,
          ...timeColumn('Asked at', 'createdAt', config.timeZone),
          ...timeColumn('Changed at', 'stateAt', config.timeZone),
          Price: priceOf,
          GST: gstOf,
        },
      })
    },
  })

  route(app, 'GET /course-requests/wishes', {
    access: 'readContacts',
    summary: 'Count the months and weekdays that people wish for',
    description:
      'Those who wish for the next date of a course, and have not been told of one. `cells` counts the people whom a weekday of a month fits; someone who names only a month takes any weekday of it. Past months are left out.',
    query: wishesQuery,
    answer: wishes,
    handler: async ({ query }) => {
      const { now, today } = present()
      const rows = await database.db
        .selectFrom('courseRequests')
        .select(['wanted', 'people', 'verifiedAt'])
        .where(
          matches(
            database.db,
            { course: query.course, kind: 'nextDate', group: 'interested', state: 'waiting' },
            { now, today },
          ),
        )
        .execute()
      const month = today.slice(0, 7)
      return countWishes(
        rows.map((row) => courseRequests.decode(row)),
        month,
      )
    },
  })
})

/** The columns that the course and the date of a request give. Courses and dates are few, so all of them are read. */
async function columnsOf(db: Database['db']) {
  const prices = ['id', 'price', 'discountedPrice'] as const
  const courseRows = await db
    .selectFrom('courses')
    .select([...prices, 'title'])
    .execute()
  const dateRows = await db
    .selectFrom('cohorts')
    .select([...prices, 'startsOn', 'discountUntil'])
    .execute()
  const courseOf = new Map(courseRows.map((row) => [row.id, courses.decode(row)]))
  const dateOf = new Map(dateRows.map((row) => [row.id, cohorts.decode(row)]))
  type Row = Record<string, unknown>
  return {
    titleOf: ({ courseId }: Row) => courseOf.get(String(courseId))?.title ?? '',
    dayOf: ({ cohortId }: Row) => dateOf.get(String(cohortId))?.startsOn ?? '',
    priceOf: ({ courseId, cohortId, createdAt }: Row) => {
      const [course, date] = [courseOf.get(String(courseId)), dateOf.get(String(cohortId))]
      return course && date ? priceOfDate(course, date, String(createdAt)).toFixed(2) : ''
    },
  }
}
