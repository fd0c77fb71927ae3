/** The person whom a token names, as its issuer knows them. Whether that person is let in is decided by `FindStaff`. */
export type Principal = {
  uid: string
  email: string
  name: string
  /** Whether the issuer made sure that the address belongs to this person. */
  emailVerified: boolean
  /** When the token's session began (ISO 8601), where sessions cannot be ended at their issuer. */
  signedInAt?: string
}
