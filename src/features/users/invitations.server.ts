import { doneBody } from '#contract/fields.ts'
import { isAtDomain } from '#contract/identity.ts'
import { invitationLink, passwordLink } from '#features/identity/ground/account-mail.shared.server.ts'
import { queueFactorsRemoved } from '#features/identity/ground/account-notices.shared.server.ts'
import { removeLeftOver } from '#features/identity/ground/accounts.shared.server.ts'
import { withoutActivity } from '#server/activity/activity.ts'
import { nameRecord } from '#server/activity/log-calls.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import type { EmbeddedFeature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { onlyAtDomain } from '#server/identity/accounts.ts'
import type { EmbeddedIdentity } from '#server/identity/identity.ts'
import { deleteDeliveries, queueDelivery } from '#server/mail/queue.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { addUser, toUser } from './user-writes.server.ts'
import { invitation, invited, type NewInvitation, resetLink, type User } from './users.contract.ts'
import { users } from './users.table.ts'

/** Opens an account without a password; a link sets one. @throws HttpError 409 when a user has the address, 422 when it is at another domain */
export async function inviteUser(
  database: Database,
  identity: EmbeddedIdentity,
  { email, name, role }: NewInvitation,
  domain: string,
): Promise<User & { firebaseUid: string }> {
  if (!isAtDomain(email, domain)) throw onlyAtDomain(domain)
  await removeLeftOver({ database, identity }, email)
  const firebaseUid = await identity.createInvitedAccount({ name, email })
  try {
    return { ...(await addUser(database, { firebaseUid, name, email, role })), firebaseUid }
  } catch (error) {
    await identity.removeAccount(firebaseUid)
    throw error
  }
}

/** Gives colleagues access by a link, or without a factor that they have lost. */
export const invitationRoutes: EmbeddedFeature = async (app, { config, database, identity }) => {
  route(app, 'POST /users/invitations', {
    access: 'manage',
    confirm: true,
    act: 'Invite a colleague',
    summary: 'Give a colleague access, and send a link to choose a password',
    description:
      'The link works once, within 72 hours. Without a mail server the answer has the `link`, to pass on by other means; it cannot be read again.',
    input: invitation,
    answer: { 201: invited },
    errors: [409],
    handler: async ({ body }) => {
      const user = await inviteUser(database, identity, body, config.company.domain)
      return { user, ...(await sendInvitation(user.firebaseUid)) }
    },
  })

  route(app, 'POST /users/:id/invitation', {
    access: 'manage',
    confirm: true,
    activity: 'always',
    act: 'Send an invitation again',
    summary: 'Send the invitation again to a colleague who has never signed in',
    description:
      'Their previous link stops working. The new one works once, within 72 hours. Without a mail server the answer has it as `link`.',
    answer: { 201: invited },
    errors: [409],
    handler: async (request) => {
      const user = await accountOf(request.params.id)
      if (!(await identity.isInvited(user.firebaseUid)))
        throw new HttpError(409, 'They have already signed in. Create a reset link instead.')
      nameRecord(request, user.name)
      await identity.endLinks(user.firebaseUid)
      const sent = await sendInvitation(user.firebaseUid)
      return { user: toUser(user), ...sent }
    },
  })

  /** Queues the message, in place of a pending one. Without a mail server the answer has the link. */
  const sendInvitation = (subjectId: string) =>
    send(
      async () => invitationLink(config.publicUrl, await identity.createInvitationToken(subjectId)),
      async (trx) => {
        await deleteDeliveries(trx, [subjectId], { kind: 'invitation' })
        await queueDelivery(trx, 'invitation', { subjectId })
      },
    )

  async function send(makeLink: () => Promise<string>, queue: (trx: Transaction) => Promise<unknown>) {
    if (config.mail.smtpUrl === undefined) return { link: await makeLink() }
    await withoutActivity(() => database.transaction(queue))
    return {}
  }

  /** @throws HttpError 404, or 409 if a link would give no access */
  async function accountOf(id: string) {
    const row = await database.db.selectFrom('users').select(users.select()).where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound('User not found')
    const user = users.decode(row)
    if (!user.active) throw new HttpError(409, 'This user is deactivated. Activate them first.')
    if (!user.firebaseUid) throw new HttpError(409, 'This user has no account here. Delete and invite them again.')
    return { ...user, firebaseUid: user.firebaseUid }
  }

  route(app, 'DELETE /users/:id/second-factor', {
    access: 'manage',
    confirm: true,
    act: 'Remove the two-factor authentication of a colleague',
    summary: 'Remove the authenticator app and the passkeys of a colleague who has lost them',
    description:
      'All their sessions end. They sign in with their password, and set up two-factor authentication again where it is required. They and the owners get an email.',
    answer: doneBody,
    errors: [409],
    handler: async (request) => {
      if (request.params.id === staffOf(request).id)
        throw new HttpError(409, 'Turn off your own two-factor authentication in your profile.')
      const user = await accountOf(request.params.id)
      nameRecord(request, user.name)
      if (!(await identity.removeFactors(user.firebaseUid, (trx) => queueFactorsRemoved(trx, user))))
        throw new HttpError(409, 'They do not use two-factor authentication.')
      return { message: 'Two-factor authentication removed' }
    },
  })

  route(app, 'POST /users/:id/reset-link', {
    access: 'manage',
    confirm: true,
    activity: 'always',
    act: 'Make a password reset link',
    summary: 'Make a password reset link for a colleague',
    description:
      'It works once, within an hour, and is sent to them. Without a mail server the answer has the `link`, to pass on by other ' +
      'means; it cannot be read again. Their password holds until they use it.',
    answer: { 201: resetLink },
    errors: [409],
    handler: async (request) => {
      if (request.params.id === staffOf(request).id)
        throw new HttpError(409, 'For your own account, use “Change password” in your profile.')
      const { firebaseUid: subjectId, name } = await accountOf(request.params.id)
      nameRecord(request, name)
      return send(
        async () => passwordLink(config.publicUrl, await identity.createResetToken(subjectId)),
        (trx) => queueDelivery(trx, 'passwordReset', { subjectId, payload: staffOf(request).name }),
      )
    },
  })
}
