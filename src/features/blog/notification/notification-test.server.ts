import { composeTest, type MessageContext } from '#features/letters/message/letter-message.shared.server.ts'
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
export function notificationTestComposer(context: StaffMailContext & MessageContext): Composer {
  return {
    longestWait: 0,
    lifetime: 15 * minute,
    async compose({ subjectId = '', recipientId = '', payload = '{}' }) {
      const post = await context.database.db
        .selectFrom('blogs')
        .select('id')
        .where('id', '=', subjectId)
        .where(isPresentPost)
        .executeTakeFirst()
      return composeTest(
        context,
        recipientId,
        async () => post && renderAnnouncement(context, subjectId, JSON.parse(payload)),
      )
    },
  }
}
