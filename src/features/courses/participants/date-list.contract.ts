import * as z from 'zod/mini'
import { recordId } from '#contract/fields.ts'
import { staffListQuery } from '#contract/lists.ts'
import { cohort } from '../ground/cohorts.contract.ts'
import { offerFields } from '../ground/offers.contract.ts'

/** A date in the list of those who teach. `unnamed` counts the seats without a name. */
export const listedDate = z.extend(
  z.pick(cohort, {
    ...{ _id: true, startsOn: true, endsOn: true, timetable: true, mode: true, place: true, state: true },
    ...{ seats: true, booked: true, waiting: true },
  }),
  { ...offerFields, unnamed: z.int() },
)
export type ListedDate = z.infer<typeof listedDate>

export const dateListQuery = z.extend(staffListQuery, {
  status: z.optional(z.enum(['upcoming', 'past'], 'status must be upcoming or past')),
  teacher: z.optional(recordId('teacher')),
})
