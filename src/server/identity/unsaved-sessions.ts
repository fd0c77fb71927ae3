import { LRUCache } from 'lru-cache'
import type { ShownFactor } from './staff.ts'

/** How long such a session lives, in milliseconds. It is short because no other process can end it. */
const lifetime = 60 * 60 * 1000
/** More people than a company's staff has. */
const maxSessions = 200

/**
 * Sessions that started while the database was read-only, so that staff can still sign in and read. They are only in
 * this process's memory, by the hash of their token, and end with the process.
 */
export function createUnsavedSessions() {
  type Begun = { uid: string; secondFactor?: ShownFactor | undefined; confirmedAt: string | undefined }
  type Session = Begun & { expiresAt: string }
  const sessions = new LRUCache<string, Session>({ max: maxSessions, ttl: lifetime })
  return {
    /** @returns when the session ends (ISO 8601) */
    add(hash: string, begun: Begun): string {
      const expiresAt = new Date(Date.now() + lifetime).toISOString()
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
