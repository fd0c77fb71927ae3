import type { FastifyRequest } from 'fastify'
import { doneBody } from '#contract/fields.ts'
import {
  newSession,
  passkeyNeeded,
  secondFactorNeeded,
  secondFactorWrong,
  session,
  signInConfirmation,
  signInRequest,
  wrongCredentials,
} from '#contract/identity.ts'
import type { Database } from '#server/database/connect.ts'
import type { EmbeddedFeature } from '#server/feature.ts'
import { signInLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { accessDenied, lacksSecondFactor, signInRequired } from '#server/identity/access.ts'
import type { Principal } from '#server/identity/accounts.ts'
import { type Attempt, countAttempt, tooManyAttempts } from '#server/identity/sign-in-throttle.ts'
import { bearerToken } from '#server/identity/token-callers.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { networksOf } from '#server/security/networks.ts'
import { asOfEnds } from '#server/security/signed-tokens.ts'
import { linkSender } from '../ground/account-mail.shared.server.ts'
import { consumeCode } from '../session/confirm-identity.server.ts'
import { logRefusedSignIn, logSignIn, sessionOpener } from '../session/open-session.server.ts'
import { bindingOf, canConfirmByMail, confirmationNeeded } from './sign-in-confirmations.server.ts'

/** Signing in and out, and the current session. These calls check tokens themselves, because they also accept those of people without access. */
export const sessionRoutes: EmbeddedFeature = async (app, options) => {
  const { config, database, identity, findStaff, requiresSecondFactor } = options
  const links = linkSender(options)
  const open = sessionOpener(options)
  app.addHook('onClose', links.settled)
  const security = [{ bearer: [] }]

  route(app, 'POST /identity/sign-in', {
    access: 'public',
    rateLimit: signInLimit,
    summary: 'Sign in with an email address and a password',
    description:
      'Send the token with further calls, in the header `Authorization: Bearer …`. During an attack on the account, a sign-in from a new ' +
      'place is answered with 403 and the code `confirmation_needed`, whether or not the password is right. If it is, a link is mailed ' +
      'to the address; its token goes to `POST /api/identity/sign-in/confirm`. If the person uses two-factor authentication, a right password ' +
      'without `code` is answered with 403 and the code `second_factor_needed`; the call is then repeated with it. Where all staff must have ' +
      'one, a person with only a passkey is answered with 403 and the code `passkey_needed`, and one without any gets a session with ' +
      '`needsSecondFactor`: every call but those that set one up is then answered with 403 and the code `second_factor_setup_needed`.',
    input: signInRequest,
    answer: newSession,
    errors: [401, 403],
    handler: async (request) => {
      const { email, password, device, code } = request.body
      const byMail = await canConfirmByMail(options)
      return duringAttempt(database, { email, address: request.ip, byMail }, async ({ wait, known, confirm }) => {
        const refused = (why: string) => logRefusedSignIn(database, request, email, why)
        if (wait > 0) {
          await refused('Refused: too many attempts to sign in')
          const pause = wait > 90 ? `${Math.ceil(wait / 60)} minutes` : `${wait} seconds`
          throw tooManyAttempts(wait, `Too many attempts. Please try again in ${pause}.`)
        }
        const person = await identity.checkCredentials(email, password, known)
        if (confirm) {
          const binding = bindingOf(device, request.ip)
          if (person) links.send(request.log, 'signInConfirmation', Promise.resolve(person), binding)
          await refused('Refused: a sign-in from a new place, which needs a confirmation by mail')
          throw confirmationNeeded()
        }
        if (!person) {
          await refused('Refused: a wrong password')
          throw new HttpError(401, wrongCredentials)
        }
        const secondFactor = await expectSecondFactor(person, code, request)
        return open(person, request, { device, confirmed: false, secondFactor })
      })
    },
  })

  route(app, 'POST /identity/sign-in/confirm', {
    access: 'public',
    rateLimit: signInLimit,
    summary: 'Finish a sign-in with the token of the mailed link',
    description: 'The token works once, within 15 minutes, and only on the device that started the sign-in.',
    input: signInConfirmation,
    answer: newSession,
    errors: [403],
    handler: async (request) => {
      const { body, ip } = request
      const binding = bindingOf(body.device, ip)
      const ended = () =>
        new HttpError(422, 'This link has expired, was already used, or belongs to a sign-in on another device.')
      const holder = await identity.findConfirmation(body.token, binding)
      if (!holder) throw ended()
      if (body.code !== undefined) {
        const { wait } = await countAttempt(database, `confirmation:${holder.uid}`, ip, { byMail: false })
        if (wait > 0) throw tooManyAttempts(wait)
      }
      // Before the link is used up, so that a mistyped code can be typed again.
      const secondFactor = await expectSecondFactor(holder, body.code, request)
      const person = await identity.useConfirmation(body.token, binding)
      if (!person) throw ended()
      return open(person, request, { device: body.device, confirmed: true, secondFactor })
    },
  })

  /**
   * After a right password. The attempt was counted before, so codes are guessed no faster than passwords.
   * @returns the factor that was used
   * @throws HttpError 403 without a code, or where the passkey is needed; 401 with a wrong or used code; 429
   */
  async function expectSecondFactor(
    { uid, email }: Principal,
    code: string | undefined,
    request: FastifyRequest,
  ): Promise<'code' | undefined> {
    if (!(await identity.secondFactor.isOn(uid))) {
      if (!(await identity.hasSecondFactor(uid)) || !(await requiresSecondFactor())) return undefined
      throw new HttpError(403, 'A password is not enough here. Sign in with your passkey.', undefined, {
        code: passkeyNeeded,
      })
    }
    if (!code)
      throw new HttpError(403, 'Enter the code from your authenticator app.', undefined, { code: secondFactorNeeded })
    if (await consumeCode({ database, identity }, uid, code)) return 'code'
    await logRefusedSignIn(database, request, email, 'Refused: a wrong two-factor code')
    throw new HttpError(401, 'This code is wrong or was already used.', undefined, { code: secondFactorWrong })
  }

  route(app, 'POST /identity/sign-out', {
    access: 'public',
    summary: 'Sign out: end the session of the token',
    security,
    answer: doneBody,
    handler: async (request, reply) => {
      reply.header('set-cookie', asOfEnds(config))
      const token = bearerToken(request)
      const person = token && (await identity.verify(token, { background: true }))
      if (person) {
        await identity.signOut(token)
        const staff = await findStaff(person)
        if (staff && staff !== 'ended') await logSignIn(database, request, staff, 'Signed out')
      }
      return { message: 'Successfully logged out' }
    },
  })

  route(app, 'GET /identity/session', {
    access: 'public',
    summary: 'Get the session of the token: its user and when it ends',
    security,
    answer: session,
    errors: [401, 403],
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = bearerToken(request)
      const user = token && (await identity.verify(token))
      const expiresAt = token && (await identity.expiryOf(token))
      if (!user || !expiresAt) throw signInRequired()
      const staff = await findStaff(user)
      if (staff === null || staff === 'ended') throw accessDenied()
      const needsSecondFactor = await lacksSecondFactor(user, { identity, requiresSecondFactor })
      return { user: { ...user, name: staff.name }, expiresAt, ...(needsSecondFactor && { needsSecondFactor }) }
    },
  })
}

/** The attempts of this process that are counted and not decided yet, by the network that they come from. */
const underWay = new Map<string, Set<Promise<unknown>>>()

/**
 * Counts an attempt to sign in and does its work. An attempt that would have to wait is counted again once the pending
 * attempts from its network are decided, because a correct one removes its count. So several people can sign in at
 * once, and no more wrong attempts are checked than before.
 * @param work checks the password; with a `wait` above 0 it only refuses
 */
async function duringAttempt<Result>(
  database: Database,
  { email, address, byMail }: { email: string; address: string; byMail: boolean },
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const place = networksOf(address).host
  for (;;) {
    const attempt = await countAttempt(database, email, address, { byMail })
    const others = underWay.get(place)
    if (attempt.wait === 0) return noteUnderWay(place, work(attempt))
    if (!others) return work(attempt)
    await Promise.all(others)
  }
}

async function noteUnderWay<Result>(place: string, work: Promise<Result>): Promise<Result> {
  const all = underWay.getOrInsertComputed(place, () => new Set())
  const decided = work.catch(() => {})
  all.add(decided)
  try {
    return await work
  } finally {
    all.delete(decided)
    if (all.size === 0) underWay.delete(place)
  }
}
