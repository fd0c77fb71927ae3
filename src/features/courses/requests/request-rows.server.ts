import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Schema } from '#server/database/schema.ts'
import { withPublicId } from '#server/resource/row-resource.ts'
import { type CourseRequest, type courseRequestListQuery, enrolledStates } from './course-requests.contract.ts'
import { courseRequests } from './course-requests.table.ts'

type Db = Database['db'] | Transaction
type ListQuery = z.infer<typeof courseRequestListQuery>

/** The place on the waiting list: those count that are before it, in line too and have pressed the button in the message to them. */
const placeAt = (now: string): RawBuilder<number | null> => sql<number | null>`
  case when "courseRequests"."cohortId" is not null and "courseRequests"."verifiedAt" is not null and ${inLine(sql.table('courseRequests'), now)}
  then (
    select cast(count(*) + 1 as integer) from "courseRequests" as "before"
    where "before"."cohortId" = "courseRequests"."cohortId" and "before"."deletedAt" is null
      and "before"."verifiedAt" is not null and ${inLine(sql.table('before'), now)}
      and ("before"."createdAt", "before"."id") < ("courseRequests"."createdAt", "courseRequests"."id")
  ) end`

const inLine = (of: RawBuilder<unknown>, now: string) =>
  sql`(${of}."state" = 'waiting' or (${of}."state" = 'offered' and ${of}."offeredUntil" > ${now}))`

/** The requests that are not in the trash, with the title of the course, the day of the date and the place in line. @param now ISO 8601 in UTC */
export const requestRows = (db: Db, now: string) =>
  db
    .selectFrom('courseRequests')
    .innerJoin('courses', 'courses.id', 'courseRequests.courseId')
    .leftJoin('cohorts', 'cohorts.id', 'courseRequests.cohortId')
    .selectAll('courseRequests')
    .select([
      'courses.title as courseTitle',
      'cohorts.startsOn as cohortStartsOn',
      placeAt(now).as('place'),
      consentTextOf('courseRequests'),
    ])
    .where(isPresent(courseRequests))

type RequestRow = Awaited<ReturnType<ReturnType<typeof requestRows>['executeTakeFirstOrThrow']>>

/** A row of `requestRows` as staff get it. An offer whose time is over has lapsed, also before the regular job has written so. */
export function toCourseRequest(row: RequestRow, now: string): CourseRequest {
  const { courseId, courseTitle, cohortId, cohortStartsOn, ...request } = courseRequests.decode(row)
  const hasLapsed = request.state === 'offered' && (request.offeredUntil ?? '') <= now
  return {
    ...withPublicId(request),
    course: { _id: courseId, title: courseTitle },
    ...(cohortId !== undefined && { cohort: { _id: cohortId, startsOn: cohortStartsOn ?? '' } }),
    ...(hasLapsed && { state: 'lapsed', stateAt: request.offeredUntil ?? request.stateAt }),
  }
}

/** The condition for the requests of a list or an export. */
export function matches(db: Database['db'], query: Omit<ListQuery, 'page' | 'limit'>, now: string) {
  const { course, cohort, kind, state, group, search } = query
  const is = expressionBuilder<Schema, 'courseRequests'>()
  const hasSeat = is('courseRequests.state', 'in', enrolledStates)
  const isEnrolment = is.or([
    hasSeat,
    is.and([
      is('courseRequests.kind', '=', 'enrol'),
      is('courseRequests.state', 'in', ['new', 'declined', 'withdrawn']),
    ]),
  ])
  const isInterest = is.and([
    is.not(hasSeat),
    is.or([
      is('courseRequests.kind', '=', 'question'),
      is.and([is('courseRequests.kind', '=', 'nextDate'), is('courseRequests.cohortId', 'is', null)]),
    ]),
  ])
  const groups = {
    enrolments: isEnrolment,
    interested: isInterest,
    waiting: is.and([is.not(isEnrolment), is.not(isInterest)]),
  }
  // A question is there as long as the lead desk has it to answer.
  const isOfLead = is.or([
    is('courseRequests.contactId', 'is', null),
    is.exists(
      is
        .selectFrom('contactRequests')
        .select('contactRequests.id')
        .whereRef('contactRequests.id', '=', 'courseRequests.contactId')
        .where('contactRequests.deletedAt', 'is', null)
        .where('contactRequests.status', '!=', 'spam'),
    ),
  ])
  const isOpenOffer = is.and([is('courseRequests.state', '=', 'offered'), is('courseRequests.offeredUntil', '>', now)])
  const isPastOffer = is.and([is('courseRequests.state', '=', 'offered'), is('courseRequests.offeredUntil', '<=', now)])
  const inState = (wanted: NonNullable<typeof state>) =>
    wanted === 'offered'
      ? isOpenOffer
      : wanted === 'lapsed'
        ? is.or([is('courseRequests.state', '=', 'lapsed'), isPastOffer])
        : is('courseRequests.state', '=', wanted)
  return is.and([
    isPresent(courseRequests)(is),
    isOfLead,
    ...(course ? [is('courseRequests.courseId', '=', course)] : []),
    ...(cohort ? [is('courseRequests.cohortId', '=', cohort)] : []),
    ...(kind ? [is('courseRequests.kind', '=', kind)] : []),
    ...(state ? [inState(state)] : []),
    ...(group ? [groups[group]] : []),
    ...(search
      ? [contains({ db }, ['courseRequests.name', 'courseRequests.email', 'courseRequests.company'], search)]
      : []),
  ])
}
