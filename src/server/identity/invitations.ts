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

/** How long an invitation link works, in milliseconds. */
export const invitationLifetime = 72 * 60 * 60 * 1000
const nameOf = (token: string) => `invitation:${token}`

/** The expiry of a link created now, in ISO 8601. */
export const invitationEnd = () => new Date(Date.now() + invitationLifetime).toISOString()

/** Links for people who have an account and have never signed in. The first session ends an invitation (`sessions.ts`). */
export function invitationStore({ db }: Database) {
  const holderOf = (uid: string | null) => (uid === null ? null : findAccount(db, uid))
  return {
    /** The expiry of the invitation of each person who has never signed in, by uid; it may be in the past. */
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

    /** A token for an invitation link, which works once and for a limited time. */
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

    /** Ends a person's existing links, so that only the next one works. */
    endLinks: (uid: string): Promise<void> => deleteSingleUseTokensOf(db, uid),

    /** The person of a link, without using it up; null when it has ended, was used or never existed. */
    findInvitation: async (token: string): Promise<Principal | null> =>
      holderOf(await findSingleUseToken(db, nameOf(token), invitationLifetime)),

    /** Uses a link up. @returns its person; null when it has ended, was used or never existed */
    consumeInvitation: async (token: string): Promise<Principal | null> =>
      holderOf(await consumeSingleUseToken(db, nameOf(token), invitationLifetime)),
  }
}
