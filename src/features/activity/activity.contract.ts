import * as z from 'zod/mini'
import { activityKinds, fieldChange } from '#contract/activity.ts'

/** One act. `count` is above 1 for refusals that are counted together until `lastAt`. */
const activityEntry = z.object({
  _id: z.string(),
  at: z.string(),
  kind: z.enum(activityKinds),
  what: z.string(),
  by: z.optional(z.string()),
  byId: z.optional(z.string()),
  entity: z.optional(z.string()),
  recordId: z.optional(z.string()),
  recordName: z.optional(z.string()),
  changes: z.optional(z.array(fieldChange)),
  address: z.optional(z.string()),
  device: z.optional(z.string()),
  count: z.int(),
  lastAt: z.string(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

/** A page of the log, newest first. `next` is the `before` of the page after it; the last page has none. */
export const activityPage = z.object({
  entries: z.array(activityEntry),
  next: z.optional(z.string()),
  /** The users, for the filter, and then those who have left. */
  people: z.array(z.object({ _id: z.string(), name: z.string(), former: z.optional(z.boolean()) })),
})
export type ActivityPage = z.infer<typeof activityPage>

const id = z.string().check(z.minLength(1), z.maxLength(200))
const moment = z.iso.datetime('must be a time in UTC')

/** The filters of a list or an export of the log. `from` is included, `until` is not. */
export const activityFilter = z.object({
  person: z.optional(id),
  kind: z.optional(z.enum(activityKinds)),
  entity: z.optional(id),
  record: z.optional(id),
  from: z.optional(moment),
  until: z.optional(moment),
})
export type ActivityFilter = z.infer<typeof activityFilter>

export const activityQuery = z.extend(activityFilter, { before: z.optional(id) })
