import { activityRetention } from '#features/activity/activity.server.ts'
import { analyticsRetention, countedVisits } from '#features/analytics/analytics.server.ts'
import { scheduledPosts } from '#features/blog/notification/post-notification.server.ts'
import { hookRetention } from '#features/connections/hooks/hook-personal-data.server.ts'
import { tokenRetentions } from '#features/connections/tokens/tokens.server.ts'
import { reminders } from '#features/contact/desk/desk-mail.server.ts'
import { contactRetentions } from '#features/contact/inbox/contact-personal-data.server.ts'
import { automaticNotices } from '#features/courses/cohorts/notice-job.server.ts'
import { registrationRetention, seatOffers } from '#features/courses/registrations/registration-job.server.ts'
import { dueNewsletters } from '#features/newsletters/newsletter/sent-newsletter.server.ts'
import { sentNewsletters } from '#features/newsletters/sending/newsletter.event.ts'
import { unfinishedErasures } from '#features/persons/persons.server.ts'
import { countedRedirects, redirectRetention } from '#features/redirects/follow-redirects.shared.server.ts'
import { importJobs, importRetentions } from '#features/subscribers/imports/import-confirmation.server.ts'
import { watch } from '#features/system/watch.server.ts'
import { contentImportJob, contentImportRetentions } from '#features/transfer/importing/jobs.server.ts'
import { trashRetention } from '#features/trash/trash.server.ts'
import type { Job } from '#server/database/jobs.ts'
import type { AppContext } from '#server/feature.ts'
import { countedTokenUses } from '#server/identity/token-uses.ts'
import { oldMessageFiles } from '#server/mail/mail.ts'
import { scheduledPublications } from '#server/record/publication-events.ts'
import { deleteOldData, type Retention } from '#server/record/retention.ts'
import { expiredCounters } from '#server/security/counters.ts'

/** All work in the background that is done again and again. A feature adds its line here, and System shows it. */
export const jobs: Job<AppContext>[] = [
  dueNewsletters,
  scheduledPosts,
  scheduledPublications,
  sentNewsletters,
  ...importJobs,
  contentImportJob,
  reminders,
  seatOffers,
  automaticNotices,
  countedVisits,
  countedRedirects,
  countedTokenUses,
  watch,
  deleteOldData,
  unfinishedErasures,
  expiredCounters,
  oldMessageFiles,
]

/** Everything that is deleted once it is old. A feature adds its line here: the nightly pass, System and the legal texts follow from it. */
export const retentions: Retention[] = [
  ...tokenRetentions,
  ...contactRetentions,
  registrationRetention,
  ...importRetentions,
  ...contentImportRetentions,
  analyticsRetention,
  redirectRetention,
  hookRetention,
  activityRetention,
  trashRetention,
]
