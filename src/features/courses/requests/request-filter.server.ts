import { expressionBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Database } from '#server/database/connect.ts'
import { contains, containsPhone } from '#server/database/dialect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Schema } from '#server/database/schema.ts'
import { isOverOn, type Moment } from '../cohorts/cohort-queries.server.ts'
import { type courseRequestListQuery, enrolledStates } from '../ground/course-requests.contract.ts'
import { courseRequests } from '../ground/courses.table.ts'

type ListQuery = z.infer<typeof courseRequestListQuery>
type Day = Pick<Moment, 'now' | 'today'>

/** The condition for the requests of a list or an export. */
export function matches(db: Database['db'], query: Omit<ListQuery, 'page' | 'limit'>, { now, today }: Day) {
  const { course, cohort, dates, kind, state, group, search } = query
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
  // A question is listed while the lead desk has it to answer.
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
  const isOver = is.exists(
    is
      .selectFrom('cohorts')
      .select('cohorts.id')
      .whereRef('cohorts.id', '=', 'courseRequests.cohortId')
      .where(isOverOn(today)),
  )
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
    ...(dates === 'over' ? [isOver] : dates === 'open' ? [is.not(isOver)] : []),
    ...(kind ? [is('courseRequests.kind', '=', kind)] : []),
    ...(state ? [inState(state)] : []),
    ...(group ? [groups[group]] : []),
    ...(search
      ? [
          is.or([
            contains({ db }, ['courseRequests.name', 'courseRequests.email', 'courseRequests.company'], search),
            containsPhone({ db }, 'courseRequests.phone', search),
          ]),
        ]
      : []),
  ])
}
