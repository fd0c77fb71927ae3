import type { Database, Transaction } from '#server/database/connect.ts'
import { takesNoWrites } from '#server/database/storage-errors.ts'
import { findAccount } from './accounts.ts'
import type { Principal } from './principal.ts'
import {
  type Beginning,
  deleteOtherSessions,
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessions,
  sessionLifetime,
  updateSessionConfirmed,
  updateSessionEnd,
} from './sessions.ts'
import { createToken, hashToken } from './token-hash.ts'
import { createUnsavedSessions } from './unsaved-sessions.ts'

export type Session = {
  /** The database stores only its hash. */
  token: string
  /** ISO 8601. Every use of the session moves it further. */
  expiresAt: string
  user: Principal
}

/** A session is prolonged when this much of it has passed, in milliseconds, so that there is one write an hour instead of one a call. */
const prolongAfter = 60 * 60 * 1000

/** The sessions of the staff: in the database, or in memory while it takes no writes. */
export function sessionStore(database: Database) {
  const { db } = database
  const unsaved = createUnsavedSessions()
  const now = () => new Date(database.clock()).toISOString()

  async function findAnySession(hash: string) {
    const inMemory = unsaved.find(hash)
    const user = inMemory && (await findAccount(db, inMemory.uid))
    if (user) {
      const { expiresAt, secondFactor, confirmedAt } = inMemory
      return { user: { ...user, ...(secondFactor && { secondFactor }), confirmedAt }, expiresAt, saved: false }
    }
    const session = await findSession(db, hash)
    return session && { ...session, saved: true }
  }

  /** While nothing can be written, a session ends when it would have without this use. */
  async function prolong(token: string, expiresAt: string): Promise<void> {
    await updateSessionEnd(db, hashToken(token), expiresAt).catch((error) => {
      if (!takesNoWrites(error)) throw error
    })
  }

  return {
    /**
     * The person of a session's token; null when the session has ended or never existed. Each use prolongs the session, except that by a
     * program in the background.
     */
    async verify(token: string, { background = false } = {}): Promise<Principal | null> {
      const session = await findAnySession(hashToken(token))
      if (!session) return null
      if (background) return session.user
      const end = Date.now() + sessionLifetime
      // In either direction, so that a session that was used while the clock was ahead ends no later than others.
      if (session.saved && Math.abs(end - Date.parse(session.expiresAt)) > prolongAfter)
        await prolong(token, new Date(end).toISOString())
      return session.user
    },

    /** Names the session of a token, for data that must end with it. The name does not authorise calls. It has letters, digits, `-` and `_`. */
    nameSession: async (token: string): Promise<string> => hashToken(token),

    /** The person of a session that `nameSession` has named; null if it has ended or belongs to another account. It is not prolonged. */
    async findNamedSession(name: string, { uid }: { uid: string }): Promise<Principal | null> {
      const session = await findAnySession(name)
      return session?.user.uid === uid ? session.user : null
    },

    /** When a session will end if it is not used before; undefined when it has ended. */
    async expiryOf(token: string): Promise<string | undefined> {
      return (await findAnySession(hashToken(token)))?.expiresAt
    },

    /** Starts a session for a person whose credentials were checked, just now unless `confirmedAt` says otherwise. */
    async startSession(user: Principal, { confirmedAt = now(), ...begun }: Beginning = {}): Promise<Session> {
      const token = createToken()
      const expiresAt = await insertSession(db, user.uid, hashToken(token), { ...begun, confirmedAt }).catch(
        (error) => {
          if (!takesNoWrites(error)) throw error
          return unsaved.add(hashToken(token), {
            uid: user.uid,
            secondFactor: begun.secondFactor,
            confirmedAt: confirmedAt ?? undefined,
          })
        },
      )
      return { token, expiresAt, user }
    },

    /**
     * Records a confirmation of identity in one of a person's sessions.
     * @param hash of its token
     * @param at when, in ISO 8601
     * @returns false if the session has ended or belongs to someone else
     */
    confirmSession: async (uid: string, hash: string, at = now()): Promise<boolean> =>
      unsaved.confirm(uid, hash, at) || updateSessionConfirmed(db, uid, hash, at),

    async signOut(token: string): Promise<void> {
      if (!unsaved.end(hashToken(token))) await deleteSession(db, hashToken(token))
    },

    /** Ends all sessions of a person. */
    signOutEverywhere(uid: string, trx: Database['db'] | Transaction = db): Promise<void> {
      unsaved.endAllOf(uid)
      return deleteSessionsOf(trx, uid)
    },

    /** The sessions of a person that have not ended. @param token of the current one */
    listSessions: async (uid: string, token: string) =>
      (await listSessions(db, uid)).map(({ token: hash, ...session }) => ({
        ...session,
        current: hash === hashToken(token),
      })),
    /** Ends one session of a person. @returns false when there is none with this id */
    endSession: (uid: string, id: string): Promise<boolean> => deleteSessionOf(db, uid, id),
    /** Ends all sessions of a person but the one of the token. */
    async endOtherSessions(uid: string, token: string): Promise<void> {
      unsaved.endAllOf(uid, hashToken(token))
      await deleteOtherSessions(db, uid, hashToken(token))
    },
  }
}
