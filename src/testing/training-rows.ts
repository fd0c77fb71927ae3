import type { CallersRole } from '#contract/roles.ts'
import {
  cohorts,
  registrations,
  type StoredCohort,
  type StoredRegistration,
} from '#features/courses/ground/courses.table.ts'
import { keepSeats } from '#features/courses/ground/participant-rows.server.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { changeRecord } from '#server/record/change-record.ts'

/** A day some days from now, YYYY-MM-DD. */
export const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

let counter = 0

/** Adds a date of a course, in a month; a test overrides the values that matter to it. */
export const addCohort = (
  database: Database,
  courseId: string,
  changes: Partial<StoredCohort> = {},
): Promise<StoredCohort & { courseId: string }> =>
  changeContent(database, async (trx) => {
    const row = await insertRow(trx, cohorts, {
      courseId,
      startsOn: dayFromNow(30),
      mode: 'online',
      bookedElsewhere: 0,
      enrolVia: 'request',
      closed: false,
      cancelled: false,
      ...changes,
    })
    return { ...row, courseId }
  })

const editor = {
  ...{ id: 'editor', uid: '', name: 'Editor', email: 'editor@example.com' },
  ...{ role: 'editor' as CallersRole, profileId: '' },
}

/** Changes a date as the call of staff does. */
export const changeCohort = (database: Database, id: string, values: Partial<StoredCohort>) =>
  changeContent(database, (trx) => changeRecord(trx, { table: cohorts, id }, editor, () => values))

/** Adds a request of someone who has pressed the button; by default for the waitlist. */
export const addRegistration = (
  database: Database,
  changes: Partial<StoredRegistration>,
): Promise<StoredRegistration & { email: string }> =>
  changeContent(database, async (trx) => {
    // In the order of the calls, also within a millisecond.
    const now = new Date(Date.now() - 3_600_000 + ++counter).toISOString()
    const row = await insertRow(trx, registrations, {
      kind: 'waitlist',
      name: `Person ${counter}`,
      email: `person-${counter}@example.net`,
      people: 1,
      state: 'waiting',
      createdAt: now,
      verifiedAt: now,
      stateAt: now,
      ...changes,
    })
    await keepSeats(trx, row.id)
    return { ...row, email: row.email ?? '' }
  })
