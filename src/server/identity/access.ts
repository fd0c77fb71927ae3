import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#server/http/errors.ts'
import type { Identity } from './identity.ts'
import type { FindStaff, Staff } from './staff.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may call a route. Unset: staff only. `public`: everyone; a token is ignored. `open`: everyone; a call with a token must have a
     * valid one, and `request.staff` is set, so that the answer can show more.
     */
    access?: 'public' | 'open'
  }
  interface FastifyRequest {
    /** The member of staff who calls; null for a visitor. */
    staff: Staff | null
  }
}

/** The guard needs the identity, which verifies tokens, and the rule that says who is a member of staff. */
export type GuardOptions = { identity: Identity; findStaff: FindStaff }

export const signInRequired = () => new HttpError(401, 'Please sign in to continue.')

export const accessDenied = () => new HttpError(403, 'This account has no access. Please ask an administrator.')

/**
 * Guards every route registered after it: only staff may call it, unless its `config.access` says otherwise. A route for which this was
 * forgotten is therefore closed.
 */
export function guardRoutes(app: FastifyInstance, options: GuardOptions): void {
  app.decorateRequest('staff', null)

  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (access === 'public') return
    // An empty requirement beside the token makes the token optional in OpenAPI.
    route.schema = { ...route.schema, security: [...(access === 'open' ? [{}] : []), { bearer: [] }] }
  })

  // This hook runs after the rate limits have counted the call and before its body is parsed.
  app.addHook('preParsing', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === 'public') return
    if (access === 'open' && request.headers.authorization === undefined) return
    request.staff = await requireStaff(request, reply, options)
  })
}

/**
 * Finds the member of staff by the call's token. The answer is for them alone, so it is not cached.
 * @throws HttpError 401 or 403
 */
export async function requireStaff(
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, findStaff }: GuardOptions,
): Promise<Staff> {
  reply.header('cache-control', 'no-store')
  const token = bearerToken(request)
  const principal =
    token === undefined ? null : await identity.verify(token, { background: 'x-background' in request.headers })
  if (!principal) {
    reply.header('www-authenticate', 'Bearer')
    throw signInRequired()
  }
  const staff = await findStaff(principal)
  if (staff === null) throw accessDenied()
  if (staff === 'ended') throw signInRequired()
  return staff
}

/** The token in the header `Authorization: Bearer …`. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * The member of staff who calls.
 * @throws HttpError 401 for a visitor, who gets this far only where a route is open
 */
export function staffOf(request: FastifyRequest): Staff {
  if (!request.staff) throw signInRequired()
  return request.staff
}
