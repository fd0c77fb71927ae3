import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { type EmbeddedIdentity, embeddedIdentity } from './embedded.ts'
import type { FirebaseIdentity } from './firebase.ts'
import type { PasswordHashing } from './password-hash.ts'

/** The store of the accounts: `embedded` keeps them in our own database, `firebase` asks Firebase Authentication. */
export type Identity = EmbeddedIdentity | FirebaseIdentity

/** The identity of the kind that the settings name. @param hashing replaces that of every site */
export const openIdentity = async (
  { identity }: Config,
  database: Database,
  hashing?: PasswordHashing,
): Promise<Identity> =>
  identity.kind === 'firebase'
    ? (await import('./firebase.ts')).firebaseIdentity(identity)
    : embeddedIdentity(database, hashing)
