import * as z from 'zod/mini'
import { formList, recordId } from '#contract/fields.ts'
import { mostInBulk } from '#contract/lists.ts'
import { offerFields } from '../ground/offers.contract.ts'

export const occupiedQuery = z
  .object({ course: formList(recordId('course'), mostInBulk) })
  .check(z.refine(({ course = [] }) => course.length > 0, { path: ['course'], error: 'Name a course' }))

/** The people of a date to come of a course or an event, or of a course without dates (no `cohort`). `booked` counts seats, the others registrations: with a seat, waiting, unanswered. */
export const occupied = z.object({
  ...offerFields,
  cohort: z.optional(z.object({ _id: z.string(), startsOn: z.string() })),
  booked: z.int(),
  enrolled: z.int(),
  waiting: z.int(),
  asked: z.int(),
})
export type Occupied = z.infer<typeof occupied>
