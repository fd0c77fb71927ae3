import { randomUUIDv7 } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database, Db } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { takesNoWrites } from '#server/database/storage-errors.ts'
import { findAccount, type Principal, toPrincipal } from './accounts.ts'
import { identitySessions, type ShownFactor } from './identity.table.ts'
import { createToken, hashToken } from './single-use-tokens.ts'

export type Session = {
  /** The database stores only its hash. */
  token: string
  /** ISO 8601. Every use of the session moves it further. */
  expiresAt: string
  user: Principal
}

/** The origin of a session: the address, and the device in words. */
export type Origin = { address?: string | undefined; device?: string | undefined }
/** How a session started. */
export type Beginning = Origin & {
  secondFactor?: ShownFactor | undefined
  /** The last confirmation of identity, in ISO 8601; null if unknown. */
  confirmedAt?: string | null | undefined
}

/** How long a session lives after its last use, in milliseconds. */
const lifetime = 7 * 24 * 60 * 60 * 1000
/** A session is prolonged when this much of it has passed, in milliseconds, so that there is one write an hour instead of one a call. */
const prolongAfter = 60 * 60 * 1000

/** The sessions of the staff: in the database, or in memory while it takes no writes. */
export function sessionStore(database: Database) {
  const { db } = database
  const unsaved = createUnsavedSessions()
  const now = () => new Date(database.clock()).toISOString()

  async function findSession(hash: string) {
    const inMemory = unsaved.find(hash)
    const user = inMemory && (await findAccount(db, inMemory.uid))
    if (user) {
      const { expiresAt, secondFactor, confirmedAt } = inMemory
      return { user: { ...user, ...(secondFactor && { secondFactor }), confirmedAt }, expiresAt, saved: false }
    }
    const session = await findSavedSession(db, hash)
    return session && { ...session, saved: true }
  }

  return {
    /**
     * The person of a session's token; null when the session has ended or never existed. Each use prolongs the session, except that by a
     * program in the background.
     */
    async verify(token: string, { background = false } = {}): Promise<Principal | null> {
      const hash = hashToken(token)
      const session = await findSession(hash)
      if (!session) return null
      if (background) return session.user
      const end = Date.now() + lifetime
      // In either direction, so that a session that was used while the clock was ahead ends no later than others.
      if (session.saved && Math.abs(end - Date.parse(session.expiresAt)) > prolongAfter)
        await prolong(db, hash, new Date(end).toISOString())
      return session.user
    },

    /** Names the session of a token, for data that must end with it. The name does not authorise calls. It has letters, digits, `-` and `_`. */
    nameSession: async (token: string): Promise<string> => hashToken(token),

    /** The person of a session that `nameSession` has named; null if it has ended or belongs to another account. It is not prolonged. */
    async findNamedSession(name: string, { uid }: { uid: string }): Promise<Principal | null> {
      const session = await findSession(name)
      return session?.user.uid === uid ? session.user : null
    },

    /** When a session will end if it is not used before; undefined when it has ended. */
    expiryOf: async (token: string): Promise<string | undefined> => (await findSession(hashToken(token)))?.expiresAt,

    /** Starts a session for a person whose credentials were checked, just now unless `confirmedAt` says otherwise. */
    async startSession(user: Principal, { confirmedAt = now(), ...begun }: Beginning = {}): Promise<Session> {
      const token = createToken()
      const hash = hashToken(token)
      const expiresAt = await insertSession(db, user.uid, hash, { ...begun, confirmedAt }).catch((error) => {
        if (!takesNoWrites(error)) throw error
        const { secondFactor } = begun
        return unsaved.add(hash, { uid: user.uid, secondFactor, confirmedAt: confirmedAt ?? undefined })
      })
      return { token, expiresAt, user }
    },

    /**
     * Records a confirmation of identity in one of a person's sessions.
     * @param hash of its token
     * @param at when, in ISO 8601
     * @returns false if the session has ended or belongs to someone else
     */
    async confirmSession(uid: string, hash: string, at = now()): Promise<boolean> {
      if (unsaved.confirm(uid, hash, at)) return true
      const sessions = db.updateTable('identitySessions').set(identitySessions.encode({ confirmedAt: at }))
      return affectsRows(sessions.where('userId', '=', uid).where('token', '=', hash))
    },

    async signOut(token: string): Promise<void> {
      const hash = hashToken(token)
      if (!unsaved.end(hash)) await db.deleteFrom('identitySessions').where('token', '=', hash).execute()
    },

    /** Ends all sessions of a person. */
    async signOutEverywhere(uid: string, trx: Db = db): Promise<void> {
      unsaved.endAllOf(uid)
      await trx.deleteFrom('identitySessions').where('userId', '=', uid).execute()
    },

    /** The sessions of a person that have not ended, the last used first. @param token of the current one */
    async listSessions(uid: string, token: string) {
      const rows = await db
        .selectFrom('identitySessions')
        .selectAll()
        .where('userId', '=', uid)
        .where('expiresAt', '>', new Date().toISOString())
        .orderBy('updatedAt', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map((row) => {
        const { token: hash, ...session } = identitySessions.decode(row)
        return { ...session, current: hash === hashToken(token) }
      })
    },

    /** Ends one session of a person. @returns false when there is none with this id */
    endSession: (uid: string, id: string): Promise<boolean> =>
      affectsRows(db.deleteFrom('identitySessions').where('userId', '=', uid).where('id', '=', id)),

    /** Ends all sessions of a person but the one of the token. */
    async endOtherSessions(uid: string, token: string): Promise<void> {
      const hash = hashToken(token)
      unsaved.endAllOf(uid, hash)
      await db.deleteFrom('identitySessions').where('userId', '=', uid).where('token', '!=', hash).execute()
    },
  }
}

/**
 * Saves a session, and removes those that have ended.
 * @param hash of its token, which is not stored
 * @returns when it ends (ISO 8601)
 */
async function insertSession(
  db: Db,
  uid: string,
  hash: string,
  { address, device, secondFactor, confirmedAt }: Beginning,
): Promise<string> {
  const now = new Date()
  await db.deleteFrom('identitySessions').where('expiresAt', '<', now.toISOString()).execute()
  const session = {
    id: randomUUIDv7(),
    token: hash,
    userId: uid,
    expiresAt: new Date(now.getTime() + lifetime).toISOString(),
    ipAddress: address,
    userAgent: device,
    secondFactor,
    confirmedAt: confirmedAt ?? undefined,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }
  await db.insertInto('identitySessions').values(identitySessions.encode(session)).execute()
  // The first session ends the invitation.
  await db
    .updateTable('identityUsers')
    .set({ invitedUntil: null })
    .where('id', '=', uid)
    .where('invitedUntil', 'is not', null)
    .execute()
  return session.expiresAt
}

/** The session of a token's hash, with its person; null when there is none or it has ended. */
async function findSavedSession(db: Db, hash: string): Promise<{ user: Principal; expiresAt: string } | null> {
  const row = await db
    .selectFrom('identitySessions')
    .innerJoin('identityUsers', 'identityUsers.id', 'identitySessions.userId')
    .select(['identityUsers.id', 'name', 'email', 'expiresAt', 'secondFactor', 'confirmedAt'])
    .where('token', '=', hash)
    .executeTakeFirst()
  if (!row || Date.parse(row.expiresAt) <= Date.now()) return null
  const { secondFactor, confirmedAt, expiresAt } = row
  const shown = { ...(secondFactor && { secondFactor }), ...(confirmedAt && { confirmedAt }) }
  return { user: { ...toPrincipal(row), ...shown }, expiresAt }
}

/** While nothing can be written, a session ends when it would have without this use. */
async function prolong(db: Db, hash: string, expiresAt: string): Promise<void> {
  await db
    .updateTable('identitySessions')
    .set(identitySessions.encode({ expiresAt, updatedAt: new Date().toISOString() }))
    .where('token', '=', hash)
    .execute()
    .catch((error) => {
      if (!takesNoWrites(error)) throw error
    })
}

/** How long an unsaved session lives, in milliseconds. It is short because no other process can end it. */
const unsavedLifetime = 60 * 60 * 1000
/** More people than a company's staff has. */
const maxSessions = 200

/**
 * Sessions that started while the database was read-only, so that staff can still sign in and read. They are only in
 * this process's memory, by the hash of their token, and end with the process.
 */
function createUnsavedSessions() {
  type SessionStart = { uid: string; secondFactor?: ShownFactor | undefined; confirmedAt: string | undefined }
  type Session = SessionStart & { expiresAt: string }
  const sessions = new LRUCache<string, Session>({ max: maxSessions, ttl: unsavedLifetime })
  return {
    /** @returns when the session ends (ISO 8601) */
    add(hash: string, begun: SessionStart): string {
      const expiresAt = new Date(Date.now() + unsavedLifetime).toISOString()
      sessions.set(hash, { ...begun, expiresAt })
      return expiresAt
    },
    find: (hash: string) => sessions.get(hash),
    /** @returns whether the person has such a session */
    confirm(uid: string, hash: string, confirmedAt: string): boolean {
      const session = sessions.get(hash)
      if (session?.uid !== uid) return false
      session.confirmedAt = confirmedAt
      return true
    },
    /** @returns whether there was such a session */
    end: (hash: string): boolean => sessions.delete(hash),
    /** @param but the hash of the token of the session to keep */
    endAllOf(uid: string, but?: string): void {
      for (const [hash, session] of [...sessions]) if (session.uid === uid && hash !== but) sessions.delete(hash)
    },
  }
}
