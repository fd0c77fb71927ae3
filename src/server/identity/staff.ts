import type { Role } from '#contract/roles.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { Principal, ShownFactor } from './principal.ts'

/** A member of staff who may sign in. `profileId` is their author profile. */
export type Staff = { id: string; uid: string; name: string; email: string; role: Role; profileId: string }

/**
 * The member of staff who makes a call, with the second factor of their session. `confirmed`: they have confirmed their
 * identity in the last ten minutes.
 */
export type Caller = Staff & { secondFactor?: ShownFactor | undefined; confirmed: boolean }

export function onlyAtDomain(domain: string): HttpError {
  const message = `Only ${domain} email addresses are allowed`
  return new HttpError(422, message, [{ path: 'email', message }])
}

/**
 * Finds the member of staff behind a token.
 * @returns null when the person is no member of staff; `'ended'` when they have signed out everywhere since this token's sign-in
 */
export type FindStaff = (principal: Principal) => Promise<Staff | 'ended' | null>
