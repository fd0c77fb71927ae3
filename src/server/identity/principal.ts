/**
 * What a person has shown beside a password, or instead of it: a code of their app or a recovery code, a passkey, or the sign-in of the company's
 * provider, which decides itself what it asks for.
 */
export type ShownFactor = 'code' | 'passkey' | 'provider'

/** The person that a token names, as its issuer describes them. `FindStaff` decides whether they are a member of staff. */
export type Principal = {
  uid: string
  email: string
  name: string
  /** Whether the issuer has verified that the address belongs to this person. */
  emailVerified: boolean
  /** When the token's session began (ISO 8601); set only by an issuer at which sessions cannot be ended. */
  signedInAt?: string | undefined
  /** When the person last proved who they are in the token's session: by a password, a factor or the provider (ISO 8601). */
  confirmedAt?: string | undefined
  /** Set where a second factor was shown in the token's session. */
  secondFactor?: ShownFactor | undefined
}
