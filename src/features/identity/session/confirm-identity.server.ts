import type { FastifyRequest } from 'fastify'
import { doneBody } from '#contract/fields.ts'
import { identityProof, passkeyOptions } from '#contract/identity.ts'
import type { Database } from '#server/database/connect.ts'
import type { EmbeddedFeature } from '#server/feature.ts'
import { signInLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { EmbeddedIdentity } from '#server/identity/identity.ts'
import { relyingParty } from '#server/identity/passkeys.ts'
import { isRecoveryCode } from '#server/identity/second-factor.ts'
import {
  countAttempt,
  countCode,
  forgetAttempts,
  forgetCodes,
  tooManyAttempts,
} from '#server/identity/sign-in-throttle.ts'
import { hashToken } from '#server/identity/single-use-tokens.ts'
import { bearerToken } from '#server/identity/token-callers.ts'
import { invalid } from '#server/runtime/http-error.ts'
import { logRefusedSignIn } from './open-session.server.ts'

export const confirmIdentityRoutes: EmbeddedFeature = async (app, { database, site, identity }) => {
  const { passkeys } = identity
  const check = ownCheck({ database, identity })

  route(app, 'POST /identity/confirm', {
    access: 'account',
    setsUpSecondFactor: true,
    rateLimit: signInLimit,
    activity: 'step',
    summary: 'Confirm the identity of the caller for the next ten minutes of this session',
    description:
      'Takes the password, a two-factor code, or the answer of a passkey to `POST /api/identity/confirm/passkey`. ' +
      'Until then, calls that need it answer 403 with the code `confirm_identity`.',
    input: identityProof,
    answer: doneBody,
    handler: async (request) => {
      const { uid } = staffOf(request)
      const { password, code, passkey } = request.body
      if (passkey !== undefined) {
        const party = await relyingParty(site)
        await check(request, 'passkey', () => passkeys.confirm(uid, passkey, party))
      } else if (code !== undefined) await check(request, 'code', () => consumeCode({ database, identity }, uid, code))
      else await check(request, 'password', () => identity.checkPassword(uid, password ?? ''))
      return { message: 'Your identity is confirmed' }
    },
  })

  route(app, 'POST /identity/confirm/passkey', {
    access: 'account',
    rateLimit: signInLimit,
    activity: 'step',
    summary: 'Start a confirmation with a passkey: the options for `navigator.credentials.get()`',
    description: 'Only the caller can answer the challenge, once, within five minutes.',
    answer: passkeyOptions,
    handler: async (request) => ({
      ...(await passkeys.beginConfirmation(staffOf(request).uid, await relyingParty(site))),
    }),
  })
}

type Context = { database: Database; identity: EmbeddedIdentity }

const refusals = {
  password: 'Wrong password',
  code: 'Wrong code. Enter the next one from your app.',
  passkey: 'This passkey was not accepted. Please try again.',
}

/** Checks a proof of the caller. Attempts are counted separately from sign-ins. Afterwards the session counts as confirmed. */
export const ownCheck = ({ database, identity }: Context) =>
  /** @throws HttpError 422 at the field, 429 */
  async function check(request: FastifyRequest, path: keyof typeof refusals, isRight: () => Promise<boolean>) {
    const { uid, email } = staffOf(request)
    const account = `second-factor:${uid}`
    const { wait } = await countAttempt(database, account, request.ip, { byMail: false })
    if (wait > 0) throw tooManyAttempts(wait)
    if (!(await isRight())) {
      await logRefusedSignIn(database, request, email, `Refused: a wrong ${path} in a session`)
      throw invalid(path, refusals[path])
    }
    await forgetAttempts(database, account, request.ip)
    await identity.confirmSession(uid, hashToken(bearerToken(request) ?? ''))
  }

/**
 * Whether this is a code of the person's app, or a recovery code. It is used up. Wrong codes of an app are counted from all addresses together;
 * recovery codes cannot be guessed, and still work for their owner while someone else guesses codes.
 * @throws HttpError 429
 */
export async function consumeCode({ database, identity }: Context, uid: string, code: string): Promise<boolean> {
  const wait = isRecoveryCode(code) ? 0 : await countCode(database, uid)
  if (wait > 0)
    throw tooManyAttempts(wait, 'Too many wrong codes. Use a recovery code or a passkey, or try again later.')
  if (!(await identity.secondFactor.use(uid, code))) return false
  await forgetCodes(database, uid)
  return true
}
