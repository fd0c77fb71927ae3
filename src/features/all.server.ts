import type { Feature } from '#server/feature.ts'
import type { ComposerParts, Composers } from '#server/mail/worker.ts'
import { blogRoutes } from './blog/blog.server.ts'
import { productRoutes, serviceRoutes } from './catalog/catalog.server.ts'
import { contactRoutes } from './contact/contact.server.ts'
import { contactComposer, contactDigestComposer } from './contact/contact-notice.server.ts'
import { contentRoutes } from './content/content.server.ts'
import { courseRoutes } from './courses/courses.server.ts'
import { instructorRoutes } from './courses/instructors.server.ts'
import { dashboardRoutes } from './dashboard/dashboard.server.ts'
import { formRoutes } from './forms/forms.server.ts'
import { identityRoutes } from './identity/identity.server.ts'
import { legalRoutes } from './legal/legal.server.ts'
import { imageRoutes } from './media/images.server.ts'
import { announcementComposer } from './newsletter/announcement.server.ts'
import { bounceRoutes } from './newsletter/bounces.server.ts'
import { confirmationComposer } from './newsletter/confirmation.server.ts'
import { newsletterRoutes } from './newsletter/newsletter.server.ts'
import { notificationRoutes } from './newsletter/notifications.server.ts'
import { subscriberRoutes } from './newsletter/subscribers.server.ts'
import { userRoutes } from './users/users.server.ts'

/** Every feature's calls, in the order in which the API's documentation lists them. */
export const features: Feature[] = [
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
  newsletter: announcementComposer(parts),
  confirmation: confirmationComposer(parts),
  contact: contactComposer(parts),
  contactDigest: contactDigestComposer(parts),
})
