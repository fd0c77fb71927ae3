import * as z from 'zod/mini'
import { cohortStates } from './cohort-words.contract.ts'

/** The details that the section of an event shows besides its fields. The days and the timetable follow from its times, by the clocks of the company. */
export const shownEventFields = {
  startsOn: z.string(),
  endsOn: z.optional(z.string()),
  timetable: z.string(),
  timeZone: z.string(),
  /** The page, for which people register. */
  page: z.object({ _id: z.string(), title: z.string(), path: z.string() }),
  /** Its date, which a page has from the first save of the section on. `seatsLeft` is absent for an unlimited number. */
  date: z.optional(z.object({ _id: z.string(), state: z.enum(cohortStates), seatsLeft: z.optional(z.int()) })),
}

/** An event as the section of a page has it. Times are ISO 8601 in UTC. */
export type PageEvent = {
  startsAt: string
  endsAt: string
  place?: string | undefined
  mapUrl?: string | undefined
  online?: boolean | undefined
  seats?: number | undefined
}
export type ShownEvent = PageEvent & z.infer<z.ZodMiniObject<typeof shownEventFields>>
