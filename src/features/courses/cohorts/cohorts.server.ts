import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { feature, idParams } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import { changeRecord, createRecord } from '#server/record/change-record.ts'
import { defineEntity } from '#server/record/entity.ts'
import type { LockedRow } from '#server/record/versions.ts'
import { idOf } from '#server/resource/resource.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { againInput, cohort, cohortFlags, cohortInput, takenInput } from '../ground/cohorts.contract.ts'
import { expectLowerDiscount } from '../ground/course-queries.server.ts'
import { cohorts, courses, type StoredCohort } from '../ground/courses.table.ts'
import { momentOf, readCohort, readCohorts } from './cohort-queries.server.ts'
import { readsPeople } from './date-people.server.ts'
import { daysFrom, later } from './timetable.ts'

/** The columns of a draft; undefined removes a value. */
type Draft = Partial<StoredCohort>

const routes = feature('Courses', async (app, parts) => {
  const { database, config } = parts
  const find = async (id: string) => readCohort(database.db, await momentOf(parts), id)
  const found = async (id: string) => {
    const stored = await find(id)
    if (!stored) throw notFound('Date not found')
    return stored
  }

  resourceRoutes(app, database, {
    path: '/courses/:course/cohorts',
    parent: { param: 'course', column: 'courseId', table: courses, label: 'Course' },
    tag: 'Courses',
    label: 'Date',
    table: cohorts,
    input: cohortInput,
    record: cohort,
    flags: cohortFlags,
    prepare: async (input, { parentId }) =>
      ({ ...input, ...(parentId !== undefined && { courseId: parentId }) }) as Draft,
    find,
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
  })

  app.get(
    '/courses/:course/cohorts',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'List all dates of a course, in the order of their start',
        response: { 200: z.array(cohort) },
      },
    },
    async (request) => {
      const { course } = request.params as { course: string }
      const dates = (await readCohorts(database.db, await momentOf(parts), [course])).get(course) ?? []
      const mayRead = await readsPeople(database.db, staffOf(request), course)
      return dates.map((date) => ({ ...date, readsPeople: mayRead }))
    },
  )

  app.post(
    '/courses/:course/cohorts/:id/again',
    {
      config: { access: 'writeContent' },
      schema: {
        summary: 'Copy a date of a course to some weeks later',
        description: 'The copy has no people, and is neither closed nor cancelled.',
        params: idParams,
        body: z.nullish(againInput),
        response: { 201: cohort },
      },
    },
    async (request, reply) => {
      const weeks = request.body?.weeks ?? 8
      const { discountUntil, ...stored } = await found(idOf(request))
      const copied = [
        ...(['courseId', 'timetable', 'mode', 'place', 'language', 'seats'] as const),
        ...(['enrolVia', 'price', 'discountedPrice', 'enrollmentUrl'] as const),
      ]
      const row = {
        ...Object.fromEntries(copied.map((name) => [name, stored[name]])),
        ...daysFrom(stored, later(stored.startsOn, weeks * 7)),
        // At the same time of day, whatever the clocks do meanwhile.
        discountUntil:
          discountUntil &&
          Temporal.Instant.from(discountUntil)
            .toZonedDateTimeISO(config.timeZone)
            .add({ weeks })
            .toInstant()
            .toString({ fractionalSecondDigits: 3 }),
        ...{ takenElsewhere: 0, closed: false, cancelled: false },
      }
      const { id } = await changeContent(database, (trx) =>
        createRecord(trx, { table: cohorts }, staffOf(request), row),
      )
      return reply.code(201).send(await found(id))
    },
  )

  app.post(
    '/cohorts/:id/taken',
    {
      config: { access: 'writeContent' },
      schema: {
        summary: 'Add people to a date who took their seats elsewhere',
        description: 'A negative number gives seats back; at least 0 people stay.',
        params: idParams,
        body: takenInput,
        response: { 200: cohort },
      },
    },
    async (request) => {
      const id = idOf(request)
      const add = ({ takenElsewhere }: StoredCohort) => ({
        takenElsewhere: Math.min(100_000, Math.max(0, takenElsewhere + request.body.people)),
      })
      const changed = await changeContent(database, (trx) =>
        changeRecord(trx, { table: cohorts, id }, staffOf(request), add),
      )
      if (!changed) throw notFound('Date not found')
      return found(id)
    },
  )
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
  const people = asked === 1 ? '1 person' : `${asked} people`
  throw new HttpError(409, `${people} asked for this date. Cancel it instead.`)
}
