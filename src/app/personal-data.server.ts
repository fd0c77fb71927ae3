import { activityPersonalData } from '#features/activity/activity.server.ts'
import { contactPersonalData } from '#features/contact/inbox/contact-personal-data.server.ts'
import { courseRequestPersonalData } from '#features/courses/requests/course-request-personal-data.server.ts'
import { letterPersonalData } from '#features/letters/letter/letters.server.ts'
import {
  importPersonalData,
  newsletterPersonalData,
} from '#features/newsletter/subscribers/newsletter-personal-data.server.ts'
import { userPersonalData } from '#features/users/users.server.ts'
import type { PersonalData } from '#server/record/personal-data.ts'

/**
 * Everything that is stored about people outside. A feature that stores an address, or something that belongs to one, adds its line here: the
 * person's page, exports, erasures and restores follow from it. They erase in this order.
 */
export const personalData: PersonalData[] = [
  contactPersonalData,
  courseRequestPersonalData,
  letterPersonalData,
  // Before the subscribers, in the order in which an import locks them.
  importPersonalData,
  newsletterPersonalData,
  userPersonalData,
  activityPersonalData,
]
