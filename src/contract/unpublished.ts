import * as z from 'zod/mini'
import { errorBody } from './fields.ts'
import { guestReview } from './reviews.ts'

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

/** The body with which an update publishes a working copy as it is. It names another record by its id, and says which values were removed. */
export function bodyOf({ fields, base }: Pick<WorkingCopy, 'fields' | 'base'>): Record<string, unknown> {
  const removed = Object.entries(base).map(([name, value]) => [name, typeof value === 'string' ? '' : null])
  const given = Object.entries(fields).map(([name, value]) => [name, isNamed(value) ? value._id : value])
  return Object.fromEntries([...removed, ...given])
}
const isNamed = (value: unknown): value is { _id: string } =>
  typeof value === 'object' && value !== null && '_id' in value

/** In the staff's list: whether a record has a working copy. */
export const changesWaiting = { changesWaiting: z.optional(z.boolean()) }
/** In a record as staff edit it. */
export const withWorkingCopy = { workingCopy: z.optional(workingCopy) }

/** The query of an update: it can publish the working copy, which then ends. */
export const publishQuery = z.object({ workingCopy: z.optional(z.literal('publish')) })

/** For how many days a link can work. */
export const previewDays = [1, 7, 30] as const

const link = z.object({ _id: z.string(), by: z.string(), createdAt: z.string(), expiresAt: z.string() })
export type PreviewLink = z.infer<typeof link>

export const previewLinkList = z.object({ links: z.array(link) })

export const newPreviewLink = z.object({
  days: z.union(
    previewDays.map((days) => z.literal(days)),
    'A link works for 1, 7 or 30 days',
  ),
})

/** `path` is the link's address on the site. It holds the token, which is not stored, so this answer is the only one with it. */
export const createdPreviewLink = z.extend(link, { path: z.string() })
export type CreatedPreviewLink = z.infer<typeof createdPreviewLink>

/** `latest`: the latest version that was shared with the guest of a review, in place of that of the link. */
export const previewQuery = z.object({ version: z.optional(z.literal('latest', 'version must be latest')) })

/**
 * The details of a link for people outside: who made it, and until when it works. `waiting`: it shows changes to a public record. With a `review` the
 * link shows the version that is to be reviewed.
 */
export const previewInfo = {
  by: z.string(),
  until: z.string(),
  waiting: z.boolean(),
  review: z.optional(guestReview),
}
export type PreviewInfo = z.infer<z.ZodMiniObject<typeof previewInfo>>

/** The review of a link that was withdrawn. */
const withdrawnPreview = z.object({ withdrawnBy: z.string() })
export type WithdrawnPreview = z.infer<typeof withdrawnPreview>
/** The answer where a link shows nothing: `was` says that its review was withdrawn. */
export const endedPreview = z.extend(errorBody, { was: z.optional(withdrawnPreview) })
