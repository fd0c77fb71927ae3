import { announcementComposer } from '#features/blog/notification/announcement.server.ts'
import { contactComposer, contactDigestComposer } from '#features/contact/contact-notice.server.ts'
import { confirmationComposer } from '#features/newsletter/confirmation.server.ts'
import { markBounced } from '#features/newsletter/subscription.server.ts'
import { unsubscribeUrl } from '#features/newsletter/subscription-links.server.ts'
import type { ComposerContext, Composers } from '#server/mail/send-loop.ts'

/** What each kind of message in the outbox says. */
export const composers = (parts: ComposerContext): Composers => ({
  newsletter: announcementComposer({ ...parts, unsubscribeUrl, markBounced }),
  confirmation: confirmationComposer(parts),
  contact: contactComposer(parts),
  contactDigest: contactDigestComposer(parts),
})
