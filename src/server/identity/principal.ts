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
