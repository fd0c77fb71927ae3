import { randomUUIDv7 } from 'node:crypto'
import type { Database, Transaction } from '#server/database/connect.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { identityVerifications } from './identity.table.ts'
import { hashToken } from './token-hash.ts'

type Db = Database['db']

/**
 * Saves a token that works once, and removes those that have ended.
 * @param name the token and its purpose; only its hash is stored
 * @param lifetime how long it works, in milliseconds
 */
export async function insertSingleUseToken(db: Db, name: string, uid: string, lifetime: number): Promise<void> {
  const now = new Date()
  await db.deleteFrom('identityVerifications').where('expiresAt', '<', now.toISOString()).execute()
  const row = {
    id: randomUUIDv7(),
    identifier: hashToken(name),
    value: uid,
    expiresAt: new Date(now.getTime() + lifetime).toISOString(),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }
  await db.insertInto('identityVerifications').values(identityVerifications.encode(row)).execute()
}

/** The uid that a token belongs to, without using it up; null when it has ended, was used or never existed. */
export async function findSingleUseToken(db: Db, name: string, lifetime: number): Promise<string | null> {
  const row = await db
    .selectFrom('identityVerifications')
    .select(['value', 'expiresAt'])
    .where('identifier', '=', hashToken(name))
    .executeTakeFirst()
  return row && isValid(row.expiresAt, lifetime) ? row.value : null
}

/** Uses up a token: of two calls at once, one gets the uid. @returns null when it has ended, was used or never existed */
export async function consumeSingleUseToken(db: Db, name: string, lifetime: number): Promise<string | null> {
  const row = await db
    .deleteFrom('identityVerifications')
    .where('identifier', '=', hashToken(name))
    .returning(['value', 'expiresAt'])
    .executeTakeFirst()
  return row && isValid(row.expiresAt, lifetime) ? row.value : null
}

/**
 * Records for a while that a value was used.
 * @param lifetime how long it is noted, in milliseconds
 * @returns whether it was the first use: of several calls at once, one gets true
 */
export async function claimOnce(db: Db, name: string, lifetime: number): Promise<boolean> {
  const now = Date.now()
  const hash = hashToken(name)
  const [createdAt, expiresAt] = [now, now + lifetime].map((time) => new Date(time).toISOString()) as [string, string]
  const row = { id: hash, identifier: hash, value: '', expiresAt, createdAt, updatedAt: createdAt }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identityVerifications')
    .values(identityVerifications.encode(row))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteSingleUseTokensOf(db: Db | Transaction, uid: string): Promise<void> {
  await db.deleteFrom('identityVerifications').where('value', '=', uid).execute()
}

/** A token that ends later than a new one would was made while the clock was ahead, and is older than its end suggests. */
function isValid(expiresAt: string, lifetime: number): boolean {
  const left = Date.parse(expiresAt) - Date.now()
  return left > 0 && left <= lifetime + clockSkew
}
