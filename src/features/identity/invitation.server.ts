import { invitationLifetime } from '#server/identity/invitations.ts'
import type { Composer } from '#server/mail/composer.ts'
import { type AccountContext, recipientOf } from './password-reset.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the account. */
    invitation: true
  }
}

/** Composes the message to a new colleague. As with a new password, its token is made here, so that the queue never contains one. */
export function invitationComposer(context: AccountContext): Composer {
  return {
    longestWait: 0,
    lifetime: invitationLifetime,
    async compose({ subjectId = '' }) {
      const found = await recipientOf(context, subjectId)
      if (!found) return { skip: 'No longer has access' }
      const { person, identity } = found
      if (!(await identity.isInvited(person.uid))) return { skip: 'Has signed in already' }
      const { company, publicUrl } = await context.site.now()
      const token = await identity.createInvitationToken(person.uid)
      const rendered = await context.render('invitation', {
        company,
        name: person.name,
        email: person.email,
        hours: invitationLifetime / 3_600_000,
        invitationUrl: `${publicUrl}/#/admin/welcome?token=${token}`,
      })
      const headers = { 'Auto-Submitted': 'auto-generated' }
      return {
        message: { to: person.email, subject: `Welcome to the back office of ${company.brand}`, headers, ...rendered },
      }
    },
  }
}
