import { doneBody } from '#contract/common.ts'
import { ApiError, errorAnswers } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { bearerToken } from '#server/identity/access.ts'
import { findStaff } from '#server/identity/staff.ts'
import { visitorFormLimit } from '#server/rate-limits.ts'
import { credentials, identityKind, newSession, session } from './identity.contract.ts'

const noSession = () => new ApiError(401, 'Please sign in to continue.')

export const identityRoutes: Feature = async (app, { config, database, identity }) => {
  const tags = ['Identity']
  const { domain } = config.company

  app.get(
    '/identity',
    {
      config: { access: 'public' },
      schema: { tags, summary: 'How the staff sign in here', response: { 200: identityKind, ...errorAnswers(429) } },
    },
    async () => ({ kind: identity.kind, domain }),
  )

  app.post(
    '/identity/sign-in',
    {
      config: { access: 'public', rateLimit: visitorFormLimit },
      schema: {
        tags,
        summary: 'Sign in with an address and a password',
        description: 'The token goes into the `Authorization` header of further calls, as `Bearer …`.',
        body: credentials,
        response: { 200: newSession, ...errorAnswers(400, 401, 403, 422, 429) },
      },
    },
    async ({ body }) => {
      const started = await identity.signIn(body.email, body.password)
      if (!started) throw new ApiError(401, 'Incorrect email or password.')
      if (await findStaff(database, domain, started.user)) return started
      await identity.signOut(started.token)
      throw new ApiError(403, 'This account has no access. Please ask an administrator.')
    },
  )

  app.post(
    '/identity/sign-out',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'End the session of the token',
        security: [{ bearer: [] }],
        response: { 200: doneBody, ...errorAnswers(429) },
      },
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
        security: [{ bearer: [] }],
        response: { 200: session, ...errorAnswers(401, 429) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = bearerToken(request)
      const user = token && (await identity.verify(token))
      const expiresAt = token && (await identity.expiryOf(token))
      if (!user || !expiresAt) throw noSession()
      return { user, expiresAt }
    },
  )
}
