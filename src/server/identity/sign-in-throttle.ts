import { createHash, randomInt } from 'node:crypto'
import { withoutActivity } from '#server/activity/activity.ts'
import { type Database, type Db, type Transaction, timeIn } from '#server/database/connect.ts'
import { takesNoWrites } from '#server/database/storage-errors.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { tooMany } from '#server/runtime/http-error.ts'
import { networksOf } from '#server/security/networks.ts'

/**
 * How long the pause after each attempt is, by the number of attempts. No pause is longer than `longestPause`; the count is forgotten
 * `forgetAfter` the last attempt. All times are in milliseconds.
 */
type Throttle = {
  pauseAfter: (count: number) => number
  longestPause: number
  forgetAfter: number
  /** The pause before the first attempt. */
  firstPause?: () => number
}

const minute = 60_000
const day = 24 * 60 * minute
const quarter = 15 * minute

/** Pauses after `free` attempts: the first lasts half a minute, each is twice as long as the one before, up to a quarter of an hour. */
const doublingAfter = (free: number, forgetAfter = day): Throttle => ({
  pauseAfter: (count) => (count < free ? 0 : Math.min((minute / 2) * 2 ** (count - free), quarter)),
  longestPause: quarter,
  forgetAfter,
})
/** Pauses of the same length after `free` attempts. */
const steadyAfter = (free: number, pause: number): Throttle => ({
  pauseAfter: (count) => (count < free ? 0 : pause),
  longestPause: pause,
  forgetAfter: day,
})

/** Attempts at one account from one address. */
const fromOneAddress = doublingAfter(5)
/** Attempts at any account from one address: fifty wrong passwords an hour. Correct ones do not count. */
const byOneAddress = doublingAfter(50, 60 * minute)
/** Attempts at one account from all addresses together: more than forty are an attack, which lasts until a day passes without one. */
const fromAnywhere = steadyAfter(40, day)
/** During an attack each address may try once in a quarter of an hour. The first time is random, so that it cannot be chosen. */
const inTurn: Throttle = { ...steadyAfter(0, quarter), firstPause: () => randomInt(minute, quarter) }
/** Wrong codes of a second factor for one person, from all addresses together. The attacker knows the password, and a code has only a million values. */
const wrongCodes = doublingAfter(10)
/** Messages to one person: with a link to a new password, and with a link that finishes a sign-in. */
const messages = { reset: steadyAfter(3, 60 * minute), confirmation: steadyAfter(5, quarter) }
/** How long an address counts as known for an account after a sign-in from there. */
const knownFor = 90 * day

/** A hash, so the table reveals neither person nor origin. */
const subject = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export type Attempt = {
  /** Seconds until the password may be checked; 0 means now. */
  wait: number
  /** Whether the owner has signed in from this address before. */
  known: boolean
  /** Whether the account is under attack, so that the answer must not tell whether the password is correct: a correct one is confirmed by mail. */
  confirm: boolean
}

/**
 * Counts an attempt at an account's password before the password is checked. Simultaneous attempts are counted one after the other; an
 * attempt that has to wait is not counted. An attack does not slow the owner down at an address from which they have signed in before.
 * Elsewhere the owner confirms by mail; where mail does not work, the longest wait is a quarter of an hour.
 * @param byMail whether a correct password can be confirmed by mail
 */
export function countAttempt(
  database: Database,
  email: string,
  address: string,
  { byMail }: { byMail: boolean },
): Promise<Attempt> {
  const account = email.toLowerCase()
  const place = networksOf(address).host
  const here: Count[] = [
    [subject('address', place), byOneAddress],
    [subject('sign-in', account, place), fromOneAddress],
  ]
  const everywhere: Count[] = [[subject('sign-in', account), fromAnywhere]]
  const turn: Count[] = [[subject('turn', account, turnOf(place)), inTurn]]
  const counting = async (trx: Transaction): Promise<Attempt> => {
    const known = await isKnown(trx, account, place)
    const attempt = (wait: number, confirm = false) => ({ wait, known, confirm })
    const wait = await waitFor(trx, here)
    if (wait > 0) return attempt(wait)
    if (known) return attempt(await count(trx, here))
    if ((await waitFor(trx, everywhere)) === 0) return attempt(await count(trx, [...here, ...everywhere]))
    if (byMail) return attempt(await count(trx, here), true)
    const untilTurn = await waitFor(trx, turn)
    return attempt(untilTurn || (await count(trx, [...here, ...turn])))
  }
  const counted = withoutActivity(() => database.transaction(counting))
  // While nothing can be counted, only known addresses may try, because a full disk must not allow unlimited guesses.
  return counted.catch(async (error) => {
    if (!takesNoWrites(error) || !(await isKnown(database.db, account, place))) throw error
    return { wait: 0, known: true, confirm: false }
  })
}

async function isKnown(trx: Db, account: string, place: string): Promise<boolean> {
  const row = await trx
    .selectFrom('identityAttempts')
    .select('subject')
    .where('subject', '=', subject('own', account, place))
    .where('keepUntil', '>', toIso(timeIn(trx)))
    .executeTakeFirst()
  return row !== undefined
}

/** After a correct password: the address counts as known for the account, and its attempts are forgotten. */
export async function forgetAttempts(database: Database, email: string, address: string): Promise<void> {
  const account = email.toLowerCase()
  const place = networksOf(address).host
  const forgotten = database.transaction(async (trx) => {
    // First the address, as `countAttempt` locks them, so that the two never wait for each other.
    await trx
      .updateTable('identityAttempts')
      .set((row) => ({ count: row('count', '-', 1) }))
      .where('subject', '=', subject('address', place))
      .where('count', '>', 0)
      .execute()
    const attempts = trx.deleteFrom('identityAttempts')
    await attempts.where('subject', '=', subject('sign-in', account, place)).execute()
    // Rows locked by another call are left to a later one.
    const expired = trx
      .selectFrom('identityAttempts')
      .select('subject')
      .where('keepUntil', '<', toIso(timeIn(trx)))
      .forUpdate()
      .skipLocked()
    await attempts.where('subject', 'in', expired).execute()
    await noteKnown(trx, subject('own', account, place), knownFor)
  })
  await forgotten.catch((error) => {
    if (!takesNoWrites(error)) throw error
  })
}

/** Notes a subject that is known, for a while. */
async function noteKnown(trx: Transaction, key: string, lifetime: number): Promise<void> {
  const [waitUntil, keepUntil] = [toIso(timeIn(trx)), toIso(timeIn(trx) + lifetime)]
  await trx
    .insertInto('identityAttempts')
    .values({ subject: key, count: 0, waitUntil, keepUntil })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ keepUntil }))
    .execute()
}

/** How long a device counts as known for an account after a sign-in with it. */
const deviceKnownFor = 365 * day

/**
 * Records the device of a sign-in.
 * @param device its identifier
 * @param others further identifiers to record
 * @returns whether it is new, while others are known
 */
export async function rememberDevice(
  trx: Transaction,
  uid: string,
  device: string,
  others: string[],
): Promise<boolean> {
  const any = subject('devices', uid)
  const [own = '', ...rest] = [device, ...others].map((name) => subject('device', uid, name))
  const known = await trx
    .selectFrom('identityAttempts')
    .select('subject')
    .where('subject', 'in', [any, own])
    .where('keepUntil', '>', toIso(timeIn(trx)))
    .execute()
  // In one order for all, so that two sign-ins at once do not wait for each other's rows.
  for (const name of [any, own, ...rest].sort()) await noteKnown(trx, name, deviceKnownFor)
  return known.length === 1 && known[0]?.subject === any
}

/** @param wait in seconds, as `countAttempt` and `countCode` return it */
export const tooManyAttempts = (wait: number, message = 'Too many attempts. Please try again later.') =>
  tooMany(wait, message)

/** Counts a code of the second factor before it is checked. @returns seconds until it may be; 0 means now */
export const countCode = (database: Database, uid: string): Promise<number> =>
  database.transaction(async (trx) => {
    const counts: Count[] = [[subject('code', uid), wrongCodes]]
    return (await waitFor(trx, counts)) || count(trx, counts)
  })

/** After a right code. */
export async function forgetCodes({ db }: Database, uid: string): Promise<void> {
  await db.deleteFrom('identityAttempts').where('subject', '=', subject('code', uid)).execute()
}

/** Counts a message to an account. @returns whether it may be sent */
export const countMessage = (database: Database, kind: keyof typeof messages, email: string): Promise<boolean> =>
  database.transaction(async (trx) => {
    const counts: Count[] = [[subject(`${kind} message`, email.toLowerCase()), messages[kind]]]
    if ((await waitFor(trx, counts)) > 0) return false
    await count(trx, counts)
    return true
  })

/** The subject of a count, and the throttle that applies to it. */
type Count = [subject: string, throttle: Throttle]

const toIso = (time: number) => new Date(time).toISOString()

/** Seconds until the longest of these pauses is over; 0 when there is none. Locks their rows until the transaction ends. */
async function waitFor(trx: Transaction, counts: Count[]): Promise<number> {
  const now = timeIn(trx)
  let longest = 0
  for (const [key, { longestPause, forgetAfter, firstPause }] of counts) {
    // One statement makes or locks the row: between two, another call may delete it.
    const row = await trx
      .insertInto('identityAttempts')
      .values({
        subject: key,
        count: 0,
        waitUntil: toIso(now + (firstPause?.() ?? 0)),
        keepUntil: toIso(now + forgetAfter),
      })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject: key }))
      .returning('waitUntil')
      .executeTakeFirstOrThrow()
    // The time is read after locking, because waiting for the lock takes time.
    const wait = Date.parse(row.waitUntil) - timeIn(trx)
    // A wait longer than the longest pause was stored while the clock was ahead, and is over.
    if (wait <= longestPause + clockSkew) longest = Math.max(longest, wait)
  }
  return Math.ceil(longest / 1000)
}

/** Adds one to each count, whose rows `waitFor` has locked. @returns 0, the seconds to wait */
async function count(trx: Transaction, counts: Count[]): Promise<0> {
  const now = timeIn(trx)
  for (const [key, { pauseAfter, forgetAfter }] of counts) {
    const row = await trx
      .selectFrom('identityAttempts')
      .selectAll()
      .where('subject', '=', key)
      .executeTakeFirstOrThrow()
    const keep = Date.parse(row.keepUntil) - now
    const next = (keep < 0 || keep > forgetAfter + clockSkew ? 0 : row.count) + 1
    await trx
      .updateTable('identityAttempts')
      .set({ count: next, waitUntil: toIso(now + pauseAfter(next)), keepUntil: toIso(now + forgetAfter) })
      .where('subject', '=', key)
      .execute()
  }
  return 0
}

/** The unit of counting: an IPv4 address, or the /48 of an IPv6 address, which is the most that a customer gets. */
const turnOf = (place: string) => place.split(':').slice(0, 3).join(':')
