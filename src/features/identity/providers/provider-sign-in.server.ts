import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  isAtDomain,
  newSession,
  type ProviderRefusal,
  providerConfirmation,
  providerSignIn,
} from '#contract/identity.ts'
import type { EmbeddedFeature } from '#server/feature.ts'
import { signInLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { providerAnswerLifetime } from '#server/identity/identity.ts'
import { createToken, hashToken } from '#server/identity/single-use-tokens.ts'
import { bearerToken } from '#server/identity/token-callers.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { keyedHash, readToken, signToken } from '#server/security/signed-tokens.ts'
import { logRefusedSignIn, sessionOpener } from '../session/open-session.server.ts'
import { type Checks, openProvider, ProviderError } from './provider.server.ts'

const path = '/identity/provider'
const cookieName = 'atrium-sign-in'

const atProvider = providerAnswerLifetime / 1_000
/** The lifetimes of the cookie, in seconds: at the provider, and then until the screen has fetched the session. */
const stages = { begun: atProvider, confirming: atProvider, confirmed: 60 }
type Stage = keyof typeof stages

/** The binding of the single-use token of a confirmed sign-in, which distinguishes it from a mailed link. */
const binding = 'provider'

/** The letters of a token, or of the hash of one. */
const tokenLength = 43
const split = (value: string) => [value.slice(0, tokenLength), value.slice(tokenLength)] as const

/** Signing in with a provider (`OIDC_ISSUER`). The secret of a session is in no address, but in a cookie that no script can read. */
export const providerSignInRoutes: EmbeddedFeature = async (app, options) => {
  const { config, database, identity, findStaff } = options
  const open = sessionOpener(options)
  const { domain } = config.company
  const settings = config.identity.kind === 'embedded' ? config.identity.provider : undefined
  const provider =
    settings && openProvider(settings, { redirectUri: `${config.publicUrl}/api${path}/callback`, domain })
  const access = { access: 'public', rateLimit: signInLimit } as const
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''

  function setCookie(reply: FastifyReply, value: string, seconds: number): void {
    const attributes = `Max-Age=${seconds}; Path=/api${path}; HttpOnly; SameSite=Lax${secure}`
    reply.removeHeader('set-cookie').header('set-cookie', `${cookieName}=${value}; ${attributes}`)
  }
  async function keep(reply: FastifyReply, stage: Stage, secret: string): Promise<void> {
    const expires = database.clock() + stages[stage] * 1_000
    setCookie(reply, await signToken(database, `sign-in ${stage}`, secret, expires), stages[stage])
  }
  const toScreen = (reply: FastifyReply, answer: string, screen = 'login') =>
    reply.redirect(`/#/admin/${screen}?provider=${answer}`, 302)

  /** The secret of the cookie, which is removed, so that it works once. */
  async function take(request: FastifyRequest, reply: FastifyReply, stage: Stage): Promise<string | undefined> {
    reply.header('cache-control', 'no-store')
    setCookie(reply, '', 0)
    const [, token = ''] = new RegExp(`(?:^|; *)${cookieName}=([^;]*)`).exec(request.headers.cookie ?? '') ?? []
    const read = await readToken(database, `sign-in ${stage}`, token)
    return read && !read.expired ? read.value : undefined
  }

  route(app, `GET ${path}`, {
    ...access,
    summary: 'Sign in with the provider of the company: sends the browser there',
    description:
      'For browsers: it comes back to `#/admin/login`, which then calls `POST /api/identity/provider/sign-in`.',
    handler: async (request, reply) => {
      if (!provider) throw notFound()
      const secret = createToken()
      reply.header('cache-control', 'no-store')
      try {
        const address = await provider.addressFor(await checksOf(secret))
        await keep(reply, 'begun', secret)
        return reply.redirect(address, 302)
      } catch (error) {
        return toScreen(reply, report(request, error))
      }
    },
  })

  route(app, `GET ${path}/callback`, {
    ...access,
    summary: 'Receive the answer of the provider: sends the browser to the sign-in',
    description: 'For browsers: the provider sends them here.',
    handler: async (request, reply) => {
      if (!provider) throw notFound()
      const confirming = await take(request, reply, 'confirming')
      if (confirming !== undefined) return toScreen(reply, await confirm(confirming, request), 'identity-confirmed')
      const secret = await take(request, reply, 'begun')
      if (secret === undefined) return toScreen(reply, 'ended' satisfies ProviderRefusal)
      try {
        const { person, signedInAt } = await answerOf(request, secret)
        const token = await identity.createConfirmation(person.uid, binding)
        await keep(reply, 'confirmed', `${token}${signedInAt ? Date.parse(signedInAt).toString(36) : ''}`)
        return toScreen(reply, 'confirmed')
      } catch (error) {
        return toScreen(reply, report(request, error))
      }
    },
  })

  route(app, `POST ${path}/confirm`, {
    access: 'account',
    rateLimit: signInLimit,
    activity: 'step',
    summary: 'Start to confirm the identity of the caller with the provider',
    description:
      'For browsers: it goes to the address, in another tab, and comes back to `#/admin/identity-confirmed`. The proof is for this session.',
    answer: providerConfirmation,
    handler: async (request, reply) => {
      if (!provider) throw notFound()
      const secret = createToken()
      try {
        const address = await provider.addressFor(await checksOf(secret), true)
        await keep(reply, 'confirming', `${secret}${hashToken(bearerToken(request) ?? '')}`)
        return { address }
      } catch (error) {
        report(request, error)
        throw new HttpError(503, 'The sign-in service cannot be reached. Please try again in a moment.')
      }
    },
  })

  /** Records the confirmation in the session that started it. @returns the result for the screen */
  async function confirm(begun: string, request: FastifyRequest): Promise<ProviderRefusal | 'confirmed'> {
    const [secret, session] = split(begun)
    try {
      const { person, signedInAt } = await answerOf(request, secret, true)
      if (!(await identity.confirmSession(person.uid, session, signedInAt))) {
        await logRefusedSignIn(database, request, person.email, 'Refused: a confirmation of another session')
        return 'other-person'
      }
      return 'confirmed'
    } catch (error) {
      return report(request, error)
    }
  }

  route(app, `POST ${path}/sign-in`, {
    ...access,
    summary: 'Start the session of the person confirmed by the provider',
    description: 'For browsers: it needs the cookie of the callback, which works once, within a minute.',
    input: providerSignIn,
    answer: newSession,
    errors: [403],
    handler: async (request, reply) => {
      if (!provider) throw notFound()
      const [token, signedInAt] = split((await take(request, reply, 'confirmed')) ?? '')
      const confirmedAt = signedInAt === '' ? null : new Date(Number.parseInt(signedInAt, 36)).toISOString()
      const person = await identity.useConfirmation(token, binding)
      if (!person) throw new HttpError(422, 'This sign-in has expired. Please start again.')
      return open(person, request, {
        device: request.body.device,
        confirmed: false,
        secondFactor: 'provider',
        confirmedAt,
      })
    },
  })

  /** All values that bind the provider's answer to this browser derive from the secret of its cookie. */
  const checksOf = async (secret: string): Promise<Checks> => ({
    verifier: secret,
    state: await keyedHash(database, 'sign-in state', secret),
    nonce: await keyedHash(database, 'sign-in nonce', secret),
  })

  /** The member of staff whom the provider has sent back, once. @param secret of the browser that began the sign-in @throws ProviderError */
  async function answerOf(request: FastifyRequest, secret: string, again = false) {
    if (!provider) throw notFound()
    const [, query = ''] = request.url.split(/(?=\?)/)
    const { email, signedInAt } = await provider.answerOf(query, await checksOf(secret), again)
    const person = isAtDomain(email, domain) ? await identity.findAccountByEmail(email) : null
    const staff = person && (await findStaff(person))
    if (!person || !staff || staff === 'ended') {
      await logRefusedSignIn(database, request, email, 'Refused: a sign-in with the provider, without access')
      throw new ProviderError(isAtDomain(email, domain) ? 'no-access' : 'domain', 'Someone without access')
    }
    if (!(await identity.claimProviderAnswer(secret)))
      throw new ProviderError('ended', 'The answer has been used already')
    return { person, signedInAt }
  }

  /** The result for the screen. The log has the details for the operator. @throws any other error */
  function report({ log }: FastifyRequest, error: unknown): ProviderRefusal {
    if (!(error instanceof ProviderError)) throw error
    if (['unreachable', 'ended', 'unverified'].includes(error.refusal)) log.warn(error.message)
    return error.refusal
  }
}
