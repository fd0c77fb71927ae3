import { randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import type { Kysely, KyselyPlugin } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'

/** How long a session lives after its last use, in seconds. */
const sessionLifetime = 7 * 24 * 60 * 60

/** Our PostgreSQL hands out times as texts; better-auth compares them as dates. (With SQLite it reads the texts itself.) */
const timesAsDates: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const rows = result.rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          typeof value === 'string' && /At$/.test(column) ? new Date(value) : value,
        ]),
      ),
    )
    return { ...result, rows }
  },
}

/**
 * better-auth over our own connection (or a transaction of ours), with its own routes, cookies and sign-up unused: what it gives is the
 * store of accounts, password hashes (scrypt), sessions and single-use tokens.
 */
export async function openAuthStore(db: object, kind: DatabaseKind) {
  // biome-ignore lint/suspicious/noExplicitAny: its tables are not in our schema
  const kysely = db as Kysely<any>
  const auth = betterAuth({
    database: { db: kind === 'postgres' ? kysely.withPlugin(timesAsDates) : kysely, type: kind },
    // It signs cookies, of which there are none.
    secret: randomBytes(32).toString('base64url'),
    baseURL: 'http://localhost',
    logger: { disabled: true },
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true, disableSignUp: true },
    user: { modelName: 'identityUsers' },
    account: { modelName: 'identityAccounts' },
    session: { modelName: 'identitySessions', expiresIn: sessionLifetime },
    verification: { modelName: 'identityVerifications', storeIdentifier: 'hashed' },
  })
  const { internalAdapter, password } = await auth.$context
  return { accounts: internalAdapter, password, sessionLifetime }
}

export type AuthStore = Awaited<ReturnType<typeof openAuthStore>>
