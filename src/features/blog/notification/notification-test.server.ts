import type { Composer, StaffMailContext } from '#server/mail/composer.ts'
import { minute } from '#server/security/counters.ts'
import { isPresentPost } from '../posts.shared.server.ts'
import { renderAnnouncement } from './announcement.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the post, its recipient the member of staff who asked for it, its payload the unsaved values. */
    notificationTest: true
  }
}

/** Composes the message about a post, published or not, for one member of staff. */
export function notificationTestComposer({ findStaffAddress, ...context }: StaffMailContext): Composer {
  const { config, database } = context
  return {
    longestWait: 0,
    lifetime: 15 * minute,
    async compose({ subjectId = '', recipientId = '', payload = '{}' }) {
      const to = await findStaffAddress(database, recipientId)
      const post = await database.db
        .selectFrom('blogs')
        .select('id')
        .where('id', '=', subjectId)
        .where(isPresentPost)
        .executeTakeFirst()
      if (!to || !post) return { skip: 'Removed' }
      const links = { unsubscribe: config.publicUrl, preferences: config.publicUrl }
      const { subject, html, text } = await renderAnnouncement(context, subjectId, links, JSON.parse(payload))
      const { company } = await context.site.now()
      const replyTo = { name: company.brand, address: company.email }
      return { message: { to, subject: `[Test] ${subject}`, replyTo, html, text } }
    },
  }
}
