import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { type EmbeddedIdentity, embeddedIdentity } from './embedded.ts'
import { type FirebaseIdentity, firebaseIdentity } from './firebase.ts'

/** Who knows the accounts: the embedded kind keeps them in our own database. */
export type Identity = EmbeddedIdentity | FirebaseIdentity

/** The kind that the settings ask for. */
export const openIdentity = async ({ identity }: Config, database: Database): Promise<Identity> =>
  identity.kind === 'firebase' ? firebaseIdentity(identity) : embeddedIdentity(database)
