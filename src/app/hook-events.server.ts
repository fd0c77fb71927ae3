import { postPublished } from '#features/blog/post.event.ts'
import { contactAnswered, contactCreated, contactResolved } from '#features/contact/ground/contact.event.ts'
import { coursePublished } from '#features/courses/course/course.event.ts'
import {
  courseRequestConfirmed,
  courseRequestCreated,
  seatOffered,
} from '#features/courses/registrations/registration.event.ts'
import { newsletterSent } from '#features/newsletters/sending/newsletter.event.ts'
import { pagePublished } from '#features/pages/page.event.ts'
import { subscriberConfirmed, subscriberLeft } from '#features/subscribers/subscription/subscriber.event.ts'
import { backupFailed } from '#features/system/backup.event.ts'
import type { AnyEvent } from '#server/hooks/event-kind.ts'
import { recordDeleted } from '#server/record/record.event.ts'

/** Every kind of event that webhooks can be told of, in the order of forms and of the documentation. A feature adds its line here. */
export const hookEvents: AnyEvent[] = [
  contactCreated,
  contactAnswered,
  contactResolved,
  courseRequestCreated,
  courseRequestConfirmed,
  seatOffered,
  subscriberConfirmed,
  subscriberLeft,
  newsletterSent,
  postPublished,
  coursePublished,
  pagePublished,
  recordDeleted,
  backupFailed,
]
