import {
  forgottenPassword,
  forgottenPasswordAnswer,
  invitationToken,
  invitedPerson,
  newSession,
  type PasswordResetAnswer,
  passwordChange,
  passwordReset,
  passwordResetAnswer,
} from '#contract/identity.ts'
import { withoutActivity } from '#server/activity/activity.ts'
import { originOf } from '#server/activity/log-calls.ts'
import { afterCommit } from '#server/database/storage-errors.ts'
import type { EmbeddedFeature } from '#server/feature.ts'
import { visitorFormLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { passwordIssue } from '#server/identity/passwords.ts'
import type { Beginning } from '#server/identity/sessions.ts'
import { countAttempt, forgetAttempts, tooManyAttempts } from '#server/identity/sign-in-throttle.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { linkSender } from '../ground/account-mail.shared.server.ts'
import { queueOwnNotice } from '../ground/account-notices.shared.server.ts'
import { logRefusedSignIn, logSignIn, sessionOpener } from '../session/open-session.server.ts'

export const passwordRoutes: EmbeddedFeature = async (app, options) => {
  const { config, database, site, identity, findStaff } = options
  const links = linkSender(options)
  const open = sessionOpener(options)
  app.addHook('onClose', links.settled)

  route(app, 'POST /identity/password', {
    access: 'account',
    act: 'Change their own password',
    summary: 'Change the password of the caller',
    description: 'All sessions end. The answer is a new session.',
    input: passwordChange,
    answer: newSession,
    handler: async (request) => {
      const staff = staffOf(request)
      const { currentPassword, newPassword } = request.body
      // Counted separately from sign-ins, so that an attack there does not prevent the owner from changing the password.
      const account = `change:${staff.uid}`
      const { wait } = await countAttempt(database, account, request.ip, { byMail: false })
      if (wait > 0) throw tooManyAttempts(wait)
      if (!(await identity.checkPassword(staff.uid, currentPassword))) {
        await logRefusedSignIn(database, request, staff.email, 'Refused: a wrong password for a password change')
        throw invalid('currentPassword', 'This is not your current password')
      }
      if (newPassword === currentPassword)
        throw invalid('newPassword', 'This is your current password. Please choose another.')
      const issue = await passwordIssue(newPassword, staff, (await site.now()).company)
      if (issue) throw invalid('newPassword', issue)
      await withoutActivity(() => forgetAttempts(database, account, request.ip))
      return setPassword(staff.uid, await identity.hashPassword(newPassword), {
        ...originOf(request),
        secondFactor: staff.secondFactor,
      })
    },
  })

  route(app, 'POST /identity/forgot', {
    access: 'public',
    rateLimit: visitorFormLimit,
    summary: 'Send a link for choosing a new password',
    description:
      'The answer is the same whether or not the address has an account. `canMail` is false when the site has no mail server: the message is then a file in its data folder.',
    input: forgottenPassword,
    answer: { 202: forgottenPasswordAnswer },
    handler: async ({ body, log }) => {
      links.send(log, 'passwordReset', identity.findAccountByEmail(body.email))
      const canMail = config.mail.smtpUrl !== undefined
      const message = canMail
        ? 'If this address has an account, an email with a link is on its way.'
        : 'This site has no mail server, so no email was sent.'
      return { message, canMail }
    },
  })

  route(app, 'POST /identity/invitation', {
    access: 'public',
    rateLimit: visitorFormLimit,
    summary: 'Get the invited person by the token of the link',
    description: 'The token stays valid: `POST /identity/reset` uses it up and sets the first password.',
    input: invitationToken,
    answer: invitedPerson,
    handler: async ({ body }) => {
      const person = await identity.findInvitation(body.token)
      if (!person || !(await findStaff(person)))
        throw new HttpError(422, 'This invitation has expired or was already used.')
      return { name: person.name, email: person.email }
    },
  })

  route(app, 'POST /identity/reset', {
    access: 'public',
    rateLimit: visitorFormLimit,
    summary: 'Set a new password with the token of the link',
    description:
      'The token works once. All sessions of the account end. For the first password of an invited person, the answer has a session.',
    input: passwordReset,
    answer: passwordResetAnswer,
    errors: [403],
    handler: async (request) => {
      const { body, ip } = request
      const linkEnded = () => new HttpError(422, 'This link has expired or was already used.')
      const holder = await identity.findResetToken(body.token)
      if (!holder) throw linkEnded()
      // Checked before the token is used up, so that a refused password can be replaced by another.
      const issue = await passwordIssue(body.password, holder, (await site.now()).company)
      if (issue) throw invalid('password', issue)
      const isFirst = await identity.isInvited(holder.uid)
      const hash = await identity.hashPassword(body.password)
      const person = await identity.useResetToken(body.token)
      if (!person) throw linkEnded()
      const { token } = await setPassword(person.uid, hash, originOf(request), isFirst)
      const opened: Pick<PasswordResetAnswer, 'session'> = {}
      // The link is used up.
      await afterCommit(request.log, 'The former attempts to sign in still count', async () => {
        await identity.signOut(token)
        await forgetAttempts(database, person.email, ip)
        const staff = await findStaff(person)
        const act = isFirst ? 'Accept the invitation' : 'Choose a new password with a link'
        if (!staff || staff === 'ended') return
        await logSignIn(database, request, staff, act, 'account')
        // Only an invited person, who has no second factor yet.
        if (isFirst)
          opened.session = await open(person, request, {
            device: body.device,
            confirmed: true,
            secondFactor: undefined,
          })
      })
      const done = isFirst ? 'Your password is set.' : 'Your password has been changed.'
      return { message: `${done} You can sign in with it now.`, ...opened }
    },
  })

  /**
   * Earlier links are no longer sent, and sent ones stop working. A mail notifies the person.
   * @param begun the origin of the change, for the new session
   * @param isFirst whether it is the first password, which needs no notice
   */
  const setPassword = (uid: string, hash: string, begun: Beginning, isFirst = false) =>
    identity.setPassword(uid, hash, begun, async (trx) => {
      await deleteDeliveries(trx, [uid], { kind: 'passwordReset' })
      await deleteDeliveries(trx, [uid], { kind: 'signInConfirmation' })
      if (!isFirst) await queueOwnNotice(trx, uid, { event: 'passwordReplaced' }, begun)
    })
}
