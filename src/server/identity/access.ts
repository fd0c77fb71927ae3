import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#server/http/errors.ts'
import type { Identity } from './identity.ts'
import type { FindStaff, Staff } from './staff.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may call a route. Nothing: the staff. `public`: anybody, and a token is not looked at. `open`: anybody; with a token, which
     * then has to be good, `request.staff` is set, so that the answer can show more.
     */
    access?: 'public' | 'open'
  }
  interface FastifyRequest {
    /** Who of the staff calls; null for a stranger. */
    staff: Staff | null
  }
}

/** What the guard needs: the identity that verifies tokens, and the rule of who is let in. */
export type GuardOptions = { identity: Identity; findStaff: FindStaff }

export const signInFirst = () => new HttpError(401, 'Please sign in to continue.')

export const noAccess = () => new HttpError(403, 'This account has no access. Please ask an administrator.')

/**
 * Guards every route registered after it: the staff alone, unless a route's `config.access` says otherwise. So a route that nobody
 * thought about is closed.
 */
export function guardRoutes(app: FastifyInstance, options: GuardOptions): void {
  app.decorateRequest('staff', null)

  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (access === 'public') return
    // Either nothing or a token, where the route is open.
    route.schema = { ...route.schema, security: [...(access === 'open' ? [{}] : []), { bearer: [] }] }
  })

  // After the rate limits have counted the call, and before its body is looked at.
  app.addHook('preParsing', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === 'public') return
    if (access === 'open' && request.headers.authorization === undefined) return
    request.staff = await requireStaff(request, reply, options)
  })
}

/**
 * Who of the staff calls, by the token that the call brings. The answer is for them alone.
 * @throws HttpError 401 or 403
 */
export async function requireStaff(
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, findStaff }: GuardOptions,
): Promise<Staff> {
  reply.header('cache-control', 'no-store')
  const token = bearerToken(request)
  const principal = token === undefined ? null : await identity.verify(token)
  if (!principal) {
    reply.header('www-authenticate', 'Bearer')
    throw signInFirst()
  }
  const staff = await findStaff(principal)
  if (staff === null) throw noAccess()
  if (staff === 'ended') throw signInFirst()
  return staff
}

/** The token that a call brings, in the form `Authorization: Bearer …`. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * Who of the staff calls.
 * @throws HttpError 401 for a stranger, who gets this far only where a route is open to all
 */
export function staffOf(request: FastifyRequest): Staff {
  if (!request.staff) throw signInFirst()
  return request.staff
}
