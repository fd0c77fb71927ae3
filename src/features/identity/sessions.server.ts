import { doneBody } from '#contract/common.ts'
import { ApiError, errorAnswers } from '#server/errors.ts'
import { bearerToken, noAccess, signInFirst } from '#server/identity/access.ts'
import { countAttempt, forgetAttempts } from '#server/identity/attempts.ts'
import { findStaff } from '#server/identity/staff.ts'
import { signInLimit } from '#server/rate-limits.ts'
import type { EmbeddedFeature } from './embedded-feature.server.ts'
import { credentials, newSession, session } from './identity.contract.ts'

/** Signing in and out, and who the token speaks of. These take tokens of people who are not let in too, and so look at them themselves. */
export const sessionRoutes: EmbeddedFeature = async (app, { config, database, identity }) => {
  const tags = ['Identity']
  const { domain } = config.company
  const security = [{ bearer: [] }]

  app.post(
    '/identity/sign-in',
    {
      config: { access: 'public', rateLimit: signInLimit },
      schema: {
        tags,
        summary: 'Sign in with an address and a password',
        description: 'The token goes into the `Authorization` header of further calls, as `Bearer …`.',
        body: credentials,
        response: { 200: newSession, ...errorAnswers(400, 401, 403, 413, 415, 422, 429) },
      },
    },
    async ({ body, ip }, reply) => {
      const wait = await countAttempt(database, body.email, ip)
      if (wait > 0) {
        reply.header('retry-after', wait)
        throw new ApiError(
          429,
          `Too many attempts. Please try again in ${wait > 90 ? `${Math.ceil(wait / 60)} minutes` : `${wait} seconds`}.`,
        )
      }
      const started = await identity.signIn(body.email, body.password)
      if (!started) throw new ApiError(401, 'Incorrect email or password.')
      const staff = await findStaff(database, domain, started.user)
      if (staff === null || staff === 'ended') {
        await identity.signOut(started.token)
        throw noAccess()
      }
      await forgetAttempts(database, body.email, ip)
      return { ...started, user: { ...started.user, name: staff.name } }
    },
  )

  app.post(
    '/identity/sign-out',
    {
      config: { access: 'public' },
      schema: { tags, summary: 'End the session of the token', security, response: { 200: doneBody, ...errorAnswers(429) } },
    },
    async (request) => {
      const token = bearerToken(request)
      if (token) await identity.signOut(token)
      return { message: 'Successfully logged out' }
    },
  )

  app.get(
    '/identity/session',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Who the token speaks of, and until when',
        security,
        response: { 200: session, ...errorAnswers(401, 403, 429) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = bearerToken(request)
      const user = token && (await identity.verify(token))
      const expiresAt = token && (await identity.expiryOf(token))
      if (!user || !expiresAt) throw signInFirst()
      const staff = await findStaff(database, domain, user)
      if (staff === null || staff === 'ended') throw noAccess()
      return { user: { ...user, name: staff.name }, expiresAt }
    },
  )
}
