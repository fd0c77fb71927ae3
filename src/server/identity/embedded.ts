import { createHash, randomBytes } from 'node:crypto'
import { clockSkew } from '#server/clock.ts'
import type { Database, DatabaseKind, Transaction } from '#server/database/connect.ts'
import { isStorable } from '#server/database/constraint-errors.ts'
import { takesNoWrites } from '#server/database/storage-trouble.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { createWorkQueue } from '#server/http/work-queue.ts'
import { type AuthStore, openAuthStore } from './auth-store.ts'
import type { Principal } from './principal.ts'
import { createUnsavedSessions } from './unsaved-sessions.ts'

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
 * @throws HttpError 409 when the address has one
 */
export async function insertAccount(
  trx: Transaction,
  kind: DatabaseKind,
  { name, email, hash }: { name: string; email: string; hash: string },
): Promise<string> {
  const { accounts } = await openAuthStore(trx, kind)
  if (await accounts.findUserByEmail(email))
    throw new HttpError(409, 'An account with this email address already exists.', [
      { path: 'email', message: 'Already in use' },
    ])
  const { id } = await accounts.createUser({ name, email, emailVerified: true }, { method: 'email-password' })
  await accounts.linkAccount({ userId: id, providerId: 'credential', accountId: id, password: hash })
  return id
}

/** A session is prolonged when this much of it has gone, in milliseconds: a write an hour, not one a call. */
const prolongAfter = 60 * 60 * 1000

/** How long a link to a new password works, in milliseconds. */
export const resetLifetime = 60 * 60 * 1000
const resetName = (token: string) => `reset-password:${token}`

/** How long a link that finishes a sign-in works, in milliseconds. */
export const confirmationLifetime = 15 * 60 * 1000
/** Only who brings both the link's token and what the sign-in was bound to finds it. */
const confirmationName = (token: string, binding: string) => `sign-in:${token}:${binding}`

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
  // A hash takes one of the process's four threads for a tenth of a second; pages are compressed in the same threads.
  const inQueue = createWorkQueue({
    atOnce: 2,
    waiting: 60,
    busy: 'Too many people are signing in at this moment. Please try again in a few seconds.',
  })
  /** @param urgent whether it goes before what strangers ask for */
  const hashOfPassword = (given: string, urgent: boolean) => inQueue(() => password.hash(given), urgent)
  /** Whether this is an account's password. What has no password takes the same time. */
  async function matches(uid: string | undefined, given: string, urgent: boolean): Promise<boolean> {
    const hash = uid && (await accounts.findCredentialAccount(uid))?.password
    if (hash) return inQueue(() => password.verify({ hash, password: given }), urgent)
    await hashOfPassword(given, urgent)
    return false
  }

  const unsaved = createUnsavedSessions()

  /** Of whom, and until when. */
  async function findSession(token: string) {
    const inMemory = unsaved.find(hashOf(token))
    const user = inMemory && (await accounts.findUserById(inMemory.uid))
    if (user) return { user, expiresAt: inMemory.expiresAt, saved: false }
    const found = await accounts.findSession(hashOf(token))
    if (!found || found.session.expiresAt.getTime() <= Date.now()) return null
    return { user: found.user, expiresAt: found.session.expiresAt, saved: true }
  }

  async function createToken(uid: string, lifetime: number, nameOf: (token: string) => string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await accounts.createVerificationValue({
      identifier: nameOf(token),
      value: uid,
      expiresAt: new Date(Date.now() + lifetime),
    })
    return token
  }

  async function consumeToken(name: string, lifetime: number): Promise<Principal | null> {
    const used = isStorable(name) ? await accounts.consumeVerificationValue(name) : null
    return used && holderOf(used, lifetime)
  }

  /** Whose a token is. One that ends later than it can was made while the clock was ahead, and is older than it says. */
  async function holderOf(
    { value, expiresAt }: { value: string; expiresAt: Date },
    lifetime: number,
  ): Promise<Principal | null> {
    const left = expiresAt.getTime() - Date.now()
    const person = left > 0 && left <= lifetime + clockSkew ? await accounts.findUserById(value) : null
    return person && toPrincipal(person)
  }

  async function startSession(person: Pick<Person, 'id' | 'email' | 'name'>): Promise<Session> {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = await saveSession(person.id, hashOf(token)).catch((error) => {
      if (!takesNoWrites(error)) throw error
      return unsaved.add(hashOf(token), person.id)
    })
    return { token, expiresAt: expiresAt.toISOString(), user: toPrincipal(person) }
  }

  async function saveSession(uid: string, hash: string): Promise<Date> {
    // What has ended is of no use to anybody.
    await database.db.deleteFrom('identitySessions').where('expiresAt', '<', new Date().toISOString()).execute()
    return (await accounts.createSession(uid, false, { token: hash, ipAddress: '', userAgent: '' }, true)).expiresAt
  }

  /** While nothing can be written, a session ends when it would have. */
  async function prolong(hash: string, end: number): Promise<void> {
    await accounts.updateSession(hash, { expiresAt: new Date(end), updatedAt: new Date() }).catch((error) => {
      if (!takesNoWrites(error)) throw error
    })
  }

  function endSessions(uid: string): Promise<void> {
    unsaved.endAllOf(uid)
    return accounts.deleteUserSessions(uid)
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
      // In either direction: a session that was used while the clock was ahead ends no later than others.
      if (found.saved && Math.abs(end - found.expiresAt.getTime()) > prolongAfter) await prolong(hashOf(token), end)
      return toPrincipal(found.user)
    },

    /** When a session will end, unless it is used before; undefined when it has. */
    async expiryOf(token: string): Promise<string | undefined> {
      return (await findSession(token))?.expiresAt.toISOString()
    },

    /**
     * Whose address and password these are; null when there is no such account or the password is another. Either takes the same time.
     * @param urgent whether it is looked at before what strangers ask for
     * @throws HttpError 503 when too many wait already
     */
    async checkCredentials(email: string, given: string, urgent = false): Promise<Principal | null> {
      const found = isStorable(email) ? await accounts.findUserByEmail(email) : null
      return (await matches(found?.user.id, given, urgent)) && found ? toPrincipal(found.user) : null
    },

    /** A new session for somebody whose credentials were checked. */
    startSession: (person: Principal): Promise<Session> => startSession({ ...person, id: person.uid }),

    /** A token for a link that finishes a sign-in, once and for a while; we keep its hash alone. @param binding what else has to be brought */
    createConfirmation: (uid: string, binding: string): Promise<string> =>
      createToken(uid, confirmationLifetime, (token) => confirmationName(token, binding)),

    /** Uses up a token of `createConfirmation`. @returns whose it was; null when it has ended, was used, never was, or is bound to something else */
    useConfirmation: (token: string, binding: string): Promise<Principal | null> =>
      consumeToken(confirmationName(token, binding), confirmationLifetime),

    async signOut(token: string): Promise<void> {
      if (!unsaved.end(hashOf(token))) await accounts.deleteSession(hashOf(token))
    },
    signOutEverywhere: endSessions,

    /** @throws HttpError 503 when too many wait already */
    hashPassword: (given: string): Promise<string> => hashOfPassword(given, true),

    /**
     * Opens an account.
     * @returns its uid
     * @throws HttpError 409 when the address has one
     */
    async createAccount({ name, email, password: given }: NewAccount): Promise<string> {
      const hash = await hashOfPassword(given, true)
      return database.transaction((trx) => insertAccount(trx, database.kind, { name, email, hash }))
    },

    /** Whether this is the account's password. */
    checkPassword: (uid: string, given: string): Promise<boolean> => matches(uid, given, true),

    /**
     * Sets another password. All sessions of the account end, and every link that was sent to it.
     * @param hash as `hashPassword` makes it
     * @returns a new session
     */
    async setPassword(uid: string, hash: string): Promise<Session> {
      const person = await accounts.findUserById(uid)
      if (!person) throw notFound()
      await accounts.updatePassword(uid, hash)
      await endSessions(uid)
      await database.db.deleteFrom('identityVerifications').where('value', '=', uid).execute()
      return startSession(person)
    },

    /** A token that stands in for the password once, for a while; we keep its hash alone. */
    createResetToken: (uid: string): Promise<string> => createToken(uid, resetLifetime, resetName),

    /** Whose a token of `createResetToken` is, without using it up; null when it has ended, was used or never was. */
    async findResetToken(token: string): Promise<Principal | null> {
      const found = isStorable(token) ? await accounts.findVerificationValue(resetName(token)) : null
      return found && holderOf(found, resetLifetime)
    },

    /** Uses up a token of `createResetToken`. @returns whose it was; null when it has ended, was used or never was */
    useResetToken: (token: string): Promise<Principal | null> => consumeToken(resetName(token), resetLifetime),

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
