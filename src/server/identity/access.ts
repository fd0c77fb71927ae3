import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { confirmedFor, confirmIdentity, secondFactorSetupNeeded } from '#contract/identity.ts'
import { lookup } from '#contract/lookup.ts'
import { grantable, isPermission, may, type Permission } from '#contract/roles.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { isForVisitors } from '#server/http/cached-routes.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { HttpError, roleForbidden } from '#server/runtime/http-error.ts'
import type { Caller, FindStaff, Principal, Staff } from './accounts.ts'
import type { Identity } from './identity.ts'
import { bearerToken, challenge, findAgent } from './token-callers.ts'

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
    /**
     * Whether the call is for a person with a session only, never for a program with a token or an assistant: it gives access, takes data of
     * people out, or erases. Calls with `confirm`, and those that need a permission which tokens cannot have, are so without it.
     */
    session?: true
    /** The permission that a tool of an assistant needs, where it never has that of `access`; its person's role must have both. */
    tools?: Permission
    /** Whether connected assistants may make the call with their secret. They may make no other call. */
    assistants?: true
  }
  interface FastifyRequest {
    /** The member of staff who calls; null for a visitor. */
    staff: Caller | null
    /** Whether the answer asks the caller to confirm their identity, which is not a refusal. */
    asksToConfirm: boolean
  }
}

/** The guard needs the identity, which verifies sessions, the database, which has the tokens of programs, and the rules for membership of staff and for second factors. */
export type GuardOptions = {
  identity: Identity
  findStaff: FindStaff
  requiresSecondFactor: () => Promise<boolean>
  database: Database
  config: Config
}

export const signInRequired = () => new HttpError(401, 'Please sign in to continue.')

export const accessDenied = () => new HttpError(403, 'This account has no access. Please ask an administrator.')

/** For a member of staff whose role does not have the permission, or whose token does not, unlike those without access. */
function forbids(staff: Staff, permission: Permission): HttpError {
  if (!staff.granted || !may({ role: staff.role }, permission))
    return roleForbidden(`Your role (${staff.role}) does not allow this. Please ask an owner.`)
  const { label = '' } = lookup(grantable, permission) ?? {}
  const needed = label && ` It needs the permission “${label}”.`
  return new HttpError(403, `This token does not allow this.${needed}`, undefined, { code: 'token_forbidden' })
}

const sessionRequired = () =>
  new HttpError(403, 'A token does not allow this. Sign in to the back office for it.', undefined, {
    code: 'session_required',
  })

const secondFactorSetUp = () =>
  new HttpError(403, 'Your team requires two-factor authentication. Set it up to continue.', undefined, {
    code: secondFactorSetupNeeded,
  })

/** The text that the API description adds to routes that need a confirmation. */
const confirmationNote =
  'If the caller has not confirmed their identity in the last ten minutes, the answer is 403 with the code `confirm_identity`; ' +
  'call `POST /api/identity/confirm`, then repeat the call.'

/** The text that the API description adds to routes that tokens never reach. */
const sessionNote = 'Only for sessions: with a token the answer is 403 with the code `session_required`.'

/** Whether programs with a token, and assistants, can make a call, if their permissions allow it. */
export const allowsTokens = ({ access, confirm, session }: FastifyContextConfig): boolean =>
  !confirm &&
  !session &&
  (isForVisitors(access) || access === 'writeRecords' || lookup(grantable, access ?? '') !== undefined)

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
    const { description = '' } = route.schema as { description?: string }
    const notes = [route.config?.confirm && confirmationNote, !allowsTokens(route.config ?? {}) && sessionNote]
    const described = [description, ...notes].filter(Boolean).join(' ')
    if (described) route.schema = { ...route.schema, description: described } as typeof route.schema
  })

  // This hook runs after the rate limits have counted the call and before its body is parsed.
  app.addHook('preParsing', async (request, reply) => {
    const { access, confirm, tools } = request.routeOptions.config
    if (access === 'public') return
    if (access === 'open' && request.headers.authorization === undefined) return
    await requireStaff(request, reply, options)
    if (staffOf(request).granted && !allowsTokens(request.routeOptions.config)) throw sessionRequired()
    if (isPermission(access)) requireAccess(request, access, tools)
    else if (!may(staffOf(request), 'staff')) request.staff = null
    if (confirm) requireConfirmation(request)
  })
}

/**
 * Finds the member of staff by the call's session or token, and sets `request.staff`. The answer is private, so it is not cached.
 * @throws HttpError 401 or 403, or 429 for a token with too many calls
 */
export async function requireStaff(request: FastifyRequest, reply: FastifyReply, options: GuardOptions): Promise<void> {
  const { identity, findStaff } = options
  reply.header('cache-control', 'no-store')
  const agent = await findAgent(request, reply, options)
  if (agent) {
    request.staff = { ...agent, confirmed: false }
    return
  }
  const bearer = bearerToken(request)
  const principal =
    bearer === undefined ? null : await identity.verify(bearer, { background: 'x-background' in request.headers })
  if (!principal) {
    reply.header('www-authenticate', challenge(request, options))
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
  if (!staff || staff === 'ended' || !may(staff, permission)) return false
  try {
    return !(await lacksSecondFactor(principal, options))
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}

/**
 * For calls whose subject decides the required permission.
 * @throws HttpError 403 when the caller does not have it
 */
export function requirePermission(request: FastifyRequest, permission: Permission): void {
  const staff = staffOf(request)
  if (!may(staff, permission)) throw forbids(staff, permission)
}

function requireAccess(request: FastifyRequest, access: Permission, tools: Permission | undefined): void {
  const staff = staffOf(request)
  const isTool = tools !== undefined && staff.via?.tool === true
  requirePermission(request, isTool ? tools : access)
  if (isTool && !may({ role: staff.role }, access)) throw forbids(staff, access)
}

/**
 * For calls whose body decides whether they give access; others use `confirm`.
 * @throws HttpError 403 if the caller has not confirmed their identity in the last ten minutes, or calls with a token
 */
export function requireConfirmation(request: FastifyRequest): void {
  const { confirmed, granted } = staffOf(request)
  if (confirmed) return
  if (granted) throw sessionRequired()
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
