import { randomUUIDv7 } from 'node:crypto'
import type { Database, Transaction } from '#server/database/connect.ts'
import { toPrincipal } from './accounts.ts'
import { identitySessions } from './identity.table.ts'
import type { Principal, ShownFactor } from './principal.ts'

type Db = Database['db']

/** How long a session lives after its last use, in milliseconds. */
export const sessionLifetime = 7 * 24 * 60 * 60 * 1000

/** The origin of a session: the address, and the device in words. */
export type Origin = { address?: string | undefined; device?: string | undefined }
/** How a session started. */
export type Beginning = Origin & {
  secondFactor?: ShownFactor | undefined
  /** The last confirmation of identity, in ISO 8601; null if unknown. */
  confirmedAt?: string | null | undefined
}

/**
 * Saves a session, and removes those that have ended.
 * @param hash of its token, which is not stored
 * @returns when it ends (ISO 8601)
 */
export async function insertSession(
  db: Db,
  uid: string,
  hash: string,
  { address, device, secondFactor, confirmedAt }: Beginning = {},
): Promise<string> {
  const now = new Date()
  await db.deleteFrom('identitySessions').where('expiresAt', '<', now.toISOString()).execute()
  const session = {
    id: randomUUIDv7(),
    token: hash,
    userId: uid,
    expiresAt: new Date(now.getTime() + sessionLifetime).toISOString(),
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
export async function findSession(db: Db, hash: string): Promise<{ user: Principal; expiresAt: string } | null> {
  const row = await db
    .selectFrom('identitySessions')
    .innerJoin('identityUsers', 'identityUsers.id', 'identitySessions.userId')
    .select([
      'identityUsers.id',
      'identityUsers.name',
      'identityUsers.email',
      'identitySessions.expiresAt',
      'identitySessions.secondFactor',
      'identitySessions.confirmedAt',
    ])
    .where('identitySessions.token', '=', hash)
    .executeTakeFirst()
  if (!row || Date.parse(row.expiresAt) <= Date.now()) return null
  const { secondFactor, confirmedAt, expiresAt } = row
  const shown = { ...(secondFactor && { secondFactor }), ...(confirmedAt && { confirmedAt }) }
  return { user: { ...toPrincipal(row), ...shown }, expiresAt }
}

/** @param expiresAt when it ends from now on (ISO 8601) */
export async function updateSessionEnd(db: Db, hash: string, expiresAt: string): Promise<void> {
  await db
    .updateTable('identitySessions')
    .set(identitySessions.encode({ expiresAt, updatedAt: new Date().toISOString() }))
    .where('token', '=', hash)
    .execute()
}

/** Records the time of a confirmation of identity in a session. @returns false when they have no such session */
export async function updateSessionConfirmed(db: Db, uid: string, hash: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identitySessions')
    .set(identitySessions.encode({ confirmedAt: at }))
    .where('userId', '=', uid)
    .where('token', '=', hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Notes that a second factor was shown in a session. */
export async function updateSessionFactor(db: Db, hash: string, secondFactor: ShownFactor): Promise<void> {
  await db.updateTable('identitySessions').set({ secondFactor }).where('token', '=', hash).execute()
}

/** Removes a person's own factors from their sessions; sign-ins with a provider stay. */
export async function clearSessionFactors(db: Db, uid: string): Promise<void> {
  await db
    .updateTable('identitySessions')
    .set({ secondFactor: null })
    .where('userId', '=', uid)
    .where('secondFactor', '!=', 'provider')
    .execute()
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('identitySessions').where('token', '=', hash).execute()
}

/** The sessions of a person that have not ended, the last used first. */
export async function listSessions(db: Db, uid: string) {
  const rows = await db
    .selectFrom('identitySessions')
    .selectAll()
    .where('userId', '=', uid)
    .where('expiresAt', '>', new Date().toISOString())
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => identitySessions.decode(row))
}

/** @returns false when the person has no such session */
export async function deleteSessionOf(db: Db, uid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identitySessions')
    .where('userId', '=', uid)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** @param hash of the token of the session that goes on */
export async function deleteOtherSessions(db: Db, uid: string, hash: string): Promise<void> {
  await db.deleteFrom('identitySessions').where('userId', '=', uid).where('token', '!=', hash).execute()
}

export async function deleteSessionsOf(db: Db | Transaction, uid: string): Promise<void> {
  await db.deleteFrom('identitySessions').where('userId', '=', uid).execute()
}
