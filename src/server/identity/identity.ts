import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { type EmbeddedIdentity, embeddedIdentity } from './embedded.ts'

/** Whom a token speaks of, by the word of whoever issued it. Whether that person is let in is another question: see `staff.ts`. */
export type Principal = {
  uid: string
  email: string
  name: string
  /** Whether the issuer made sure that the address belongs to this person. */
  emailVerified: boolean
}

/** Who knows the accounts. The embedded kind keeps them in our own database. */
export type Identity = EmbeddedIdentity

/** The kind that the settings ask for. */
export function openIdentity(_config: Config, database: Database): Promise<Identity> {
  return embeddedIdentity(database)
}
