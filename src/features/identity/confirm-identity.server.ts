import { doneBody } from '#contract/fields.ts'
import { passkeyOptions } from '#contract/passkeys.ts'
import { identityProof } from '#contract/second-factor.ts'
import { signInLimit } from '#server/http/rate-limits.ts'
import { staffOf } from '#server/identity/access.ts'
import { relyingParty } from '#server/identity/passkeys.ts'
import type { EmbeddedFeature } from './embedded-feature.server.ts'
import { consumeCode, ownCheck } from './own-check.server.ts'

/** The calls to confirm the identity of a session's person, before a call with `config.confirm`. */
export const confirmIdentityRoutes: EmbeddedFeature = async (app, { database, site, identity }) => {
  const { passkeys } = identity
  const check = ownCheck({ database, identity })

  app.post(
    '/identity/confirm',
    {
      config: { access: 'staff', rateLimit: signInLimit, activity: 'step' },
      schema: {
        summary: 'Confirm the identity of the caller for the next ten minutes of this session',
        description:
          'Takes the password, a code of the second factor, or the answer of a passkey to `POST /api/identity/confirm/passkey`. ' +
          'Until then, calls that need it answer 403 with the code `confirm_identity`.',
        body: identityProof,
        response: { 200: doneBody },
      },
    },
    async (request, reply) => {
      const { uid } = staffOf(request)
      const { password, code, passkey } = request.body
      if (passkey !== undefined) {
        const party = await relyingParty(site)
        await check(request, reply, 'passkey', () => passkeys.confirm(uid, passkey, party))
      } else if (code !== undefined)
        await check(request, reply, 'code', () => consumeCode({ database, identity }, uid, code, reply))
      else await check(request, reply, 'password', () => identity.checkPassword(uid, password ?? ''))
      return { message: 'Your identity is confirmed' }
    },
  )

  app.post(
    '/identity/confirm/passkey',
    {
      config: { access: 'staff', rateLimit: signInLimit, activity: 'step' },
      schema: {
        summary: 'Start a confirmation with a passkey: the options for `navigator.credentials.get()`',
        description: 'Only the caller can answer the challenge, once, within five minutes.',
        response: { 200: passkeyOptions },
      },
    },
    async (request) => ({
      ...(await passkeys.beginConfirmation(staffOf(request).uid, await relyingParty(site))),
    }),
  )
}
