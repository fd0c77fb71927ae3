import * as z from 'zod/mini'
import { dateToPrepare } from '#features/courses/ground/cohorts.contract.ts'

const figures = z.object({
  blogs: z.int(),
  published: z.int(),
  drafts: z.int(),
  contacts: z.int(),
  users: z.int(),
  subscribers: z.int(),
  products: z.object({ count: z.int(), categories: z.int() }),
  services: z.object({ count: z.int(), active: z.int() }),
  idleDrafts: z.object({
    count: z.int(),
    oldest: z.optional(z.object({ _id: z.string(), title: z.string(), updatedAt: z.string() })),
  }),
})
export type Figures = z.infer<typeof figures>

/**
 * Reviews in one state: the first three, the last asked first. `by` asked, answered or has left; `guest` is the name of the guest with whose link another
 * name was typed; `name` is the title of the record.
 */
const someReviews = z.object({
  count: z.int(),
  first: z.array(
    z.object({
      _id: z.string(),
      entity: z.string(),
      record: z.string(),
      name: z.string(),
      by: z.string(),
      guest: z.optional(z.string()),
    }),
  ),
})
export type SomeReviews = z.infer<typeof someReviews>

/** The id of the course, or of the page with the event, to which a date belongs. */
const ofDate = { course: z.optional(z.string()), event: z.optional(z.string()) }

/** All figures of the dashboard; trainers only have their dates. Times are ISO 8601 in UTC. */
export const dashboard = z.extend(z.partial(figures), {
  /**
   * Dates of courses and events that start within a week with free seats, people who wait for a seat that is free, enrollments to confirm, those whose date has
   * passed without an answer, and the people who do not know that their date is cancelled, with the first such date. All but the first are for roles
   * that may read requests. `teaching` has the dates of the reader's own within a week, `toPrepare` other ones that miss something, for those
   * who may change registrations. `untaught`, for owners, has the first of the dates within a week
   * that have lost all their trainers. Absent while there is nothing.
   */
  training: z.optional(
    z.object({
      starting: z.optional(z.int()),
      waiting: z.optional(z.int()),
      enrollments: z.optional(z.int()),
      missed: z.optional(z.int()),
      teaching: z.optional(z.array(dateToPrepare)),
      toPrepare: z.optional(z.array(dateToPrepare)),
      untold: z.optional(z.object({ people: z.int(), ...ofDate, cohort: z.string() })),
      untaught: z.optional(
        z.object({
          count: z.int(),
          ...ofDate,
          cohort: z.string(),
          title: z.string(),
          startsOn: z.string(),
        }),
      ),
    }),
  ),
  /**
   * The open reviews that the reader was asked for, and those that they asked for and have not acted on: approved, with requested changes,
   * returned by a colleague who has left, and of a guest who did not get the email. Absent while there is none.
   */
  reviews: z.optional(
    z.object({
      asked: z.optional(someReviews),
      approved: z.optional(someReviews),
      changes: z.optional(someReviews),
      returned: z.optional(someReviews),
      undelivered: z.optional(someReviews),
    }),
  ),
})
export type Dashboard = z.infer<typeof dashboard>

/** The first tasks of an owner, each with its screen. `text` names the remaining work. */
const firstStep = z.object({
  id: z.enum(['profile', 'company', 'samples', 'mail', 'secondFactor', 'backup']),
  title: z.string(),
  text: z.string(),
  to: z.string(),
  done: z.boolean(),
})
export type FirstStep = z.infer<typeof firstStep>

/** None for an owner who has dismissed them, or whose first week is over. */
export const firstSteps = z.object({ steps: z.array(firstStep) })
export type FirstSteps = z.infer<typeof firstSteps>
