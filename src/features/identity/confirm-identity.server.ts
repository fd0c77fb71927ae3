import { identityProof } from '#contract/confirm-identity.ts'
import { doneBody } from '#contract/fields.ts'
import { passkeyOptions } from '#contract/passkeys.ts'
import { signInLimit } from '#server/http/rate-limits.ts'
import { staffOf } from '#server/identity/access.ts'
import type { EmbeddedFeature } from './embedded-feature.server.ts'
import { consumeCode, ownCheck } from './own-check.server.ts'
import { relyingParty } from './relying-party.server.ts'

/** The calls with which the person of a session proves again who they are, before a call that declares `config.confirm`. */
export const confirmIdentityRoutes: EmbeddedFeature = async (app, { database, site, identity }) => {
  const { passkeys } = identity
  const check = ownCheck({ database, identity })

  app.post(
    '/identity/confirm',
    {
      config: { access: 'staff', rateLimit: signInLimit, activity: 'step' },
      schema: {
        summary: 'Confirm the identity of the caller, for the next ten minutes of this session',
        description:
          'By the password, a code of the second factor, or the answer of a passkey to `POST /api/identity/confirm/passkey`. ' +
          'Calls that need it are answered with 403 and the code `confirm_identity` before.',
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
        summary: 'Begin a proof by a passkey of the caller: the options for `navigator.credentials.get()`',
        description: 'Their challenge can be answered once, within five minutes, by the caller alone.',
        response: { 200: passkeyOptions },
      },
    },
    async (request) => ({
      ...(await passkeys.beginConfirmation(staffOf(request).uid, await relyingParty(site))),
    }),
  )
}
