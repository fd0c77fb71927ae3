import { resetLifetime } from '#server/identity/embedded.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { FindStaff } from '#server/identity/staff.ts'
import type { Composer, ComposerContext } from '#server/mail/composer.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the account, its payload the name of the owner who requested it, if it was not the person. */
    passwordReset: true
  }
}

/** The services for messages with a link for an account. */
export type AccountContext = ComposerContext & { identity: Identity; findStaff: FindStaff }

/** The account of a message; undefined if it no longer has access. */
export async function recipientOf({ identity, findStaff }: AccountContext, uid: string) {
  if (identity.kind !== 'embedded') return undefined
  const person = await identity.findAccount(uid)
  return person && (await findStaff(person)) ? { person, identity } : undefined
}

/**
 * Composes the message with the link for a new password. Its token is made here, so that the queue never contains one; another attempt
 * makes another token, and the earlier one stays valid, since the message may have arrived. The token comes after the `#`, which browsers
 * do not send to servers.
 */
export function passwordResetComposer(context: AccountContext): Composer {
  return {
    longestWait: 0,
    lifetime: resetLifetime,
    async compose({ subjectId = '', payload: by }) {
      const found = await recipientOf(context, subjectId)
      if (!found) return { skip: 'No longer has access' }
      const { person, identity } = found
      const { company, publicUrl } = await context.site.now()
      const token = await identity.createResetToken(person.uid)
      const rendered = await context.render('passwordReset', {
        company,
        name: person.name,
        email: person.email,
        by,
        minutes: resetLifetime / 60_000,
        resetUrl: `${publicUrl}/#/admin/reset-password?token=${token}`,
      })
      const headers = { 'Auto-Submitted': 'auto-generated' }
      return { message: { to: person.email, subject: `A new password for ${company.brand}`, headers, ...rendered } }
    },
  }
}
