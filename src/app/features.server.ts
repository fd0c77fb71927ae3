import { blogRoutes } from '#features/blog/blog.server.ts'
import { announcementComposer } from '#features/blog/notification/announcement.server.ts'
import { notificationRoutes } from '#features/blog/notification/notifications.server.ts'
import { productRoutes, serviceRoutes } from '#features/catalog/catalog.server.ts'
import { contactRoutes } from '#features/contact/contact.server.ts'
import { contactComposer, contactDigestComposer } from '#features/contact/contact-notice.server.ts'
import { courseRoutes } from '#features/courses/courses.server.ts'
import { instructorRoutes } from '#features/courses/instructors/instructors.server.ts'
import { dashboardRoutes } from '#features/dashboard/dashboard.server.ts'
import { identityRoutes } from '#features/identity/identity.server.ts'
import { legalRoutes } from '#features/legal/legal.server.ts'
import { imageRoutes } from '#features/media/upload.server.ts'
import { bounceRoutes } from '#features/newsletter/bounces.server.ts'
import { confirmationComposer } from '#features/newsletter/confirmation.server.ts'
import { newsletterRoutes } from '#features/newsletter/newsletter.server.ts'
import { subscriberRoutes } from '#features/newsletter/subscribers.server.ts'
import { markBounced } from '#features/newsletter/subscription.server.ts'
import { unsubscribeUrl } from '#features/newsletter/subscription-links.server.ts'
import { contentRoutes } from '#features/preview/preview.server.ts'
import { userRoutes } from '#features/users/users.server.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import type { ComposerParts, Composers } from '#server/mail/send-loop.ts'
import { formRoutes } from '#server/security/form-token.server.ts'

/** Every feature's calls, in the order in which the API's documentation lists them. */
export const features: FeatureRoutes[] = [
  productRoutes,
  serviceRoutes,
  blogRoutes,
  courseRoutes,
  instructorRoutes,
  contactRoutes,
  newsletterRoutes,
  subscriberRoutes,
  notificationRoutes,
  bounceRoutes,
  formRoutes,
  legalRoutes,
  imageRoutes,
  userRoutes,
  contentRoutes,
  dashboardRoutes,
  identityRoutes,
]

/** What each kind of message in the outbox says. */
export const composers = (parts: ComposerParts): Composers => ({
  newsletter: announcementComposer({ ...parts, unsubscribeUrl, markBounced }),
  confirmation: confirmationComposer(parts),
  contact: contactComposer(parts),
  contactDigest: contactDigestComposer(parts),
})
