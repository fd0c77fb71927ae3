import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { type EmbeddedIdentity, embeddedIdentity } from './embedded.ts'
import type { FirebaseIdentity } from './firebase.ts'

/** The store of the accounts: `embedded` keeps them in our own database, `firebase` asks Firebase Authentication. */
export type Identity = EmbeddedIdentity | FirebaseIdentity

/** The identity of the kind that the settings name. */
export const openIdentity = async ({ identity }: Config, database: Database): Promise<Identity> =>
  identity.kind === 'firebase' ? (await import('./firebase.ts')).firebaseIdentity(identity) : embeddedIdentity(database)
