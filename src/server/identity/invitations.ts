import type { Database } from '#server/database/connect.ts'
import { findAccount } from './accounts.ts'
import { identityUsers } from './identity.table.ts'
import type { Principal } from './principal.ts'
import {
  consumeSingleUseToken,
  deleteSingleUseTokensOf,
  findSingleUseToken,
  insertSingleUseToken,
} from './single-use-tokens.ts'
import { createToken } from './token-hash.ts'

/** How long the link works with which a new colleague chooses a password, in milliseconds. */
export const invitationLifetime = 72 * 60 * 60 * 1000
const nameOf = (token: string) => `invitation:${token}`

/** When a link ends that is made now, in ISO 8601. */
export const invitationEnd = () => new Date(Date.now() + invitationLifetime).toISOString()

/** Links for people who have an account and have never signed in. The first session ends an invitation (`sessions.ts`). */
export function invitationStore({ db }: Database) {
  const holderOf = (uid: string | null) => (uid === null ? null : findAccount(db, uid))
  return {
    /** Until when each person is invited who has never signed in, by uid; the time may have passed. */
    async listInvited(): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom('identityUsers')
        .select(['id', 'invitedUntil'])
        .where('invitedUntil', 'is not', null)
        .execute()
      return new Map(rows.map((row) => [row.id, identityUsers.decode(row).invitedUntil ?? '']))
    },

    /** Whether a person is invited and has never signed in. */
    isInvited: async (uid: string): Promise<boolean> =>
      (await db
        .selectFrom('identityUsers')
        .select('id')
        .where('id', '=', uid)
        .where('invitedUntil', 'is not', null)
        .executeTakeFirst()) !== undefined,

    /** A token for a link with which an invited person chooses their first password, once and for a while. */
    async createInvitationToken(uid: string): Promise<string> {
      const token = createToken()
      await insertSingleUseToken(db, nameOf(token), uid, invitationLifetime)
      await db
        .updateTable('identityUsers')
        .set(identityUsers.encode({ invitedUntil: invitationEnd() }))
        .where('id', '=', uid)
        .where('invitedUntil', 'is not', null)
        .execute()
      return token
    },

    /** Ends the links that a person has, so that the next one is the only one. */
    endLinks: (uid: string): Promise<void> => deleteSingleUseTokensOf(db, uid),

    /** The person of a link, without using it up; null when it has ended, was used or never existed. */
    findInvitation: async (token: string): Promise<Principal | null> =>
      holderOf(await findSingleUseToken(db, nameOf(token), invitationLifetime)),

    /** Uses a link up. @returns its person; null when it has ended, was used or never existed */
    consumeInvitation: async (token: string): Promise<Principal | null> =>
      holderOf(await consumeSingleUseToken(db, nameOf(token), invitationLifetime)),
  }
}
