import type { Composer, ComposerContext } from '#server/mail/composer.ts'
import { markBounced } from './subscription.server.ts'
import { confirmDays, confirmUrl } from './subscription-links.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the subscriber. */
    confirmation: true
  }
}

export function confirmationComposer(context: ComposerContext): Composer {
  const { database, render } = context
  return {
    async compose({ subjectId = '' }) {
      const row = await database.db
        .selectFrom('subscribers')
        .select(['email', 'state'])
        .where('id', '=', subjectId)
        .executeTakeFirst()
      if (!row) return { skip: 'Removed' }
      if (row.state === 'confirmed') return { skip: 'Already confirmed' }
      const { company, publicUrl } = await context.site.now()
      const rendered = await render('confirmation', {
        company,
        days: confirmDays,
        confirmUrl: await confirmUrl(database, publicUrl, subjectId),
      })
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const replyTo = { name: company.brand, address: company.email }
      return {
        message: {
          to: row.email,
          subject: `Please confirm your subscription to ${company.brand}`,
          replyTo,
          headers,
          ...rendered,
        },
      }
    },
    refused: (trx, { subjectId = '' }, reason) => markBounced(trx, subjectId, reason),
  }
}
