import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { newPasskey, newSession, passkey, passkeyName, passkeyOptions, passkeySignIn } from '#contract/identity.ts'
import type { EmbeddedFeature } from '#server/feature.ts'
import { signInLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { relyingParty } from '#server/identity/passkeys.ts'
import { countAttempt, tooManyAttempts } from '#server/identity/sign-in-throttle.ts'
import { bearerToken } from '#server/identity/token-callers.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { queueOwnNotice } from '../ground/account-notices.shared.server.ts'
import { logRefusedSignIn, sessionOpener } from '../session/open-session.server.ts'

/** The passkeys of the caller, and signing in with one, which needs neither a password nor a code. */
export const passkeyRoutes: EmbeddedFeature = async (app, options) => {
  const { database, site, identity } = options
  const { passkeys } = identity
  const open = sessionOpener(options)
  const gone = () => notFound('This passkey was removed already.')

  route(app, 'GET /identity/passkeys', {
    access: 'account',
    summary: 'List the passkeys of the caller',
    answer: z.array(passkey),
    handler: (request) => passkeys.list(staffOf(request).uid),
  })

  route(app, 'POST /identity/passkeys/options', {
    access: 'account',
    setsUpSecondFactor: true,
    confirm: true,
    activity: 'step',
    summary: 'Start adding a passkey: the options for `navigator.credentials.create()`',
    description: 'The challenge can be answered once, within five minutes.',
    answer: passkeyOptions,
    errors: [409],
    handler: async (request) => ({
      ...(await passkeys.beginRegistration(staffOf(request), await relyingParty(site))),
    }),
  })

  route(app, 'POST /identity/passkeys', {
    access: 'account',
    setsUpSecondFactor: true,
    activity: 'always',
    act: 'Add a passkey',
    summary: 'Add the passkey made by `navigator.credentials.create()`',
    description: 'For browsers: the answer of the authenticator.',
    input: newPasskey,
    answer: { 201: doneBody },
    handler: async (request) => {
      const staff = staffOf(request)
      const { name, response } = request.body
      if (!(await passkeys.register(staff.uid, name, response, await relyingParty(site))))
        throw new HttpError(422, 'The passkey was not accepted. Please start again.')
      await identity.noteFactor(bearerToken(request) ?? '', 'passkey')
      return { message: 'The passkey is added' }
    },
  })

  route(app, 'PUT /identity/passkeys/:passkey', {
    access: 'account',
    act: 'Rename a passkey',
    summary: 'Name a passkey of the caller',
    input: passkeyName,
    answer: doneBody,
    handler: async (request) => {
      if (!(await passkeys.rename(staffOf(request).uid, request.params.passkey, request.body.name))) throw gone()
      return { message: 'The passkey is renamed' }
    },
  })

  route(app, 'DELETE /identity/passkeys/:passkey', {
    access: 'account',
    activity: 'always',
    act: 'Remove a passkey',
    summary: 'Remove a passkey of the caller',
    answer: doneBody,
    handler: async (request) => {
      const staff = staffOf(request)
      const removed = await passkeys.remove(staff.uid, request.params.passkey, (trx, name) =>
        queueOwnNotice(trx, staff.uid, { event: 'passkeyRemoved', name }),
      )
      if (!removed) throw gone()
      await identity.noteFactorRemoved(staff.uid)
      return { message: 'The passkey is removed' }
    },
  })

  route(app, 'POST /identity/sign-in/passkey/options', {
    access: 'public',
    rateLimit: signInLimit,
    summary: 'Start a sign-in with a passkey: the options for `navigator.credentials.get()`',
    description: 'The challenge can be answered once, within five minutes.',
    answer: passkeyOptions,
    handler: async () => ({ ...(await passkeys.beginSignIn(await relyingParty(site))) }),
  })

  route(app, 'POST /identity/sign-in/passkey', {
    access: 'public',
    rateLimit: signInLimit,
    summary: 'Sign in with the answer of a passkey',
    description: 'For browsers: the authenticator has verified the user, so no code is needed.',
    input: passkeySignIn,
    answer: newSession,
    errors: [401, 403],
    handler: async (request) => {
      const { response, device } = request.body
      // Counted by the passkey and not by the address, so that an attack on the password does not block its owner's passkey.
      const account = `passkey:${response.id}`
      const { wait } = await countAttempt(database, account, request.ip, { byMail: false })
      const owner = await passkeys.ownerOf(response.id)
      const refused = (why: string) => logRefusedSignIn(database, request, owner?.email ?? '', why)
      if (wait > 0) {
        await refused('Refused: too many attempts to sign in')
        throw tooManyAttempts(wait)
      }
      const person = await passkeys.signIn(response, await relyingParty(site))
      if (!person) {
        await refused('Refused: a passkey that was not accepted')
        throw new HttpError(401, 'This passkey was not accepted. Try again, or sign in with your password.')
      }
      const what = 'Signed in with a passkey'
      return open(person, request, { device, confirmed: false, secondFactor: 'passkey', account, what })
    },
  })
}
