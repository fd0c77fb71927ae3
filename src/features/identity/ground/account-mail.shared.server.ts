import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import type { FindStaff, Principal } from '#server/identity/accounts.ts'
import { type EmbeddedIdentity, type Identity, invitationLifetime, resetLifetime } from '#server/identity/identity.ts'
import { countMessage } from '#server/identity/sign-in-throttle.ts'
import type { Delivery, DeliveryKind } from '#server/mail/deliveries.table.ts'
import type { RenderedMail, RenderMail } from '#server/mail/mail.ts'
import { automatic, type MailContext, type MailKind } from '#server/mail/mail-kind.ts'
import { queueDelivery } from '#server/mail/queue.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the account. */
    invitation: undefined
    /** Its subject is the account, its payload the name of the owner who requested it, if it was not the person. */
    passwordReset: string | undefined
  }
}

/** The address at which a token of a link sets a password. The token comes after the `#`, which browsers do not send to servers. */
export const passwordLink = (publicUrl: string, token: string) => `${publicUrl}/#/admin/reset-password?token=${token}`
export const invitationLink = (publicUrl: string, token: string) => `${publicUrl}/#/admin/welcome?token=${token}`

export type AccountContext = MailContext & { identity: Identity; findStaff: FindStaff }

type Context = { person: Principal; teaches: boolean; identity: EmbeddedIdentity; site: Config; render: RenderMail }
type AccountMail = (RenderedMail & { subject: string }) | { skip: string }

/** A message to the person of an account, who may have lost access since. Tokens are made here, so that the queue never has one; earlier ones stay valid. */
export const toAccount =
  <Kind extends DeliveryKind>(
    lifetime: number,
    compose: (context: Context, delivery: Delivery<Kind>) => Promise<AccountMail>,
  ): MailKind<Kind, AccountContext> =>
  ({ identity, findStaff, site, render }) => ({
    longestWait: 0,
    lifetime,
    async compose(delivery) {
      const person = identity.kind === 'embedded' && (await identity.findAccount(delivery.subjectId ?? ''))
      const staff = person && (await findStaff(person))
      if (!staff) return { skip: 'No longer has access' }
      const teaches = staff !== 'ended' && staff.role === 'trainer'
      const mail = await compose({ person, teaches, identity, site: await site.now(), render }, delivery)
      if ('skip' in mail) return mail
      return { message: { to: person.email, headers: automatic, ...mail } }
    },
  })

export const passwordReset = toAccount<'passwordReset'>(resetLifetime, async (context, { payload: actor }) => {
  const { person, identity, site, render } = context
  const { company, publicUrl } = site
  const token = await identity.createResetToken(person.uid)
  const limits = `The link works once and expires in ${resetLifetime / 60_000} minutes.`
  const rendered = await render('AccountMessage', {
    company,
    name: person.name,
    title: 'Choose a new password',
    preheader: limits,
    paragraphs: [
      `${actor ? `${actor} sent you this link to choose a new password` : 'We received a request to choose a new password'} for ${person.email}. ${limits}`,
    ],
    button: 'Choose a new password',
    url: passwordLink(publicUrl, token),
    note: `${actor ? 'If you don’t need a new password' : 'If you didn’t ask for this'}, ignore this email. Your password stays the same.`,
  })
  return { subject: `Choose a new password for ${company.brand}`, ...rendered }
})

export const invitation = toAccount<'invitation'>(invitationLifetime, async (context) => {
  const { person, teaches, identity, site, render } = context
  const { company, publicUrl } = site
  if (!(await identity.isInvited(person.uid))) return { skip: 'Has signed in already' }
  const token = await identity.createInvitationToken(person.uid)
  const rendered = await render('AccountMessage', {
    company,
    name: person.name,
    title: 'Welcome',
    heading: `Welcome to ${company.brand}`,
    preheader: `Choose a password for ${person.email}.`,
    paragraphs: [
      `You have been invited to the back office of ${company.brand}. Choose a password for ${person.email} to sign in. ` +
        `The link works once and expires in ${invitationLifetime / 3_600_000} hours.`,
      ...(teaches ? ['You will find the course dates that you teach there, and who takes part.'] : []),
    ],
    button: 'Choose a password',
    url: invitationLink(publicUrl, token),
    note: 'If you didn’t expect this invitation, ignore this email. Nobody can sign in without the link.',
  })
  return { subject: `Your invitation to the back office of ${company.brand}`, ...rendered }
})

/** For each message that a visitor can cause: its count, and the log line of a failure. */
const linkKinds = {
  passwordReset: { counted: 'reset', failure: 'The link for a new password could not be queued' },
  signInConfirmation: { counted: 'confirmation', failure: 'The link that confirms a sign-in could not be queued' },
} as const

/** Queues messages with links for visitors, only to staff with access. The calls do not await it, because its duration would reveal who that is. */
export function linkSender({ database, findStaff }: Pick<AppContext, 'database' | 'findStaff'>) {
  const pending = new Set<Promise<void>>()

  async function queue(
    kind: keyof typeof linkKinds,
    found: Promise<Principal | null>,
    payload?: string,
  ): Promise<void> {
    const person = await found
    if (!person || !(await findStaff(person))) return
    if (!(await countMessage(database, linkKinds[kind].counted, person.email))) return
    await database.transaction((trx) => queueDelivery(trx, kind, { subjectId: person.uid, payload }))
  }

  return {
    send(log: FastifyBaseLogger, ...message: Parameters<typeof queue>): void {
      const work = queue(...message).catch((error) => logFailure(log, error, linkKinds[message[0]].failure))
      pending.add(work)
      work.finally(() => pending.delete(work))
    },
    /** When all is queued. */
    settled: async (): Promise<void> => void (await Promise.all(pending)),
  }
}
