import { newSession } from '#contract/identity.ts'
import { passkeyOptions, passkeySignIn } from '#contract/passkeys.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { signInLimit } from '#server/http/rate-limits.ts'
import { countAttempt, tooManyAttempts } from '#server/identity/sign-in-throttle.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { EmbeddedFeature } from './embedded-feature.server.ts'
import { sessionOpener } from './open-session.server.ts'
import { relyingParty } from './relying-party.server.ts'
import { logRefusedSignIn } from './sign-in-log.server.ts'

/** Signing in with a passkey, which needs neither a password nor a code. */
export const passkeySignInRoutes: EmbeddedFeature = async (
  app,
  { database, site, identity, mailService, findStaff, requiresSecondFactor },
) => {
  const { passkeys } = identity
  const open = sessionOpener({ database, identity, mailService, findStaff, requiresSecondFactor })

  app.post(
    '/identity/sign-in/passkey/options',
    {
      config: { access: 'public', rateLimit: signInLimit },
      schema: {
        summary: 'Start a sign-in with a passkey: the options for `navigator.credentials.get()`',
        description: 'The challenge can be answered once, within five minutes.',
        response: { 200: passkeyOptions },
      },
    },
    async () => ({ ...(await passkeys.beginSignIn(await relyingParty(site))) }),
  )

  app.post(
    '/identity/sign-in/passkey',
    {
      config: { access: 'public', rateLimit: signInLimit },
      schema: {
        summary: 'Sign in with the answer of a passkey',
        description: 'The authenticator has verified the user, so no second factor is needed.',
        body: passkeySignIn,
        response: { 200: newSession, ...errorSchemas(401, 403) },
      },
    },
    async (request, reply) => {
      const { response, device } = request.body
      // Counted by the passkey and not by the address, so that an attack on the password does not block its owner's passkey.
      const account = `passkey:${response.id}`
      const { wait } = await countAttempt(database, account, request.ip, { byMail: false })
      const owner = await passkeys.ownerOf(response.id)
      const refused = (why: string) => logRefusedSignIn(database, request, owner?.email ?? '', why)
      if (wait > 0) {
        await refused('Refused: too many attempts to sign in')
        throw tooManyAttempts(reply, wait)
      }
      const person = await passkeys.signIn(response, await relyingParty(site))
      if (!person) {
        await refused('Refused: a passkey that was not accepted')
        throw new HttpError(401, 'This passkey was not accepted. Try again, or sign in with your password.')
      }
      const what = 'Signed in with a passkey'
      return open(person, request, { device, confirmed: false, secondFactor: 'passkey', account, what })
    },
  )
}
