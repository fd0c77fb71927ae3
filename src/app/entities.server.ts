import { postEntity } from '#features/blog/blog.server.ts'
import { openingEntity } from '#features/careers/openings.server.ts'
import { caseEntity } from '#features/cases/cases.server.ts'
import { productEntity, serviceEntity } from '#features/catalog/catalog.shared.server.ts'
import { savedReplyEntity } from '#features/contact/desk/saved-replies.server.ts'
import { contactEntity } from '#features/contact/inbox/contact.server.ts'
import { cohortEntity } from '#features/courses/cohorts/cohorts.server.ts'
import { courseEntity } from '#features/courses/course/courses.server.ts'
import { registrationEntity } from '#features/courses/registrations/registrations.server.ts'
import { faqEntity } from '#features/faqs/faqs.server.ts'
import { mediaEntity } from '#features/media/library.server.ts'
import { newsletterEntity } from '#features/newsletters/newsletter/newsletters.server.ts'
import { pageEntity } from '#features/pages/pages.server.ts'
import { subscriberEntity } from '#features/subscribers/list/subscribers.server.ts'
import { testimonialEntity } from '#features/testimonials/testimonials.server.ts'
import { userEntity } from '#features/users/users.server.ts'
import { scheduleOf } from '#server/database/lifecycle.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import type { Entity } from '#server/record/entity.ts'
import { siteSettings } from '#server/site-config/site-settings.table.ts'

/**
 * Every kind of record, in the order of the finder's results. A new entity adds its line here: trash, finder, schedule, sitemap and the tests
 * of every entity follow from it. `routes` are the additional calls of an entity.
 */
export const entities: (Entity & { routes?: FeatureRoutes })[] = [
  postEntity,
  courseEntity,
  cohortEntity,
  productEntity,
  serviceEntity,
  caseEntity,
  testimonialEntity,
  faqEntity,
  openingEntity,
  pageEntity,
  contactEntity,
  savedReplyEntity,
  registrationEntity,
  newsletterEntity,
  subscriberEntity,
  userEntity,
  mediaEntity,
]

/** Those whose records appear and end at a time. */
export const boundaries = [
  ...scheduleOf(siteSettings),
  ...entities.flatMap(({ table, boundaries = [] }) => [
    ...scheduleOf(table),
    ...(boundaries.length > 0 ? [{ table: table.name, columns: boundaries }] : []),
  ]),
]
