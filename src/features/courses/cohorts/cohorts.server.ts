import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Transaction } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { defineEntity } from '#server/record/entity.ts'
import { revisedFields } from '#server/record/revisions.ts'
import type { LockedRow } from '#server/record/versions.ts'
import { act } from '#server/resource/act-routes.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { againInput, cohort, cohortFlags, cohortInput, takenInput } from '../ground/cohorts.contract.ts'
import { expectLowerDiscount } from '../ground/course-queries.server.ts'
import { cohorts, courses, type StoredCohort } from '../ground/courses.table.ts'
import { seatWords } from '../ground/request-words.contract.ts'
import { readsPeople } from './cohort-people.server.ts'
import { momentOf, readCohort, readCohorts } from './cohort-queries.server.ts'
import { daysFrom, later } from './timetable.ts'

/** The columns of a draft; undefined removes a value. */
type Draft = Partial<StoredCohort>

const routes = feature('Courses', async (app, context) => {
  const { database, config } = context

  resourceRoutes(app, database, {
    path: '/courses/:course/cohorts',
    parent: { param: 'course', column: 'courseId', table: courses, label: 'Course' },
    label: 'Date',
    table: cohorts,
    input: cohortInput,
    record: cohort,
    flags: cohortFlags,
    prepare: async (input, { parentId }) =>
      ({ ...input, ...(parentId !== undefined && { courseId: parentId }) }) as Draft,
    find: async (id) => readCohort(database.db, await momentOf(context), id),
    newRow: async (trx, draft) => {
      const course = await courseOf(trx, draft)
      const row: Draft = {
        mode: 'online',
        enrolVia: course.asksBy,
        takenElsewhere: 0,
        closed: false,
        cancelled: false,
        ...draft,
      }
      expectLowerDiscount({ ...row, price: row.price ?? course.price })
      return row
    },
    changes: async (trx, draft, before) => {
      const after: Draft = { ...before, ...draft }
      if (after.endsOn !== undefined && after.endsOn < String(after.startsOn))
        throw invalid('endsOn', 'Ends must not be before Starts')
      const course = await courseOf(trx, after)
      expectLowerDiscount({ ...after, price: after.price ?? course.price })
      return draft
    },
    beforeRemoval: refuseIfAsked,
    acts: {
      again: act({
        summary: 'Copy a date of a course to some weeks later',
        description: 'The copy has no people, and is neither closed nor cancelled.',
        input: z.nullish(againInput),
        makes: true,
        columns: (row: StoredCohort, input) => {
          const weeks = input?.weeks ?? 8
          const { createdAt: _, note: __, ...columns } = revisedFields(cohorts, row)
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
            ...{ takenElsewhere: 0, closed: false, cancelled: false },
          }
        },
      }),
      taken: act({
        path: '/cohorts/:id/taken',
        summary: 'Add people to a date who took their seats elsewhere',
        description: 'A negative number gives seats back; at least 0 people stay.',
        input: takenInput,
        columns: ({ takenElsewhere }: StoredCohort, { people }) => ({
          takenElsewhere: Math.min(100_000, Math.max(0, takenElsewhere + people)),
        }),
      }),
    },
  })

  route(app, 'GET /courses/:course/cohorts', {
    access: 'staff',
    summary: 'List all dates of a course, in the order of their start',
    answer: z.array(cohort),
    handler: async (request) => {
      const { course } = request.params
      const dates = (await readCohorts(database.db, await momentOf(context), [course])).get(course) ?? []
      const mayRead = await readsPeople(database.db, staffOf(request), course)
      return dates.map((date) => ({ ...date, readsPeople: mayRead }))
    },
  })
})

export const cohortEntity = {
  ...defineEntity(cohorts, {
    label: 'Date',
    nameColumn: 'startsOn',
    fullName: sql<string>`(select "title" from "courses" where "courses"."id" = "cohorts"."courseId") || ', ' || "startsOn"`,
    foundBy: [],
    boundaries: ['discountUntil'],
  }),
  routes,
}

const courseOf = async (trx: Transaction, { courseId = '' }: Draft) =>
  courses.decode(
    await trx
      .selectFrom('courses')
      .select(['price', 'asksBy'])
      .where('id', '=', courseId)
      .where(isPresent(courses))
      .executeTakeFirstOrThrow(),
  )

async function refuseIfAsked(trx: Transaction, { id }: LockedRow): Promise<void> {
  const { asked } = await trx
    .selectFrom('courseRequests')
    .select(sql<number>`count(*)`.as('asked'))
    .where('cohortId', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (asked === 0) return
  throw new HttpError(409, `${seatWords(asked, 'person')} asked for this date. Cancel it instead.`)
}
