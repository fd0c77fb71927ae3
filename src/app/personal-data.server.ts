import { activityPersonalData } from '#features/activity/activity.server.ts'
import { hookPersonalData } from '#features/connections/hooks/hook-personal-data.server.ts'
import { contactPersonalData } from '#features/contact/inbox/contact-personal-data.server.ts'
import { participantPersonalData } from '#features/courses/participants/participant-personal-data.server.ts'
import { registrationPersonalData } from '#features/courses/registrations/registration-personal-data.server.ts'
import { newsletterPersonalData } from '#features/newsletters/newsletter/sent-newsletter.server.ts'
import { remarkPersonalData } from '#features/remarks/remarks.server.ts'
import { reviewPersonalData } from '#features/reviews/reviews.server.ts'
import {
  importPersonalData,
  subscriberPersonalData,
} from '#features/subscribers/list/subscriber-personal-data.server.ts'
import { contentImportPersonalData } from '#features/transfer/importing/import-personal-data.server.ts'
import { userPersonalData } from '#features/users/users.server.ts'
import type { PersonalData } from '#server/record/personal-data.ts'

/**
 * Everything that is stored about people outside. A feature that stores an address, or something that belongs to one, adds its line here: the
 * person's page, exports, erasures and restores follow from it. They erase in this order.
 */
export const personalData: PersonalData[] = [
  // Before the records that its events are about.
  hookPersonalData,
  contactPersonalData,
  registrationPersonalData,
  // After the bookings, of which the others keep their seats.
  participantPersonalData,
  newsletterPersonalData,
  // Before the subscribers, in the order in which an import locks them.
  importPersonalData,
  subscriberPersonalData,
  reviewPersonalData,
  userPersonalData,
  remarkPersonalData,
  contentImportPersonalData,
  activityPersonalData,
]
