import * as z from 'zod/mini'

/**
 * Unpublished changes to a live record. `version` is the record's version when the copy was saved: a later version
 * means that the live record has changed since. `fields` are all fields of the record with the changes, `base` the
 * fields of the live record that they started from.
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

/** The query of an update: it can publish the working copy, which then ends. */
export const publishQuery = z.object({ workingCopy: z.optional(z.literal('publish')) })
