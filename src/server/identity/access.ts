import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { confirmedFor, confirmIdentity, secondFactorSetupNeeded } from '#contract/identity.ts'
import { isPermission, may, type Permission } from '#contract/roles.ts'
import type { Database } from '#server/database/connect.ts'
import { isForVisitors } from '#server/http/cached-routes.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { HttpError, roleForbidden } from '#server/runtime/http-error.ts'
import type { Caller, FindStaff, Principal, Staff } from './accounts.ts'
import type { Identity } from './identity.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The access rule of a route; registering a route without one fails. `public`: everyone; a token is ignored. `open`: everyone; a
     * call with a token must have a valid one, and `request.staff` is set for those with `staff`, so that the answer can show
     * more. Otherwise the required permission.
     */
    access?: 'public' | 'open' | Permission
    /** Whether a session that still needs a second factor may make the call, in order to set one up. It may make no other call. */
    setsUpSecondFactor?: true
    /**
     * Whether the caller must have confirmed their identity in the last ten minutes, because the call gives access and
     * a stolen session must not be enough. If only some bodies give access, the handler calls `requireConfirmation`.
     */
    confirm?: true
  }
  interface FastifyRequest {
    /** The member of staff who calls; null for a visitor. */
    staff: Caller | null
    /** Whether the answer asks the caller to confirm their identity, which is not a refusal. */
    asksToConfirm: boolean
  }
}

/** The guard needs the identity, which verifies tokens, and the rules for membership of staff and for second factors. */
export type GuardOptions = {
  identity: Identity
  findStaff: FindStaff
  requiresSecondFactor: () => Promise<boolean>
  database: Pick<Database, 'clock'>
}

export const signInRequired = () => new HttpError(401, 'Please sign in to continue.')

export const accessDenied = () => new HttpError(403, 'This account has no access. Please ask an administrator.')

/** For a member of staff whose role does not have the permission, unlike those without access. */
const roleForbids = ({ role }: Staff) => roleForbidden(`Your role (${role}) does not allow this. Please ask an owner.`)

const secondFactorSetUp = () =>
  new HttpError(403, 'Your team requires two-factor authentication. Set it up to continue.', undefined, {
    code: secondFactorSetupNeeded,
  })

/** The text that the API description adds to routes that need a confirmation. */
const confirmationNote =
  'If the caller has not confirmed their identity in the last ten minutes, the answer is 403 with the code `confirm_identity`; ' +
  'call `POST /api/identity/confirm`, then repeat the call.'

/**
 * Guards every route registered after it by its `access`.
 * @throws Error for a route without one
 */
export function guardRoutes(app: FastifyInstance, options: GuardOptions): void {
  app.decorateRequest('staff', null)
  app.decorateRequest('asksToConfirm', false)

  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (access === 'public') {
      route.schema = { security: [], ...route.schema }
      return
    }
    if (!isForVisitors(access) && !isPermission(access))
      throw new Error(`${route.method} ${route.url} has no access rule: set access (src/contract/roles.ts)`)
    // In OpenAPI an empty list means that no token is needed, and an additional empty requirement that it is optional.
    route.schema = { ...route.schema, security: [...(access === 'open' ? [{}] : []), { bearer: [] }] }
    if (!route.config?.confirm) return
    const { description = '' } = route.schema as { description?: string }
    route.schema = { ...route.schema, description: `${description} ${confirmationNote}`.trim() }
  })

  // This hook runs after the rate limits have counted the call and before its body is parsed.
  app.addHook('preParsing', async (request, reply) => {
    const { access, confirm } = request.routeOptions.config
    if (access === 'public') return
    if (access === 'open' && request.headers.authorization === undefined) return
    await requireStaff(request, reply, options)
    if (isPermission(access)) requirePermission(request, access)
    else if (!may(staffOf(request).role, 'staff')) request.staff = null
    if (confirm) requireConfirmation(request)
  })
}

/**
 * Finds the member of staff by the call's token, and sets `request.staff`. The answer is private, so it is not cached.
 * @throws HttpError 401 or 403
 */
export async function requireStaff(request: FastifyRequest, reply: FastifyReply, options: GuardOptions): Promise<void> {
  const { identity, findStaff } = options
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
  const { secondFactor, confirmedAt } = principal
  request.staff = { ...staff, secondFactor, confirmed: isRecent(confirmedAt, options.database.clock()) }
  if ((await lacksSecondFactor(principal, options)) && !request.routeOptions.config.setsUpSecondFactor)
    throw secondFactorSetUp()
}

/** A time further ahead than clocks differ was written while a clock was wrong, and proves nothing. */
function isRecent(confirmedAt: string | undefined, now: number): boolean {
  const age = confirmedAt === undefined ? Number.NaN : now - Date.parse(confirmedAt)
  return age >= -clockSkew && age <= confirmedFor
}

/**
 * Whether a session can only set up a second factor: all staff must have one, and the person has none.
 * @throws HttpError 401 if the person has one but did not use it in this session
 */
export async function lacksSecondFactor(
  { uid, secondFactor }: Principal,
  { identity, requiresSecondFactor }: Pick<GuardOptions, 'identity' | 'requiresSecondFactor'>,
): Promise<boolean> {
  // Firebase has its own second factors, and requires them itself.
  if (identity.kind !== 'embedded' || secondFactor || !(await requiresSecondFactor())) return false
  if (await identity.hasSecondFactor(uid)) throw signInRequired()
  return true
}

/** Whether a call of this person's session would be answered. */
export async function hasAccess(principal: Principal, permission: Permission, options: GuardOptions): Promise<boolean> {
  const staff = await options.findStaff(principal)
  if (!staff || staff === 'ended' || !may(staff.role, permission)) return false
  try {
    return !(await lacksSecondFactor(principal, options))
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}

/** The token in the header `Authorization: Bearer …`. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * For calls whose subject decides the required permission.
 * @throws HttpError 403 when the caller's role does not have it
 */
export function requirePermission(request: FastifyRequest, permission: Permission): void {
  const staff = staffOf(request)
  if (!may(staff.role, permission)) throw roleForbids(staff)
}

/**
 * For calls whose body decides whether they give access; others use `confirm`.
 * @throws HttpError 403 if the caller has not confirmed their identity in the last ten minutes
 */
export function requireConfirmation(request: FastifyRequest): void {
  if (staffOf(request).confirmed) return
  request.asksToConfirm = true
  throw new HttpError(403, 'Please confirm your identity with your password, a code or a passkey.', undefined, {
    code: confirmIdentity,
  })
}

/**
 * The member of staff who calls.
 * @throws HttpError 401 for a visitor, who can only reach open routes
 */
export function staffOf(request: FastifyRequest): Caller {
  if (!request.staff) throw signInRequired()
  return request.staff
}
