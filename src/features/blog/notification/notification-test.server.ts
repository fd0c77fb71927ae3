import type { Composer, ComposerContext } from '#server/mail/composer.ts'
import { minute } from '#server/security/counters.ts'
import { renderAnnouncement } from './announcement.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the post, its recipient the member of staff who asked for it. */
    notificationTest: true
  }
}

/** Composes the message about a post, published or not, for one member of staff. */
export function notificationTestComposer(context: ComposerContext): Composer {
  const { config, database } = context
  return {
    longestWait: 0,
    lifetime: 15 * minute,
    async compose({ subjectId = '', recipientId = '' }) {
      const row = await database.db
        .selectFrom('users')
        .innerJoin('blogs', (join) => join.on('blogs.id', '=', subjectId))
        .where('users.id', '=', recipientId)
        .where('users.active', '=', true)
        .select('users.email')
        .executeTakeFirst()
      if (!row) return { skip: 'Removed' }
      const { title, html, text } = await renderAnnouncement(context, subjectId, config.publicUrl)
      const replyTo = { name: config.company.brand, address: config.company.email }
      return { message: { to: row.email, subject: `[Test] ${title}`, replyTo, html, text } }
    },
  }
}
