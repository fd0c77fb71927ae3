import * as z from 'zod/mini'

/** The days of the schedule, from today. */
export const scheduleDays = 14

/**
 * A scheduled event. `day` is YYYY-MM-DD in the company's time zone; `at` is ISO 8601 in UTC, and absent for a course that starts on a day.
 * A course `closes` on the last day on which one can enroll for a date. `mails`: a newsletter is sent with the post.
 */
const scheduleEntry = z.object({
  entity: z.string(),
  _id: z.string(),
  label: z.string(),
  name: z.string(),
  what: z.enum(['appears', 'ends', 'starts', 'closes']),
  day: z.string(),
  at: z.optional(z.string()),
  mails: z.boolean(),
})
export type ScheduleEntry = z.infer<typeof scheduleEntry>

/** The events of the next days, in order, and the company's time zone. `today` is YYYY-MM-DD there. */
export const schedule = z.object({ timeZone: z.string(), today: z.string(), entries: z.array(scheduleEntry) })
export type Schedule = z.infer<typeof schedule>
