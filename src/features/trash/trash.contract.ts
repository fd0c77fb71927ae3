import * as z from 'zod/mini'
import { staffListQuery, trashedRecord } from '#contract/fields.ts'

/** How long a record stays in the trash before it is deleted for good, in days. */
export const trashDays = 30

/** What the trash can hold, by the names of the calls, as its list calls them. */
export const trashedKinds = {
  blogs: 'Posts',
  courses: 'Courses',
  products: 'Products',
  services: 'Services',
  cases: 'Case studies',
  testimonials: 'Testimonials',
  questions: 'Questions',
  openings: 'Openings',
  contactRequests: 'Contacts',
  mediaItems: 'Media',
}

/**
 * A record in the trash as its list shows it. `label` is what it is: 'Course'; `hasSlug` says whether it has an address that can be freed, and
 * `daysLeft` counts the days until it is deleted for good.
 */
export const trashItem = z.extend(trashedRecord, { label: z.string(), hasSlug: z.boolean(), daysLeft: z.int() })
export type TrashItem = z.infer<typeof trashItem>

export const trashQuery = z.extend(z.pick(staffListQuery, { page: true, limit: true }), {
  entity: z.optional(z.string()),
})

/** `deletedUntil`: deletes nothing that was put into the trash after this time, ISO 8601 in UTC. */
export const emptyQuery = z.object({ deletedUntil: z.optional(z.iso.datetime('deletedUntil must be a time in UTC')) })
