import * as z from 'zod/mini'
import { cohort } from '../ground/cohorts.contract.ts'

/** The people who have a seat of a date, for whom teaches it: nothing that the accounts or sales need. */
export const datePeople = z.object({
  course: z.object({ _id: z.string(), title: z.string() }),
  date: z.pick(cohort, {
    ...{ _id: true, startsOn: true, endsOn: true, timetable: true, mode: true, place: true },
    ...{ state: true, seats: true, taken: true, takenElsewhere: true, waiting: true },
  }),
  people: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      company: z.optional(z.string()),
      people: z.int(),
      message: z.optional(z.string()),
    }),
  ),
})
export type DatePeople = z.infer<typeof datePeople>
