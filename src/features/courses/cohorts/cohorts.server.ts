import { sql } from 'kysely'
import * as z from 'zod/mini'
import { may } from '#contract/roles.ts'
import type { Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { changeRecord } from '#server/record/change-record.ts'
import { defineEntity } from '#server/record/entity.ts'
import { revisedFields } from '#server/record/revised-fields.ts'
import { asConflict, expectedVersion, ifMatch, type LockedRow } from '#server/record/versions.ts'
import { act } from '#server/resource/act-routes.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import {
  bookedInput,
  cohort,
  cohortFlags,
  cohortInput,
  cohortJoining,
  joiningInput,
  repeatInput,
} from '../ground/cohorts.contract.ts'
import { expectLowerDiscount } from '../ground/course-queries.server.ts'
import { cohorts, registrations, type StoredCohort } from '../ground/courses.table.ts'
import { belongsTo, findOffer, isPresentOffer, namedOffer, offers } from '../ground/offers.server.ts'
import { dateAccess, keepElsewhere } from '../ground/participant-rows.server.ts'
import { enrolledStates } from '../ground/registration-words.contract.ts'
import { courseOf, momentOf, readCohort, readCohorts } from './cohort-queries.server.ts'
import { type Occupied, occupied, occupiedQuery } from './occupied.contract.ts'
import { expectSection, ofPage } from './page-events.shared.server.ts'
import { daysFrom, later } from './timetable.ts'
import { withTrainers } from './trainers.shared.server.ts'

/** The columns of a draft; undefined removes a value. */
type Draft = Partial<StoredCohort>

const routes = feature('Courses', async (app, context) => {
  const { database, config } = context

  resourceRoutes(app, database, {
    path: '/courses/:course/cohorts',
    // A page with an event has one date, which its event section makes.
    parent: {
      param: 'course',
      label: 'Course',
      has: async (id) => (await findOffer(database.db, id).executeTakeFirst()) !== undefined,
      own: (id) => belongsTo('cohorts', [id]),
    },
    label: 'Date',
    table: cohorts,
    input: cohortInput,
    record: cohort,
    flags: cohortFlags,
    prepare: async (input, { parentId, stored }) =>
      ({ ...input, ...(parentId !== undefined && !stored && { courseId: parentId }) }) as Draft,
    find: async (id) => readCohort(database.db, await momentOf(context), id),
    newRow: async (trx, input, actor) => {
      if ((await findOffer(trx, input.courseId ?? '').executeTakeFirst())?.entity === 'pages') throw ofPage()
      const draft = await withTrainers(trx, input, undefined, actor)
      const course = await courseOf(trx, draft)
      const row: Draft = {
        mode: 'online',
        enrolVia: course.asksBy,
        bookedElsewhere: 0,
        closed: false,
        cancelled: false,
        ...draft,
      }
      expectLowerDiscount({ ...row, price: row.price ?? course.price })
      return row
    },
    changes: async (trx, input, before, actor) => {
      const draft = await withTrainers(trx, input, (before as StoredCohort & LockedRow).trainerIds, actor)
      const after: Draft = { ...before, ...draft }
      if (after.pageId !== undefined) expectSection(before as StoredCohort & LockedRow, draft)
      if (after.endsOn !== undefined && after.endsOn < String(after.startsOn))
        throw invalid('endsOn', 'End date must not be before the start date')
      if (after.courseId !== undefined) {
        const course = await courseOf(trx, after)
        expectLowerDiscount({ ...after, price: after.price ?? course.price })
      }
      if (draft.bookedElsewhere !== undefined) await keepElsewhere(trx, String(before['id']), draft.bookedElsewhere)
      return draft
    },
    beforeRemoval: refuseIfAsked,
    acts: {
      repeat: act({
        summary: 'Copy a date of a course to some weeks later',
        description: 'The copy has no people and no joining link, and is neither closed nor cancelled.',
        input: z.nullish(repeatInput),
        makes: true,
        columns: (row: StoredCohort, input) => {
          if (row.pageId !== undefined) throw ofPage()
          const weeks = input?.weeks ?? 8
          // A meeting has a link of its own.
          const { createdAt: _, note: __, joinUrl: ___, ...columns } = revisedFields(cohorts, row)
          return {
            ...columns,
            ...daysFrom(row, later(row.startsOn, weeks * 7)),
            // At the same time of day, whatever the clocks do meanwhile.
            discountUntil:
              row.discountUntil &&
              Temporal.Instant.from(row.discountUntil)
                .toZonedDateTimeISO(config.timeZone)
                .add({ weeks })
                .toInstant()
                .toString({ fractionalSecondDigits: 3 }),
            ...{ bookedElsewhere: 0, closed: false, cancelled: false },
          }
        },
      }),
      booked: act({
        path: '/cohorts/:id/booked',
        summary: 'Add seats booked elsewhere to a date',
        description: 'A negative number gives seats back; at least 0 people stay.',
        input: bookedInput,
        columns: async ({ id, bookedElsewhere: before }: StoredCohort, { people }, _, trx) => {
          const bookedElsewhere = Math.min(100_000, Math.max(0, before + people))
          await keepElsewhere(trx, id, bookedElsewhere)
          return { bookedElsewhere }
        },
      }),
    },
  })

  route(app, 'GET /courses/:course/cohorts', {
    access: 'staff',
    summary: 'List all dates of a course, or that of a page with an event, in the order of their start',
    answer: z.array(cohort),
    handler: async (request) => {
      const [{ course }, staff] = [request.params, staffOf(request)]
      const dates = (await readCohorts(database.db, await momentOf(context), [course])).get(course) ?? []
      // What someone may do with all dates of a course, before their trainers count.
      const { reads } = await dateAccess(database.db, staff, { courseId: course })
      return dates.map((date) => ({ ...date, readsPeople: reads || (date.trainerIds ?? []).includes(staff.id) }))
    },
  })

  route(app, 'PUT /cohorts/:id/joining', {
    access: 'teach',
    act: 'Change the joining details of a date',
    summary: 'Change the joining link and the joining details of a date',
    description: 'For those who may edit dates, and for those who teach this one; 403 for others.',
    headers: ifMatch,
    input: joiningInput,
    answer: cohortJoining,
    errors: [409],
    handler: async (request) => {
      const [{ id }, by, version] = [request.params, staffOf(request), expectedVersion(request)]
      const find = async () => {
        const date = await readCohort(database.db, await momentOf(context), id)
        if (!date) throw notFound('Date not found')
        return date
      }
      const date = await find()
      if (!may(by, 'publish') && !(await dateAccess(database.db, by, date)).writes)
        throw new HttpError(403, 'Only those who teach this date can change its joining details.')
      await changeContent(database, (trx) =>
        changeRecord(trx, { table: cohorts, id, access: { write: 'teach' } }, by, () => request.body, { version }),
      ).catch(asConflict(async () => z.parse(cohortJoining, await find())))
      return find()
    },
  })

  route(app, 'GET /cohorts/occupied', {
    access: 'staff',
    summary: 'Count the people who hang on courses and events, by date',
    description:
      'For the question before a course, a page with an event, or a date is deleted. `course` has the ids of courses and of pages. Only dates that are neither past nor cancelled and have people; without `cohort`, people of a course without dates.',
    query: occupiedQuery,
    answer: z.array(occupied),
    handler: async ({ query: { course: ids = [] } }): Promise<Occupied[]> => {
      const { db } = database
      const moment = await momentOf(context)
      const [titles, dates, rows] = await Promise.all([
        db
          .selectFrom(offers(db))
          .select(['id', 'title', 'entity'])
          .where('id', 'in', ids)
          .where(isPresentOffer)
          .execute(),
        readCohorts(db, moment, ids),
        db
          .selectFrom('registrations')
          .select(({ fn, eb, and, or }) => [
            'courseId',
            'pageId',
            'cohortId',
            fn.countAll<number>().filterWhere('state', 'in', enrolledStates).as('enrolled'),
            fn.sum<number | null>('people').filterWhere('state', 'in', enrolledStates).as('people'),
            // An offer holds a seat, and its time may be over.
            fn
              .countAll<number>()
              // An enrollment that staff have put on the list waits too; a wish for another date does not.
              .filterWhere(
                and([
                  eb('state', 'in', ['waiting', 'offered']),
                  or([eb('kind', '=', 'waitlist'), eb('cohortId', 'is not', null)]),
                ]),
              )
              .as('waiting'),
            fn
              .countAll<number>()
              .filterWhere(and([eb('kind', '=', 'enrol'), eb('state', '=', 'new')]))
              .as('asked'),
          ])
          .where(belongsTo('registrations', ids))
          .where(isPresent(registrations))
          .groupBy(['courseId', 'pageId', 'cohortId'])
          .execute(),
      ])
      return titles.flatMap((offer) => {
        const counts = (cohortId: string | null, seats?: number) => {
          const row = rows.find((one) => (one.courseId ?? one.pageId) === offer.id && one.cohortId === cohortId)
          const { enrolled = 0, people = 0, waiting = 0, asked = 0 } = row ?? {}
          return { booked: seats ?? Number(people ?? 0), enrolled, waiting, asked }
        }
        const named = namedOffer(offer)
        const ofDates = (dates.get(offer.id) ?? [])
          .filter((date) => !isOver(date))
          .map(({ _id, startsOn, booked }) => ({ ...named, cohort: { _id, startsOn }, ...counts(_id, booked) }))
        const all = [...ofDates, { ...named, ...counts(null) }]
        return all.filter(({ booked, waiting, asked }) => booked + waiting + asked > 0)
      })
    },
  })
})

export const cohortEntity = {
  ...defineEntity(cohorts, {
    label: 'Date',
    record: cohort,
    parts: { courseId: 'courses', pageId: 'pages' },
    nameColumn: 'startsOn',
    fullName: sql<string>`coalesce(
      (select "title" from "courses" where "courses"."id" = "cohorts"."courseId"),
      (select "title" from "pages" where "pages"."id" = "cohorts"."pageId")
    ) || ', ' || "startsOn"`,
    foundBy: [],
    // An event closes, and is over, by the minute.
    boundaries: ['discountUntil', 'startsAt', 'endsAt'],
  }),
  routes,
}

async function refuseIfAsked(trx: Transaction, { id, pageId }: LockedRow & { pageId?: string }): Promise<void> {
  if (pageId !== undefined) throw ofPage()
  const { asked } = await trx
    .selectFrom('registrations')
    .select(sql<number>`count(*)`.as('asked'))
    .where('cohortId', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (asked === 0) return
  throw new HttpError(409, `This date has ${asked} registration${asked === 1 ? '' : 's'}. Cancel it instead.`)
}
