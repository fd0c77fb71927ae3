import type { Feature } from '#server/feature.ts'
import { blogRoutes } from './blog/blog.server.ts'
import { productRoutes, serviceRoutes } from './catalog/catalog.server.ts'
import { contactRoutes } from './contact/contact.server.ts'
import { contentRoutes } from './content/content.server.ts'
import { courseRoutes } from './courses/courses.server.ts'
import { instructorRoutes } from './courses/instructors.server.ts'
import { dashboardRoutes } from './dashboard/dashboard.server.ts'
import { identityRoutes } from './identity/identity.server.ts'
import { legalRoutes } from './legal/legal.server.ts'
import { imageRoutes } from './media/images.server.ts'
import { newsletterRoutes } from './newsletter/newsletter.server.ts'
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
  legalRoutes,
  imageRoutes,
  userRoutes,
  contentRoutes,
  dashboardRoutes,
  identityRoutes,
]
