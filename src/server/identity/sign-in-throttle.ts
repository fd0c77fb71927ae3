import { createHash, randomInt } from 'node:crypto'
import { clockSkew } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { takesNoWrites } from '#server/database/storage-trouble.ts'
import { networksOf } from '#server/security/networks.ts'

/**
 * How soon somebody may try again, from how often they have. No pause is longer than `longestPause`, and counts are forgotten `forgetAfter`
 * the last attempt; all in milliseconds.
 */
type Pace = {
  pauseAfter: (count: number) => number
  longestPause: number
  forgetAfter: number
  /** Before the first attempt. */
  firstPause?: () => number
}

const minute = 60_000
const day = 24 * 60 * minute
const quarter = 15 * minute

/** From half a minute on, each pause is twice the one before, up to a quarter of an hour. */
const doubled = (step: number) => Math.min((minute / 2) * 2 ** step, quarter)

/** Five attempts at once, then pauses. */
const fromOneAddress: Pace = {
  pauseAfter: (count) => (count < 5 ? 0 : doubled(count - 5)),
  longestPause: quarter,
  forgetAfter: day,
}
/** From one address, whatever the account: fifty wrong passwords an hour, then pauses. Right ones do not count. */
const byOneAddress: Pace = {
  pauseAfter: (count) => (count < 50 ? 0 : doubled(count - 50)),
  longestPause: quarter,
  forgetAfter: 60 * minute,
}
/** At one account, from all addresses together: forty attempts, until there was none for a day. More are an attack. */
const fromAnywhere: Pace = { pauseAfter: (count) => (count < 40 ? 0 : day), longestPause: day, forgetAfter: day }
/** During an attack each address has a turn of its own, once in a quarter of an hour, and nobody can choose when the first one is. */
const inTurn: Pace = {
  firstPause: () => randomInt(minute, quarter),
  pauseAfter: () => quarter,
  longestPause: quarter,
  forgetAfter: day,
}
/** Messages with a link to a new password, to one person: three, then one an hour. */
const resetMessages: Pace = {
  pauseAfter: (count) => (count < 3 ? 0 : 60 * minute),
  longestPause: 60 * minute,
  forgetAfter: day,
}
/** Messages with a link that finishes a sign-in, to one person: five, then one in a quarter of an hour. */
const confirmations: Pace = {
  pauseAfter: (count) => (count < 5 ? 0 : quarter),
  longestPause: quarter,
  forgetAfter: day,
}
/** For how long an address counts as its owner's own after they signed in from there. */
const ownFor = 90 * day

/** Whoever reads the table learns neither who tried nor from where. */
const subject = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export type Attempt = {
  /** Seconds until the password may be looked at; 0 is now. */
  wait: number
  /** Whether the owner has signed in from there before. */
  known: boolean
  /** Whether the answer must be the same for a right password and a wrong one, since the account is under attack: a right one is confirmed by mail. */
  confirm: boolean
}

/**
 * Counts an attempt at an account's password, before the password is looked at. Many at once are counted one after the other, and what has
 * to wait is not counted. The attempts of strangers do not slow the owner at an address from which they have signed in before. Elsewhere
 * the owner is not refused either, where mail works; where it does not, nobody waits for longer than a quarter of an hour.
 * @param byMail whether a right password can be confirmed by mail
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
  const counted = database.transaction(async (trx): Promise<Attempt> => {
    const known = await isKnown(trx, account, place)
    const attempt = (wait: number, confirm = false) => ({ wait, known, confirm })
    const wait = await waitFor(trx, database.kind, here)
    if (wait > 0) return attempt(wait)
    if (known) return attempt(await count(trx, here))
    if ((await waitFor(trx, database.kind, everywhere)) === 0)
      return attempt(await count(trx, [...here, ...everywhere]))
    if (byMail) return attempt(await count(trx, here), true)
    const untilTurn = await waitFor(trx, database.kind, turn)
    return attempt(untilTurn || (await count(trx, [...here, ...turn])))
  })
  // While nothing can be counted, only those get in who have been in from there, so that a full disk lets nobody guess without end.
  return counted.catch(async (error) => {
    if (!takesNoWrites(error) || !(await isKnown(database.db, account, place))) throw error
    return { wait: 0, known: true, confirm: false }
  })
}

async function isKnown(trx: Transaction | Database['db'], account: string, place: string): Promise<boolean> {
  const row = await trx
    .selectFrom('identityAttempts')
    .select('subject')
    .where('subject', '=', subject('own', account, place))
    .where('keepUntil', '>', new Date().toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/** The password was right: the address counts as the owner's own, and its attempts are forgotten. */
export async function forgetAttempts(database: Database, email: string, address: string): Promise<void> {
  const account = email.toLowerCase()
  const place = networksOf(address).host
  const now = Date.now()
  const forgotten = database.transaction(async (trx) => {
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
  await forgotten.catch((error) => {
    if (!takesNoWrites(error)) throw error
  })
}

/** Counts a message to be sent to an account. @returns whether it may be sent */
export const countMessage = (database: Database, kind: 'reset' | 'confirmation', email: string): Promise<boolean> =>
  database.transaction(async (trx) => {
    const counts: Count[] = [
      [subject(`${kind} message`, email.toLowerCase()), kind === 'reset' ? resetMessages : confirmations],
    ]
    if ((await waitFor(trx, database.kind, counts)) > 0) return false
    await count(trx, counts)
    return true
  })

/** What is counted under a subject, and at what throttle. */
type Count = [subject: string, throttle: Pace]

const at = (time: number) => new Date(time).toISOString()

/** Until when the longest pause of these lasts, in seconds from now; 0 when none does. Holds their rows until the transaction ends. */
async function waitFor(trx: Transaction, kind: Database['kind'], counts: Count[]): Promise<number> {
  const now = Date.now()
  let longest = 0
  for (const [key, { longestPause, forgetAfter, firstPause }] of counts) {
    await trx
      .insertInto('identityAttempts')
      .values({ subject: key, count: 0, waitUntil: at(now + (firstPause?.() ?? 0)), keepUntil: at(now + forgetAfter) })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute()
    const held = trx.selectFrom('identityAttempts').select('waitUntil').where('subject', '=', key)
    const row = await (kind === 'postgres' ? held.forUpdate() : held).executeTakeFirstOrThrow()
    // By the time at which the row is held: others may have counted in it meanwhile.
    const wait = Date.parse(row.waitUntil) - Date.now()
    // One that is longer than any began while the clock was ahead, and is over.
    if (wait <= longestPause + clockSkew) longest = Math.max(longest, wait)
  }
  return Math.ceil(longest / 1000)
}

/** Counts once under each subject, whose rows `waitFor` holds. @returns 0, the seconds that are to be waited */
async function count(trx: Transaction, counts: Count[]): Promise<0> {
  const now = Date.now()
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
      .set({ count: next, waitUntil: at(now + pauseAfter(next)), keepUntil: at(now + forgetAfter) })
      .where('subject', '=', key)
      .execute()
  }
  return 0
}

/** Whose turn it is: an IPv4 address', or that of the /48 around an IPv6 one, which is what a customer gets at most. */
const turnOf = (place: string) => place.split(':').slice(0, 3).join(':')
