import type { Database } from '#server/database/connect.ts'
import { databaseTime } from '#server/database/dialect.ts'
import type { AppContext } from '#server/feature.ts'
import { confirmationLifetime } from '#server/identity/identity.ts'
import { hashToken } from '#server/identity/single-use-tokens.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { networksOf } from '#server/security/networks.ts'
import { toAccount } from '../ground/account-mail.shared.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the account, its payload the binding of the link. */
    signInConfirmation: string
  }
}

/** The answer to a sign-in while the account is under attack. It is the same for a right password and a wrong one. */
export const confirmationNeeded = () =>
  new HttpError(
    403,
    'There were many failed attempts to sign in to this account, so we confirm sign-ins from new locations by email. If your password was ' +
      'right, open the link that we emailed you in this browser.',
    undefined,
    { code: 'confirmation_needed' },
  )

/** The binding of a link: a secret of the device that started the sign-in, or else its network. It is a hash, since the queue stores it. */
export const bindingOf = (device: string | undefined, ip: string): string =>
  hashToken(device === undefined ? `place:${networksOf(ip).host}` : `device:${device}`)

/** Whether messages can be expected to arrive: not where they are written to files, nor shortly after a failure. */
export const canConfirmByMail = async ({ database, mailService }: Pick<AppContext, 'database' | 'mailService'>) =>
  mailService.kind === 'smtp' && !(await failedLately(database))

/** Whether the last quarter of an hour has a message that the mail server did not take, by any process. */
async function failedLately({ db }: Database): Promise<boolean> {
  const failed = await db
    .selectFrom('deliveries')
    .select('id')
    .where('kind', '=', 'signInConfirmation')
    .where('reason', 'is not', null)
    .where('state', '!=', 'skipped')
    .where('createdAt', '>', databaseTime(db, -confirmationLifetime / 1_000))
    .where('createdAt', '<', databaseTime(db, clockSkew / 1_000))
    .limit(1)
    .executeTakeFirst()
  return failed !== undefined
}

export const signInConfirmation = toAccount<'signInConfirmation'>(confirmationLifetime, async (context, delivery) => {
  const { person, identity, site, render } = context
  const { company, publicUrl } = site
  const token = await identity.createConfirmation(person.uid, delivery.payload)
  const rendered = await render('SignInConfirmation', {
    company,
    name: person.name,
    email: person.email,
    minutes: confirmationLifetime / 60_000,
    confirmUrl: `${publicUrl}/#/admin/confirm-sign-in?token=${token}`,
    forgotUrl: `${publicUrl}/#/admin/forgot-password`,
  })
  return { subject: `Finish signing in to ${company.brand}`, ...rendered }
})
