import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../database/connect.ts'
import { networksOf } from '../security/networks.ts'

/** How soon somebody may try again, from how often they have. Counts are forgotten after the last attempt and `forgetAfter` ms. */
type Pace = { pauseAfter: (count: number) => number; forgetAfter: number }

const minute = 60_000
const day = 24 * 60 * minute

/** Five attempts at once, then pauses that double: half a minute up to a quarter of an hour. */
const fromOneAddress: Pace = { pauseAfter: (count) => (count < 5 ? 0 : Math.min(minute / 2 ** (6 - count), 15 * minute)), forgetAfter: day }
/** Whatever the address: forty attempts a day, then one in a quarter of an hour. */
const fromAnywhere: Pace = { pauseAfter: (count) => (count < 40 ? 0 : 15 * minute), forgetAfter: day }
/** From one address, whatever the account: fifty wrong passwords an hour, then the same pauses. Right ones do not count. */
const byOneAddress: Pace = {
  pauseAfter: (count) => (count < 50 ? 0 : Math.min(minute / 2 ** (51 - count), 15 * minute)),
  forgetAfter: 60 * minute,
}
/** Messages to one person: three, then one an hour. */
const messages: Pace = { pauseAfter: (count) => (count < 3 ? 0 : 60 * minute), forgetAfter: day }
/** For how long an address counts as its owner's own after they signed in from there. */
const ownFor = 90 * day

/** Whoever reads the table learns neither who tried nor from where. */
const subject = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Counts an attempt at an account's password, before the password is looked at. Many at once are counted one after the other.
 * A stranger's attempts from elsewhere slow other strangers, but not the owner at an address from which they have signed in before, and
 * nobody for longer than a quarter of an hour.
 * @returns 0 when the password may be looked at, else the seconds until then
 */
export function countAttempt(database: Database, email: string, address: string): Promise<number> {
  const account = email.toLowerCase()
  const place = networksOf(address).host
  return database.transaction(async (trx) => {
    // What is refused for its account does not count against the address, which a whole office may share.
    const here =
      (await count(trx, database.kind, subject('sign-in', account, place), fromOneAddress)) ||
      (await count(trx, database.kind, subject('address', place), byOneAddress))
    if (here > 0) return here
    const isOwn = await trx
      .selectFrom('identityAttempts')
      .select('subject')
      .where('subject', '=', subject('own', account, place))
      .where('keepUntil', '>', new Date().toISOString())
      .executeTakeFirst()
    return isOwn ? 0 : count(trx, database.kind, subject('sign-in', account), fromAnywhere)
  })
}

/** The password was right: the address counts as the owner's own, and its attempts are forgotten. */
export async function forgetAttempts(database: Database, email: string, address: string): Promise<void> {
  const account = email.toLowerCase()
  const place = networksOf(address).host
  const now = Date.now()
  await database.transaction(async (trx) => {
    const over = trx.deleteFrom('identityAttempts')
    await over.where('subject', '=', subject('sign-in', account, place)).execute()
    await over.where('keepUntil', '<', new Date(now).toISOString()).execute()
    await trx
      .updateTable('identityAttempts')
      .set((row) => ({ count: row('count', '-', 1) }))
      .where('subject', '=', subject('address', place))
      .where('count', '>', 0)
      .execute()
    const keepUntil = new Date(now + ownFor).toISOString()
    const own = { subject: subject('own', account, place), count: 0, waitUntil: new Date(now).toISOString(), keepUntil }
    await trx
      .insertInto('identityAttempts')
      .values(own)
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ keepUntil }))
      .execute()
  })
}

/** Counts a message to be sent to an account. @returns whether it may be sent */
export const countMessage = async (database: Database, email: string): Promise<boolean> =>
  (await database.transaction((trx) => count(trx, database.kind, subject('message', email.toLowerCase()), messages))) === 0

async function count(trx: Transaction, kind: Database['kind'], key: string, { pauseAfter, forgetAfter }: Pace): Promise<number> {
  const now = Date.now()
  const at = (time: number) => new Date(time).toISOString()
  await trx
    .insertInto('identityAttempts')
    .values({ subject: key, count: 0, waitUntil: at(now), keepUntil: at(now + forgetAfter) })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute()
  const held = trx.selectFrom('identityAttempts').selectAll().where('subject', '=', key)
  const row = await (kind === 'postgres' ? held.forUpdate() : held).executeTakeFirstOrThrow()
  const wait = Date.parse(row.waitUntil) - now
  if (wait > 0) return Math.ceil(wait / 1000)
  const next = (Date.parse(row.keepUntil) < now ? 0 : row.count) + 1
  await trx
    .updateTable('identityAttempts')
    .set({ count: next, waitUntil: at(now + pauseAfter(next)), keepUntil: at(now + forgetAfter) })
    .where('subject', '=', key)
    .execute()
  return 0
}
