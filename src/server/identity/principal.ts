/** The person that a token names, as its issuer describes them. `FindStaff` decides whether they are a member of staff. */
export type Principal = {
  uid: string
  email: string
  name: string
  /** Whether the issuer has verified that the address belongs to this person. */
  emailVerified: boolean
  /** When the token's session began (ISO 8601); set only by an issuer at which sessions cannot be ended. */
  signedInAt?: string
}
