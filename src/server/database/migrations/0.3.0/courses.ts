import { sql } from 'kysely'
import { addColumns, type Migration, makeTables, oneOf, trash } from '#server/database/migrations/make-table.ts'

/** Dates of courses with seats, the people who ask for one, and the messages to them about a date. */
export const training: Migration = {
  name: '0050-training',
  async up(db, kind) {
    await addColumns(db, kind, 'courses', { order: 'integer', asksBy: 'text' }, { order: 0, asksBy: 'link' })
    await makeTables(db, kind, {
      /** Prices are whole paise. */
      cohorts: {
        key: ['id'],
        columns: {
          id: 'text',
          courseId: 'text',
          startsOn: 'text',
          endsOn: 'text?',
          timetable: 'text?',
          mode: 'text',
          place: 'text?',
          language: 'text?',
          seats: 'integer?',
          takenElsewhere: 'integer',
          enrolBy: 'text?',
          enrolVia: 'text',
          price: 'number?',
          discountedPrice: 'number?',
          discountUntil: 'time?',
          enrollmentUrl: 'text?',
          closed: 'boolean',
          cancelled: 'boolean',
          note: 'text?',
          version: 'integer',
          createdAt: 'time',
          updatedAt: 'time',
          updatedBy: 'text?',
          ...trash.columns,
        },
        references: { courseId: 'courses.id+' },
        checks: {
          mode: oneOf('mode', ['online', 'place', 'both']),
          enrolVia: oneOf('enrolVia', ['link', 'request']),
          days: '"endsOn" is null or "endsOn" >= "startsOn"',
          counts: '"takenElsewhere" >= 0 and ("seats" is null or "seats" >= 0)',
        },
        indexes: {
          of_course: ['courseId', 'startsOn', 'id'],
          by_start: ['startsOn', 'id'],
          discounts: { on: ['discountUntil'], where: '"discountUntil" is not null' },
          ...trash.indexes,
        },
      },
      courseRequests: {
        key: ['id'],
        columns: {
          id: 'text',
          courseId: 'text',
          cohortId: 'text?',
          kind: 'text',
          name: 'text',
          email: 'text',
          phone: 'text?',
          people: 'integer',
          company: 'text?',
          gstin: 'text?',
          message: 'text?',
          wanted: 'json?',
          state: 'text',
          /** When the person pressed the button in the message to them. */
          verifiedAt: 'time?',
          stateAt: 'time',
          reason: 'text?',
          offeredPeople: 'integer?',
          offeredUntil: 'time?',
          contactId: 'text?',
          note: 'text?',
          page: 'text?',
          read: 'json?',
          referrer: 'text?',
          campaign: 'json?',
          consentText: 'text?',
          consentAt: 'time?',
          flood: 'boolean?',
          version: 'integer',
          createdAt: 'time',
          ...trash.columns,
        },
        references: { courseId: 'courses.id+', cohortId: 'cohorts.id+', contactId: 'contactRequests.id+' },
        checks: {
          kind: oneOf('kind', ['enrol', 'waitlist', 'nextDate', 'question']),
          state: oneOf('state', [
            ...['new', 'confirmed', 'declined', 'waiting', 'offered', 'accepted', 'lapsed', 'withdrawn', 'told'],
          ]),
          people: '"people" between 1 and 50',
          offer: `"state" <> 'offered' or ("cohortId" is not null and "offeredUntil" is not null)`,
        },
        indexes: {
          of_course: ['courseId', 'createdAt desc', 'id desc'],
          of_cohort: ['cohortId', 'state', 'createdAt', 'id'],
          of_email: ['lower("email")', 'createdAt desc'],
          newest: ['createdAt desc', 'id desc'],
          offers: { on: ['offeredUntil'], where: `"state" = 'offered'` },
          /** Someone asks once for the same thing at a time. */
          open: {
            on: ['courseId', `coalesce("cohortId", '')`, 'kind', 'lower("email")'],
            unique: true,
            where: `"deletedAt" is null and "kind" <> 'question' and "state" in ('new', 'waiting', 'offered')`,
          },
          ...trash.indexes,
        },
      },
      /** A message to the people of a date, or to those who asked for one: `subjectId` of its deliveries. */
      cohortNotices: {
        key: ['id'],
        columns: {
          id: 'text',
          cohortId: 'text',
          kind: 'text',
          before: 'json?',
          body: 'text?',
          count: 'integer',
          at: 'time',
          by: 'text?',
          undoneAt: 'time?',
        },
        references: { cohortId: 'cohorts.id+' },
        checks: { kind: oneOf('kind', ['moved', 'cancelled', 'opened']) },
        indexes: { of_cohort: ['cohortId', 'at desc', 'id desc'] },
      },
    })
  },
}

/** What someone who asked again wants instead, until they press the button for it. */
export const courseRequestChanges: Migration = {
  name: '0058-course-request-changes',
  up: (db, kind) => addColumns(db, kind, 'courseRequests', { proposed: 'json?' }),
}

/** The colleague whom an instructor is, and what staff have corrected in a request. */
export const teaching: Migration = {
  name: '0061-teaching',
  async up(db, kind) {
    await addColumns(db, kind, 'instructors', { userId: 'text?' })
    await addColumns(db, kind, 'courseRequests', { corrections: 'json?' })
  },
}

/** Instructors no longer name a colleague who was deleted. */
export const formerInstructors: Migration = {
  name: '0067-former-instructors',
  async up(db) {
    await sql`
      update "instructors" set "userId" = null
      where "userId" is not null and not exists (select 1 from "users" where "users"."id" = "instructors"."userId")`.execute(
      db,
    )
  },
}
