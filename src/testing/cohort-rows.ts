import { cohorts, type StoredCohort } from '#features/courses/cohorts/cohorts.table.ts'
import { courseRequests, type StoredCourseRequest } from '#features/courses/requests/course-requests.table.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Adds a date of a course, by default one a month from now that is asked for by request. */
export const addCohort = (database: Database, courseId: string, values: Partial<StoredCohort> = {}) =>
  changeContent(database, (trx) =>
    insertRow(trx, cohorts, {
      ...{ courseId, startsOn: dayFromNow(30), mode: 'online', takenElsewhere: 0, enrolVia: 'request' },
      ...{ closed: false, cancelled: false, ...values },
    }),
  )

let people = 0

/** Adds a request of one person who waits for a date, and has pressed the button in the message. */
export function addCourseRequest(
  database: Database,
  { id: cohortId, courseId, createdAt }: Pick<StoredCohort, 'id' | 'courseId' | 'createdAt'>,
  values: Partial<StoredCourseRequest> = {},
) {
  const email = `person-${++people}@kelp.example`
  return changeContent(database, (trx) =>
    insertRow(trx, courseRequests, {
      ...{ courseId, cohortId, kind: 'waitlist', name: `Person ${people}`, email, people: 1, state: 'waiting' },
      ...{ stateAt: createdAt, verifiedAt: createdAt, ...values },
    }),
  )
}
