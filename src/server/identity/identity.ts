import type { Config } from '#server/config/config.ts'
import { type Database, type Db, type Transaction, timeIn } from '#server/database/connect.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { createWorkQueue } from '#server/runtime/work-queue.ts'
import {
  deleteAccount,
  findAccount,
  findAccountByEmail,
  findPasswordHash,
  insertAccount,
  type Principal,
  updatePasswordHash,
} from './accounts.ts'
import type { FirebaseIdentity } from './firebase.ts'
import { identityUsers } from './identity.table.ts'
import { fullHashing, type PasswordHashing } from './passwords.ts'
import { deleteFactors, ownFactors } from './second-factor.ts'
import { type Beginning, type Session, sessionStore } from './sessions.ts'
import { claimOnce, deleteSingleUseTokensOf, linkTokens } from './single-use-tokens.ts'

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

export type NewAccount = { name: string; email: string; password: string }

/** How long a link to a new password works, in milliseconds. */
export const resetLifetime = 60 * 60 * 1000

/** How long a link that finishes a sign-in works, in milliseconds. */
export const confirmationLifetime = 15 * 60 * 1000

/** How long a sign-in with the provider may take, in milliseconds. */
export const providerAnswerLifetime = 10 * 60 * 1000

/** How long an invitation link works, in milliseconds. */
export const invitationLifetime = 72 * 60 * 60 * 1000

/** The expiry of a link created now, in ISO 8601. */
const invitationEnd = (db: Db) => new Date(timeIn(db) + invitationLifetime).toISOString()

export type EmbeddedIdentity = ReturnType<typeof embeddedIdentity>

/** Accounts, passwords and sessions in our own database. The callers check permissions. */
export function embeddedIdentity(database: Database, hashing: PasswordHashing = fullHashing) {
  const { db } = database
  // A hash takes one of the process's four threads for a tenth of a second; pages are compressed in the same threads.
  const inQueue = createWorkQueue({
    concurrency: 2,
    queueLimit: 60,
    busyMessage: 'Too many people are signing in right now. Please try again in a few seconds.',
  })
  /** @param urgent whether it takes precedence over requests of strangers */
  const hashInQueue = (password: string, urgent: boolean) => inQueue(() => hashing.hash(password), urgent)

  /** Whether this is an account's password. Where there is no account or no password, the answer takes the same time. */
  async function matches(uid: string | undefined, password: string, urgent: boolean): Promise<boolean> {
    const hash = uid && (await findPasswordHash(db, uid))
    if (hash) return inQueue(() => hashing.verify(hash, password), urgent)
    await hashInQueue(password, urgent)
    return false
  }

  const sessions = sessionStore(database)
  const invitations = invitationStore(database)
  const confirmations = linkTokens(db, 'sign-in', confirmationLifetime)
  const resetLinks = linkTokens(db, 'reset-password', resetLifetime)

  return {
    kind: 'embedded' as const,
    ...ownFactors(database),
    ...sessions,
    ...invitations,
    /** The settings that a browser needs to sign in. */
    settings: { kind: 'embedded' as const },

    /**
     * The account of an address and a password; null when there is none or the password is wrong. Both take the same time.
     * @param urgent whether it takes precedence over requests of strangers
     * @throws HttpError 503 when too many requests wait already
     */
    async checkCredentials(email: string, password: string, urgent = false): Promise<Principal | null> {
      const account = await findAccountByEmail(db, email)
      return (await matches(account?.uid, password, urgent)) ? account : null
    },

    /** The tokens of links that finish a sign-in, each bound to the browser or the network of the sign-in. */
    createConfirmation: (uid: string, binding: string) => confirmations.create(uid, binding),
    findConfirmation: (token: string, binding: string) => confirmations.find(token, binding),
    useConfirmation: (token: string, binding: string) => confirmations.use(token, binding),

    /** @throws HttpError 503 when too many requests wait already */
    hashPassword: (password: string): Promise<string> => hashInQueue(password, true),

    /**
     * Opens an account.
     * @returns its uid
     * @throws HttpError 409 when the address has one
     */
    async createAccount({ name, email, password }: NewAccount): Promise<string> {
      const hash = await hashInQueue(password, true)
      return database.transaction((trx) => insertAccount(trx, { name, email, hash }))
    },

    /**
     * Opens an account without a password, for a person who will choose one with a link.
     * @returns its uid
     * @throws HttpError 409 when the address has one
     */
    createInvitedAccount: ({ name, email }: Omit<NewAccount, 'password'>): Promise<string> =>
      database.transaction((trx) => insertAccount(trx, { name, email, invitedUntil: invitationEnd(trx) })),

    /** Whether this is the account's password. */
    checkPassword: (uid: string, password: string): Promise<boolean> => matches(uid, password, true),

    /**
     * Sets another password. All sessions of the account end, and every link that was sent to it.
     * @param hash as `hashPassword` makes it
     * @param begun how the new session started
     * @param also writes in the same transaction
     * @returns a new session
     */
    async setPassword(
      uid: string,
      hash: string,
      begun: Beginning,
      also: (trx: Transaction) => Promise<unknown>,
    ): Promise<Session> {
      const person = await findAccount(db, uid)
      if (!person) throw notFound()
      await database.transaction(async (trx) => {
        await updatePasswordHash(trx, uid, hash)
        await sessions.signOutEverywhere(uid, trx)
        await deleteSingleUseTokensOf(trx, uid)
        await also(trx)
      })
      return sessions.startSession(person, begun)
    },

    /**
     * Removes the app and the passkeys of a person who has lost them. All their sessions end.
     * @param also writes in the same transaction
     * @returns false when they had neither
     */
    removeFactors: (uid: string, also: (trx: Transaction) => Promise<unknown>): Promise<boolean> =>
      database.transaction(async (trx) => {
        if (!(await deleteFactors(trx, uid))) return false
        await sessions.signOutEverywhere(uid, trx)
        await also(trx)
        return true
      }),

    /** A token for a link to a new password, which replaces the password once and for a while. */
    createResetToken: (uid: string) => resetLinks.create(uid),

    /** The person of such a token or of an invitation, without using it up; null when it has ended, was used or never existed. */
    findResetToken: async (token: string): Promise<Principal | null> =>
      (await resetLinks.find(token)) ?? invitations.findInvitation(token),

    /** Uses up such a token or an invitation. @returns its person; null when it has ended, was used or never existed */
    useResetToken: async (token: string): Promise<Principal | null> =>
      (await resetLinks.use(token)) ?? invitations.consumeInvitation(token),

    /**
     * Uses up the provider's answer to a sign-in. @param secret of the browser that began it
     * @returns false when it was used before
     */
    claimProviderAnswer: (secret: string): Promise<boolean> =>
      claimOnce(db, `provider-answer:${secret}`, providerAnswerLifetime),

    removeAccount: (uid: string) => deleteAccount(db, uid),
    findAccountByEmail: (email: string) => findAccountByEmail(db, email),
    findAccount: (uid: string) => findAccount(db, uid),
  }
}

/** Links for people who have an account and have never signed in. The first session ends an invitation (`sessions.ts`). */
function invitationStore({ db }: Database) {
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
        .set(identityUsers.encode({ invitedUntil: invitationEnd(db) }))
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
