import type { Database } from '#server/database/connect.ts'
import { passkeys } from './passkeys.ts'
import type { ShownFactor } from './principal.ts'
import { secondFactors } from './second-factor.ts'
import { clearSessionFactors, updateSessionFactor } from './sessions.ts'
import { hashToken } from './token-hash.ts'

/** The second factors that people set up themselves, and the sessions that used one. */
export function ownFactors(database: Database) {
  const { db } = database
  const own = { secondFactor: secondFactors(database), passkeys: passkeys(database) }

  /** Whether a person has codes of an app, or a passkey. */
  const hasSecondFactor = async (uid: string): Promise<boolean> =>
    (await own.secondFactor.isOn(uid)) || (await own.passkeys.list(uid)).length > 0

  return {
    ...own,
    hasSecondFactor,

    /** The uids of all who have one, by one query. */
    async listWithSecondFactor(): Promise<Set<string>> {
      const codes = db.selectFrom('identitySecondFactors').select('userId').where('confirmedAt', 'is not', null)
      const rows = await codes.union(db.selectFrom('identityPasskeys').select('userId')).execute()
      return new Set(rows.map(({ userId }) => userId))
    },

    /** A person has set up a factor in a session, which counts as using it. */
    noteFactor: (token: string, shown: ShownFactor): Promise<void> => updateSessionFactor(db, hashToken(token), shown),

    /** A person has removed a factor. Without another one, none of their sessions counts as using one. */
    async noteFactorRemoved(uid: string): Promise<void> {
      if (!(await hasSecondFactor(uid))) await clearSessionFactors(db, uid)
    },
  }
}
