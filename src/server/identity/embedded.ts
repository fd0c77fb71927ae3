import { createHash, randomBytes } from 'node:crypto'
import type { Database, DatabaseKind, Transaction } from '../database/connect.ts'
import { isStorable } from '../database/violations.ts'
import { ApiError, notFound } from '../errors.ts'
import { type AuthStore, openAuthStore } from './auth-store.ts'
import type { Principal } from './identity.ts'

export type Session = {
  /** Opaque; we keep its hash alone, so who reads the database cannot sign in. */
  token: string
  /** ISO 8601. Every use moves it further. */
  expiresAt: string
  user: Principal
}
export type NewAccount = { name: string; email: string; password: string }

/**
 * Adds an account as part of a transaction.
 * @param account its password as `hashPassword` makes it, before the transaction
 * @returns its uid
 * @throws ApiError 409 when the address has one
 */
export async function insertAccount(
  trx: Transaction,
  kind: DatabaseKind,
  { name, email, hash }: { name: string; email: string; hash: string },
): Promise<string> {
  const { accounts } = await openAuthStore(trx, kind)
  if (await accounts.findUserByEmail(email))
    throw new ApiError(409, 'An account with this email address already exists.', [{ path: 'email', message: 'Already in use' }])
  const { id } = await accounts.createUser({ name, email, emailVerified: true }, { method: 'email-password' })
  await accounts.linkAccount({ userId: id, providerId: 'credential', accountId: id, password: hash })
  return id
}

/** A session is prolonged when this much of it has gone, in milliseconds: a write an hour, not one a call. */
const prolongAfter = 60 * 60 * 1000

/** How long a link to a new password works, in milliseconds. */
export const resetLifetime = 60 * 60 * 1000
const resetName = (token: string) => `reset-password:${token}`

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
type Person = Awaited<ReturnType<AuthStore['accounts']['createUser']>>
const toPrincipal = ({ id, email, name }: Pick<Person, 'id' | 'email' | 'name'>): Principal => ({
  uid: id,
  email,
  name,
  emailVerified: true,
})

export type EmbeddedIdentity = Awaited<ReturnType<typeof embeddedIdentity>>

/** Accounts, passwords and sessions in our own database. Whoever may do what is decided by the callers. */
export async function embeddedIdentity(database: Database) {
  const { accounts, password, sessionLifetime } = await openAuthStore(database.db, database.kind)

  async function findSession(token: string) {
    const found = await accounts.findSession(hashOf(token))
    return found && found.session.expiresAt.getTime() > Date.now() ? found : null
  }

  async function startSession(person: Person): Promise<Session> {
    // What has ended is of no use to anybody.
    await database.db.deleteFrom('identitySessions').where('expiresAt', '<', new Date().toISOString()).execute()
    const token = randomBytes(32).toString('base64url')
    const kept = { token: hashOf(token), ipAddress: '', userAgent: '' }
    const { expiresAt } = await accounts.createSession(person.id, false, kept, true)
    return { token, expiresAt: expiresAt.toISOString(), user: toPrincipal(person) }
  }

  return {
    kind: 'embedded' as const,
    /** What a browser needs to know to sign in. */
    settings: { kind: 'embedded' as const },

    /** Whom a session's token speaks of; null when it has ended or never was. Each use prolongs the session. */
    async verify(token: string): Promise<Principal | null> {
      const found = await findSession(token)
      if (!found) return null
      const end = Date.now() + sessionLifetime * 1000
      if (end - found.session.expiresAt.getTime() > prolongAfter)
        await accounts.updateSession(found.session.token, { expiresAt: new Date(end), updatedAt: new Date() })
      return toPrincipal(found.user)
    },

    /** When a session will end, unless it is used before; undefined when it has. */
    async expiryOf(token: string): Promise<string | undefined> {
      return (await findSession(token))?.session.expiresAt.toISOString()
    },

    /** A new session; null when there is no such account or the password is another. Either takes the same time. */
    async signIn(email: string, given: string): Promise<Session | null> {
      const found = isStorable(email) ? await accounts.findUserByEmail(email) : null
      const credential = found && (await accounts.findCredentialAccount(found.user.id))
      if (!found || !credential?.password) {
        await password.hash(given)
        return null
      }
      return (await password.verify({ hash: credential.password, password: given })) ? startSession(found.user) : null
    },

    signOut: (token: string): Promise<void> => accounts.deleteSession(hashOf(token)),
    signOutEverywhere: (uid: string): Promise<void> => accounts.deleteUserSessions(uid),

    hashPassword: (given: string): Promise<string> => password.hash(given),

    /**
     * Opens an account.
     * @returns its uid
     * @throws ApiError 409 when the address has one
     */
    async createAccount({ name, email, password: given }: NewAccount): Promise<string> {
      const hash = await password.hash(given)
      return database.transaction((trx) => insertAccount(trx, database.kind, { name, email, hash }))
    },

    /** Whether this is the account's password. */
    async checkPassword(uid: string, given: string): Promise<boolean> {
      const credential = await accounts.findCredentialAccount(uid)
      if (!credential?.password) {
        await password.hash(given)
        return false
      }
      return password.verify({ hash: credential.password, password: given })
    },

    /** Sets another password. All sessions of the account end, and every way to reset it. @returns a new session */
    async setPassword(uid: string, next: string): Promise<Session> {
      const person = await accounts.findUserById(uid)
      if (!person) throw notFound()
      await accounts.updatePassword(uid, await password.hash(next))
      await accounts.deleteUserSessions(uid)
      await database.db.deleteFrom('identityVerifications').where('value', '=', uid).execute()
      return startSession(person)
    },

    /** A word that stands in for the password once, for a while; we keep its hash alone. */
    async createResetToken(uid: string): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      await accounts.createVerificationValue({ identifier: resetName(token), value: uid, expiresAt: new Date(Date.now() + resetLifetime) })
      return token
    },

    /** Uses up a word of `createResetToken`. @returns whose it was; null when it has ended, was used or never was */
    async useResetToken(token: string): Promise<Principal | null> {
      const used = isStorable(token) ? await accounts.consumeVerificationValue(resetName(token)) : null
      const person = used && (await accounts.findUserById(used.value))
      return person && toPrincipal(person)
    },

    /** Removes an account with its password and sessions. */
    removeAccount: (uid: string): Promise<void> => accounts.deleteUser(uid),

    /** The account of an address; null when there is none. */
    async findAccountByEmail(email: string): Promise<Principal | null> {
      const found = isStorable(email) ? await accounts.findUserByEmail(email) : null
      return found && toPrincipal(found.user)
    },

    /** The account of a uid; null when there is none. */
    async findAccount(uid: string): Promise<Principal | null> {
      const found = isStorable(uid) ? await accounts.findUserById(uid) : null
      return found && toPrincipal(found)
    },
  }
}
