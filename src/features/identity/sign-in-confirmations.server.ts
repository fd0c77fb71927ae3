import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { confirmationLifetime } from '#server/identity/embedded.ts'
import type { Principal } from '#server/identity/principal.ts'
import { countMessage } from '#server/identity/sign-in-throttle.ts'
import { hashToken } from '#server/identity/token-hash.ts'
import type { Composer } from '#server/mail/composer.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { networksOf } from '#server/security/networks.ts'
import { type AccountContext, recipientOf } from './password-reset.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the account, its payload the binding of the link. */
    signInConfirmation: true
  }
}

/** The answer to a sign-in while the account is under attack. It is the same for a right password and a wrong one. */
export const confirmationNeeded = () =>
  new HttpError(
    403,
    'Someone has tried many passwords for this account, so a sign-in from a new place is confirmed by mail. If your password was right, ' +
      'we have sent you a message; open its link in this browser to finish signing in.',
    undefined,
    { code: 'confirmation_needed' },
  )

/** The binding of a link: a secret of the device that started the sign-in, or else its network. It is a hash, since the queue stores it. */
export const bindingOf = (device: string | undefined, ip: string): string =>
  hashToken(device === undefined ? `place:${networksOf(ip).host}` : `device:${device}`)

/** The messages that finish a sign-in. */
export function signInConfirmations({
  database,
  mailService,
  findStaff,
}: Pick<AppContext, 'database' | 'mailService' | 'findStaff'>) {
  const pending = new Set<Promise<void>>()

  async function send(person: Principal, binding: string) {
    if (!(await findStaff(person))) return
    if (!(await countMessage(database, 'confirmation', person.email))) return
    const delivery = { subjectId: person.uid, payload: binding }
    await database.transaction((trx) => queueDelivery(trx, 'signInConfirmation', delivery))
    mailService.wake()
  }

  return {
    /** Whether messages can be expected to arrive: not where they are written to files, nor shortly after a failure. */
    work: async (): Promise<boolean> => mailService.kind === 'smtp' && !(await failedLately(database)),
    /** Queues the link after a right password. It is not awaited, because its duration would reveal that the password was right. */
    send(person: Principal, binding: string, log: FastifyBaseLogger): void {
      const work = send(person, binding).catch((error) =>
        logFailure(log, error, 'The link that confirms a sign-in could not be queued'),
      )
      pending.add(work)
      work.finally(() => pending.delete(work))
    },
    settled: async (): Promise<void> => void (await Promise.all(pending)),
  }
}

/** Whether the last quarter of an hour has a message that the mail server did not take, by any process. */
async function failedLately({ db }: Database): Promise<boolean> {
  const [since, until] = [-confirmationLifetime, clockSkew].map((offset) => new Date(Date.now() + offset).toISOString())
  const failed = await db
    .selectFrom('deliveries')
    .select('id')
    .where('kind', '=', 'signInConfirmation')
    .where('reason', 'is not', null)
    .where('state', '!=', 'skipped')
    .where('createdAt', '>', since as string)
    .where('createdAt', '<', until as string)
    .limit(1)
    .executeTakeFirst()
  return failed !== undefined
}

/**
 * Composes the message with the link that finishes a sign-in. As with a new password, its token is made here, and comes after the `#`, which
 * browsers do not send to servers.
 */
export function signInConfirmationComposer(context: AccountContext): Composer {
  return {
    longestWait: 0,
    lifetime: confirmationLifetime,
    async compose({ subjectId = '', payload: binding = '' }) {
      const found = await recipientOf(context, subjectId)
      if (!found) return { skip: 'No longer has access' }
      const { person, identity } = found
      const { company, publicUrl } = await context.site.now()
      const token = await identity.createConfirmation(person.uid, binding)
      const rendered = await context.render('signInConfirmation', {
        company,
        name: person.name,
        email: person.email,
        minutes: confirmationLifetime / 60_000,
        confirmUrl: `${publicUrl}/#/admin/confirm-sign-in?token=${token}`,
        forgotUrl: `${publicUrl}/#/admin/forgot-password`,
      })
      const headers = { 'Auto-Submitted': 'auto-generated' }
      return { message: { to: person.email, subject: `Finish signing in to ${company.brand}`, headers, ...rendered } }
    },
  }
}
