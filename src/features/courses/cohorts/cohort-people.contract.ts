import * as z from 'zod/mini'
import { formList, recordId } from '#contract/fields.ts'
import { mostInBulk } from '#contract/lists.ts'
import { cohort } from '../ground/cohorts.contract.ts'
import { registration } from '../ground/registrations.contract.ts'

/** The people who have a seat of a date, for whom teaches it: nothing that the accounts or sales need. */
export const cohortPeople = z.object({
  course: z.object({ _id: z.string(), title: z.string() }),
  date: z.pick(cohort, {
    ...{ _id: true, startsOn: true, endsOn: true, timetable: true, mode: true, place: true },
    ...{ state: true, seats: true, booked: true, bookedElsewhere: true, waiting: true },
  }),
  people: z.array(z.pick(registration, { _id: true, name: true, company: true, people: true, message: true })),
})
export type CohortPeople = z.infer<typeof cohortPeople>

export const occupiedQuery = z
  .object({ course: formList(recordId('course'), mostInBulk) })
  .check(z.refine(({ course = [] }) => course.length > 0, { path: ['course'], error: 'Name a course' }))

/** The people of a date to come, or of a course without dates (no `cohort`). `booked` counts seats, the others registrations: with a seat, waiting, unanswered. */
export const occupied = z.object({
  course: z.object({ _id: z.string(), title: z.string() }),
  cohort: z.optional(z.object({ _id: z.string(), startsOn: z.string() })),
  booked: z.int(),
  enrolled: z.int(),
  waiting: z.int(),
  asked: z.int(),
})
export type Occupied = z.infer<typeof occupied>
