import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Db, nowIn, timeIn } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { findAccount, type Principal } from './accounts.ts'
import { identityVerifications } from './identity.table.ts'

/** Whether a text is meant as the secret of a program or an assistant (`createSecret`), even if it is not a whole one. */
export const resemblesSecret = (text: string): boolean => /^at[racf]_/.test(text)

/** A new token of 256 random bits. It never begins as the secrets of programs do, for one of which a session would be taken. */
export function createToken(random: (bytes: number) => Buffer = randomBytes): string {
  const token = random(32).toString('base64url')
  return resemblesSecret(token) ? createToken(random) : token
}

/** The stored hash of a token, so a copy of the database is useless for signing in. A random token needs no salt and no slow hash. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Saves a token that works once, and removes those that have ended.
 * @param name the token and its purpose; only its hash is stored
 * @param lifetime how long it works, in milliseconds
 */
export async function insertSingleUseToken(db: Db, name: string, uid: string, lifetime: number): Promise<void> {
  const now = nowIn(db)
  await db.deleteFrom('identityVerifications').where('expiresAt', '<', now).execute()
  const row = {
    id: randomUUIDv7(),
    identifier: hashToken(name),
    value: uid,
    expiresAt: new Date(Date.parse(now) + lifetime).toISOString(),
    createdAt: now,
    updatedAt: now,
  }
  await db.insertInto('identityVerifications').values(identityVerifications.encode(row)).execute()
}

/** The uid that a token belongs to, without using it up; null when it has ended, was used or never existed. */
async function findSingleUseToken(db: Db, name: string, lifetime: number): Promise<string | null> {
  const row = await db
    .selectFrom('identityVerifications')
    .select(['value', 'expiresAt'])
    .where('identifier', '=', hashToken(name))
    .executeTakeFirst()
  return row && isValid(timeIn(db), row.expiresAt, lifetime) ? row.value : null
}

/** Uses up a token: of two calls at once, one gets the uid. @returns null when it has ended, was used or never existed */
export async function consumeSingleUseToken(db: Db, name: string, lifetime: number): Promise<string | null> {
  const row = await db
    .deleteFrom('identityVerifications')
    .where('identifier', '=', hashToken(name))
    .returning(['value', 'expiresAt'])
    .executeTakeFirst()
  return row && isValid(timeIn(db), row.expiresAt, lifetime) ? row.value : null
}

/**
 * The tokens of links for accounts. Each works once, and only together with the `binding` that it was made with, if any.
 * @param purpose what the links are for
 * @param lifetime how long they work, in milliseconds
 */
export function linkTokens(db: Db, purpose: string, lifetime: number) {
  const nameOf = (token: string, binding?: string) =>
    [purpose, token, ...(binding === undefined ? [] : [binding])].join(':')
  const holderOf = (uid: string | null) => (uid === null ? null : findAccount(db, uid))
  return {
    async create(uid: string, binding?: string): Promise<string> {
      const token = createToken()
      await insertSingleUseToken(db, nameOf(token, binding), uid, lifetime)
      return token
    },
    /** The person of a token, without using it up; null when it has ended, was used, never existed or has another binding. */
    find: async (token: string, binding?: string): Promise<Principal | null> =>
      holderOf(await findSingleUseToken(db, nameOf(token, binding), lifetime)),
    /** Uses up a token. @returns its person, or null as `find` does */
    use: async (token: string, binding?: string): Promise<Principal | null> =>
      holderOf(await consumeSingleUseToken(db, nameOf(token, binding), lifetime)),
  }
}

/**
 * Records for a while that a value was used.
 * @param lifetime how long it is noted, in milliseconds
 * @returns whether it was the first use: of several calls at once, one gets true
 */
export function claimOnce(db: Db, name: string, lifetime: number): Promise<boolean> {
  const now = timeIn(db)
  const hash = hashToken(name)
  const [createdAt, expiresAt] = [now, now + lifetime].map((time) => new Date(time).toISOString()) as [string, string]
  const row = { id: hash, identifier: hash, value: '', expiresAt, createdAt, updatedAt: createdAt }
  const use = db.insertInto('identityVerifications').values(identityVerifications.encode(row))
  return affectsRows(use.onConflict((conflict) => conflict.column('id').doNothing()))
}

export async function deleteSingleUseTokensOf(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('identityVerifications').where('value', '=', uid).execute()
}

/** A token that ends later than a new one would was made while the clock was ahead, and is older than its end suggests. */
function isValid(now: number, expiresAt: string, lifetime: number): boolean {
  const left = Date.parse(expiresAt) - now
  return left > 0 && left <= lifetime + clockSkew
}
