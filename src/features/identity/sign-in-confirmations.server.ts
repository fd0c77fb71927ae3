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

/** What a sign-in answers while somebody guesses at the account: the same for a right password and a wrong one. */
export const confirmationNeeded = () =>
  new HttpError(
    403,
    'Somebody has tried many passwords for this account, so a sign-in from a new place is confirmed by mail. If your password was right, ' +
      'we have sent you a message; open its link in this browser to finish signing in.',
    undefined,
    { code: 'confirmation_needed' },
  )

/** To what a link is bound: a secret of the device that began the sign-in, or else the network it was in. */
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
  const underWay = new Set<Promise<void>>()
  /** Until when no message is tried after one that failed, on the clock of `performance.now()`. */
  let restUntil = 0

  async function send(person: Principal, binding: string) {
    if (!(await findStaff(person))) return
    if (!(await countMessage(database, 'confirmation', person.email))) return
    await mail.send(confirmationMessage(config, person, await identity.createConfirmation(person.uid, binding)))
  }

  return {
    /** Whether messages reach people, as far as is known: files reach nobody, and a server that failed is given a rest. */
    work: () => mail.kind === 'smtp' && performance.now() >= restUntil,
    /** Sends the link to somebody whose password was right. Nobody waits for it, since a wrong one takes no time for it. */
    send(person: Principal, binding: string, log: FastifyBaseLogger): void {
      const work = send(person, binding).catch((error) => {
        restUntil = performance.now() + confirmationLifetime
        logFailure(log, error, 'The link that finishes a sign-in could not be sent')
      })
      underWay.add(work)
      work.finally(() => underWay.delete(work))
    },
    settled: async (): Promise<void> => void (await Promise.all(underWay)),
  }
}

/** The link's token stands behind the `#`, so no server on its way ever sees it. */
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
