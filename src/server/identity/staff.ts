import type { Role } from '#contract/roles.ts'
import { type HttpError, invalid } from '#server/runtime/http-error.ts'

/**
 * The factor that a person used in addition to a password, or instead of it: a code from an authenticator app, a
 * recovery code, a passkey, or the company's provider.
 */
export type ShownFactor = 'code' | 'passkey' | 'provider'

/** The person that a token names, as its issuer describes them. `FindStaff` decides whether it is a member of staff. */
export type Principal = {
  uid: string
  email: string
  name: string
  /** Whether the issuer has verified that the address belongs to this person. */
  emailVerified: boolean
  /** When the token's session began (ISO 8601); set only by an issuer at which sessions cannot be ended. */
  signedInAt?: string | undefined
  /** The last confirmation of identity in the token's session: by a password, a factor or the provider (ISO 8601). */
  confirmedAt?: string | undefined
  /** Set if a second factor was used in the token's session. */
  secondFactor?: ShownFactor | undefined
}

/** A member of staff who may sign in. `profileId` is their author profile. */
export type Staff = { id: string; uid: string; name: string; email: string; role: Role; profileId: string }

/**
 * The member of staff who makes a call, with the second factor of their session. `confirmed`: they have confirmed their
 * identity in the last ten minutes.
 */
export type Caller = Staff & { secondFactor?: ShownFactor | undefined; confirmed: boolean }

export const onlyAtDomain = (domain: string): HttpError =>
  invalid('email', `Only ${domain} email addresses are allowed`)

/**
 * Finds the member of staff behind a token.
 * @returns null when the person is not a member of staff; `'ended'` when they have signed out everywhere since this token's sign-in
 */
export type FindStaff = (principal: Principal) => Promise<Staff | 'ended' | null>
