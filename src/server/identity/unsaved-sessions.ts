import QuickLRU from 'quick-lru'

/** How long such a session lives, in milliseconds: nobody can end it from another process. */
const lifetime = 60 * 60 * 1000
/** More people than a staff has. */
const most = 200

/**
 * Sessions of people who signed in while the database took no writes, so that they can see what there is to see. They are in this
 * process's memory alone, by the hash of their token, and end with it.
 */
export function createUnsavedSessions() {
  const sessions = new QuickLRU<string, { uid: string; expiresAt: Date }>({ maxSize: most, maxAge: lifetime })
  return {
    add(hash: string, uid: string): Date {
      const expiresAt = new Date(Date.now() + lifetime)
      sessions.set(hash, { uid, expiresAt })
      return expiresAt
    },
    find: (hash: string) => sessions.get(hash),
    end: (hash: string): boolean => sessions.delete(hash),
    endAllOf(uid: string): void {
      for (const [hash, session] of [...sessions]) if (session.uid === uid) sessions.delete(hash)
    },
  }
}
