import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { logFailure } from '#server/database/storage-trouble.ts'
import type { AppContext } from '#server/feature.ts'
import { HttpError } from '#server/http/errors.ts'
import { confirmationLifetime, type EmbeddedIdentity } from '#server/identity/embedded.ts'
import type { Principal } from '#server/identity/principal.ts'
import { countMessage } from '#server/identity/sign-in-throttle.ts'
import type { MailMessage } from '#server/mail/mail.ts'
import { networksOf } from '#server/security/networks.ts'

/** The answer to a sign-in while the account is under attack. It is the same for a right password and a wrong one. */
export const confirmationNeeded = () =>
  new HttpError(
    403,
    'Somebody has tried many passwords for this account, so a sign-in from a new place is confirmed by mail. If your password was right, ' +
      'we have sent you a message; open its link in this browser to finish signing in.',
    undefined,
    { code: 'confirmation_needed' },
  )

/** What a link is bound to: a secret of the device that started the sign-in, or else its network. */
export const bindingOf = (device: string | undefined, ip: string): string =>
  device === undefined ? `place:${networksOf(ip).host}` : `device:${device}`

/** The messages that finish a sign-in. */
export function signInConfirmations({
  config,
  database,
  identity,
  mail,
  findStaff,
}: Pick<AppContext, 'config' | 'database' | 'mail' | 'findStaff'> & { identity: EmbeddedIdentity }) {
  const pending = new Set<Promise<void>>()
  /** When sending may be tried again after a failure, on the clock of `performance.now()`. */
  let retryAt = 0

  async function send(person: Principal, binding: string) {
    if (!(await findStaff(person))) return
    if (!(await countMessage(database, 'confirmation', person.email))) return
    await mail.send(confirmationMessage(config, person, await identity.createConfirmation(person.uid, binding)))
  }

  return {
    /** Whether messages can be expected to arrive: not where they are written to files, nor shortly after a failure. */
    work: () => mail.kind === 'smtp' && performance.now() >= retryAt,
    /** Sends the link after a right password. It is not awaited, since the time it takes would tell that the password was right. */
    send(person: Principal, binding: string, log: FastifyBaseLogger): void {
      const work = send(person, binding).catch((error) => {
        retryAt = performance.now() + confirmationLifetime
        logFailure(log, error, 'The link that confirms a sign-in could not be sent')
      })
      pending.add(work)
      work.finally(() => pending.delete(work))
    },
    settled: async (): Promise<void> => void (await Promise.all(pending)),
  }
}

/** The link's token comes after the `#`, which browsers do not send to servers. */
function confirmationMessage({ company, publicUrl }: Config, { name, email }: Principal, token: string): MailMessage {
  const minutes = confirmationLifetime / 60_000
  return {
    to: email,
    subject: `Finish signing in to ${company.brand}`,
    text: `Hello ${name},

somebody, probably you, signed in as ${email} with your password, from a place
that we do not know. Since many wrong passwords were tried lately, please confirm
that it was you. Open this link within ${minutes} minutes, in the browser in which you
are signing in:

${publicUrl}/#/admin/confirm-sign-in?token=${token}

If it was not you, somebody knows your password. The link does not let them in
without this message. Please choose another password now:

${publicUrl}/#/admin/forgot-password

${company.brand}
`,
  }
}
