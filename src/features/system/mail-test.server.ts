import type { Composer, StaffMailContext } from '#server/mail/composer.ts'
import { minute } from '#server/security/counters.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its recipient is the member of staff who requested it. */
    mailTest: true
  }
}

/** Composes the message that tests the mail server. */
export function mailTestComposer({ findStaffAddress, ...context }: StaffMailContext): Composer {
  return {
    longestWait: 0,
    lifetime: 15 * minute,
    async compose({ recipientId = '' }) {
      const to = await findStaffAddress(context.database, recipientId)
      if (!to) return { skip: 'No longer has access' }
      const { company, publicUrl } = await context.site.now()
      const rendered = await context.render('mailTest', { company, publicUrl })
      const headers = { 'Auto-Submitted': 'auto-generated' }
      return { message: { to, subject: `[Test] Mail from ${company.brand} arrives`, headers, ...rendered } }
    },
  }
}
