import type { Database } from '#server/database/connect.ts'
import { passkeys } from './passkeys.ts'
import type { ShownFactor } from './principal.ts'
import { secondFactors } from './second-factor.ts'
import { clearSessionFactors, updateSessionFactor } from './sessions.ts'
import { hashToken } from './token-hash.ts'

/** What people can set up beside their passwords, and which sessions count as begun with it. */
export function ownFactors(database: Database) {
  const { db } = database
  const own = { secondFactor: secondFactors(database), passkeys: passkeys(database) }

  /** Whether a person has codes of an app, or a passkey. */
  const hasSecondFactor = async (uid: string): Promise<boolean> =>
    (await own.secondFactor.isOn(uid)) || (await own.passkeys.list(uid)).length > 0

  return {
    ...own,
    hasSecondFactor,

    /** A person has set a factor up in a session, and so has shown it there. */
    noteFactor: (token: string, shown: ShownFactor): Promise<void> => updateSessionFactor(db, hashToken(token), shown),

    /** A person has given a factor up. Without another one, none of their sessions counts as begun with one any more. */
    async noteFactorRemoved(uid: string): Promise<void> {
      if (!(await hasSecondFactor(uid))) await clearSessionFactors(db, uid)
    },
  }
}
