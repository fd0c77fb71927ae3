import { LRUCache } from 'lru-cache'
import type { ShownFactor } from './principal.ts'

/** How long such a session lives, in milliseconds. It is short because no other process can end it. */
const lifetime = 60 * 60 * 1000
/** More people than a company's staff has. */
const maxSessions = 200

/**
 * Sessions that began while the database took no writes, so that the staff can sign in and read. They are only in this process's memory,
 * by the hash of their token, and end with the process.
 */
export function createUnsavedSessions() {
  type Session = { uid: string; expiresAt: string; secondFactor?: ShownFactor | undefined }
  const sessions = new LRUCache<string, Session>({ max: maxSessions, ttl: lifetime })
  return {
    /** @returns when the session ends (ISO 8601) */
    add(hash: string, uid: string, secondFactor?: ShownFactor): string {
      const expiresAt = new Date(Date.now() + lifetime).toISOString()
      sessions.set(hash, { uid, expiresAt, secondFactor })
      return expiresAt
    },
    find: (hash: string) => sessions.get(hash),
    /** @returns whether there was such a session */
    end: (hash: string): boolean => sessions.delete(hash),
    /** @param but the hash of the token of one that goes on */
    endAllOf(uid: string, but?: string): void {
      for (const [hash, session] of [...sessions]) if (session.uid === uid && hash !== but) sessions.delete(hash)
    },
  }
}
