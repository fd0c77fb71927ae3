import * as z from 'zod/mini'
import { trashedRecord } from '#contract/fields.ts'
import { staffListQuery } from '#contract/lists.ts'

/** How long a record stays in the trash before it is deleted for good, in days. */
export const trashDays = 30

/**
 * A record in the trash as its list shows it. `label` is its kind: 'Course'; `hasSlug` says whether it has an address that can be freed,
 * `mayChange` whether the caller may restore it, `mayErase` whether they may delete it for good, and `daysLeft` counts the days until it is deleted for good.
 */
export const trashItem = z.extend(trashedRecord, {
  label: z.string(),
  hasSlug: z.boolean(),
  mayChange: z.boolean(),
  mayErase: z.boolean(),
  daysLeft: z.int(),
})
export type TrashItem = z.infer<typeof trashItem>

/** An entity that has a trash, by which its list can be filtered. `label` is the name of its records: 'Courses'. */
export const trashKind = z.object({ entity: z.string(), label: z.string() })
export type TrashKind = z.infer<typeof trashKind>

export const trashQuery = z.extend(z.pick(staffListQuery, { page: true, limit: true }), {
  entity: z.optional(z.string()),
})

/** `deletedUntil`: keeps records moved to the trash after this time, ISO 8601 in UTC. */
export const emptyQuery = z.object({ deletedUntil: z.optional(z.iso.datetime('deletedUntil must be a time in UTC')) })
