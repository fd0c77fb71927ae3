import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '#server/database/connect.ts'
import { toPrincipal } from './accounts.ts'
import { identitySessions } from './identity.table.ts'
import type { Principal } from './principal.ts'

type Db = Database['db']

/** How long a session lives after its last use, in milliseconds. */
export const sessionLifetime = 7 * 24 * 60 * 60 * 1000

/**
 * Saves a session, and removes those that have ended.
 * @param hash of its token, which is not stored
 * @returns when it ends (ISO 8601)
 */
export async function insertSession(db: Db, uid: string, hash: string): Promise<string> {
  const now = new Date()
  await db.deleteFrom('identitySessions').where('expiresAt', '<', now.toISOString()).execute()
  const session = {
    id: randomUUIDv7(),
    token: hash,
    userId: uid,
    expiresAt: new Date(now.getTime() + sessionLifetime).toISOString(),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }
  await db.insertInto('identitySessions').values(identitySessions.encode(session)).execute()
  return session.expiresAt
}

/** The session of a token's hash, with its person; null when there is none or it has ended. */
export async function findSession(db: Db, hash: string): Promise<{ user: Principal; expiresAt: string } | null> {
  const row = await db
    .selectFrom('identitySessions')
    .innerJoin('identityUsers', 'identityUsers.id', 'identitySessions.userId')
    .select(['identityUsers.id', 'identityUsers.name', 'identityUsers.email', 'identitySessions.expiresAt'])
    .where('identitySessions.token', '=', hash)
    .executeTakeFirst()
  if (!row || Date.parse(row.expiresAt) <= Date.now()) return null
  return { user: toPrincipal(row), expiresAt: row.expiresAt }
}

/** @param expiresAt when it ends from now on (ISO 8601) */
export async function updateSessionEnd(db: Db, hash: string, expiresAt: string): Promise<void> {
  await db
    .updateTable('identitySessions')
    .set(identitySessions.encode({ expiresAt, updatedAt: new Date().toISOString() }))
    .where('token', '=', hash)
    .execute()
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('identitySessions').where('token', '=', hash).execute()
}

export async function deleteSessionsOf(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('identitySessions').where('userId', '=', uid).execute()
}
