import * as z from 'zod/mini'

/**
 * Changes to a live record that wait to be published. `version` is the record's version since it was kept: if the record has a later one, the
 * live record has been changed since. `fields` are all fields of the record with the changes, `base` those of the live record that they began
 * with.
 */
const workingCopy = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string(),
  fields: z.record(z.string(), z.unknown()),
  base: z.record(z.string(), z.unknown()),
})
export type WorkingCopy = z.infer<typeof workingCopy>

/** In the staff's list: whether a record has a working copy. */
export const changesWaiting = { changesWaiting: z.optional(z.boolean()) }
/** In a record as staff edit it. */
export const withWorkingCopy = { workingCopy: z.optional(workingCopy) }

/** What the query of an update may say: that it publishes the working copy, which then no longer waits. */
export const publishQuery = z.object({ workingCopy: z.optional(z.literal('publish')) })
