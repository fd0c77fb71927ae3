import type { Database } from '#server/database/connect.ts'
import { identityUsers } from './identity.table.ts'
import { deleteSingleUseTokensOf, linkTokens } from './single-use-tokens.ts'

/** How long an invitation link works, in milliseconds. */
export const invitationLifetime = 72 * 60 * 60 * 1000

/** The expiry of a link created now, in ISO 8601. */
export const invitationEnd = () => new Date(Date.now() + invitationLifetime).toISOString()

/** Links for people who have an account and have never signed in. The first session ends an invitation (`sessions.ts`). */
export function invitationStore({ db }: Database) {
  const links = linkTokens(db, 'invitation', invitationLifetime)
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
      const token = await links.create(uid)
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

    findInvitation: links.find,
    consumeInvitation: links.use,
  }
}
