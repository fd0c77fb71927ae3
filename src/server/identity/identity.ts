import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { type EmbeddedIdentity, embeddedIdentity } from './embedded.ts'
import { type FirebaseIdentity, firebaseIdentity } from './firebase.ts'

/** Whom a token speaks of, by the word of whoever issued it. Whether that person is let in is another question: see `staff.ts`. */
export type Principal = {
  uid: string
  email: string
  name: string
  /** Whether the issuer made sure that the address belongs to this person. */
  emailVerified: boolean
  /** When the token's session began (ISO 8601), where sessions cannot be ended at their issuer. */
  signedInAt?: string
}

/** Who knows the accounts: the embedded kind keeps them in our own database. */
export type Identity = EmbeddedIdentity | FirebaseIdentity

/** The kind that the settings ask for. */
export const openIdentity = async ({ identity }: Config, database: Database): Promise<Identity> =>
  identity.kind === 'firebase' ? firebaseIdentity(identity) : embeddedIdentity(database)
