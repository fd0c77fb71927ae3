import { sql } from 'kysely'
import { type Database, type Db, type Transaction, timeIn } from '#server/database/connect.ts'
import type { Job } from '#server/database/jobs.ts'
import { type HttpError, tooMany } from '#server/runtime/http-error.ts'
import { networksOf } from './networks.ts'
import { keyedHash } from './signed-tokens.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** How far the clocks of two machines may differ, and how long a call may wait for a lock, in milliseconds. */
const clockSlack = minute

/** The value of a counter, this call included, and the milliseconds until it restarts. */
export type Tally = { count: number; bytes: number; endsIn: number }

/**
 * Increments several counters, each of which restarts when its period is over. It is one statement, so concurrent calls are counted one after
 * the other, also across processes. Callers must name their counters in the same order, which prevents deadlocks. A transaction that is rolled
 * back is not counted.
 * @param periods in milliseconds, for each counter's name
 * @param times how much to add
 */
export async function count<Name extends string>(
  db: Db,
  periods: Record<Name, number>,
  bytes = 0,
  times = 1,
): Promise<Record<Name, Tally>> {
  const now = timeIn(db)
  const rows = Object.entries<number>(periods).map(([subject, period]) => ({
    subject,
    count: times,
    bytes,
    startedAt: new Date(now).toISOString(),
    endsAt: new Date(now + period).toISOString(),
  }))
  // A counter with a start in the future was started by a clock that was ahead, so it restarts; small differences are tolerated.
  const active = sql`"counters"."endsAt" > ${new Date(now).toISOString()} and "counters"."startedAt" <= ${new Date(now + clockSlack).toISOString()}`
  const tallies = await db
    .insertInto('counters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        count: sql<number>`case when ${active} then "counters"."count" + excluded."count" else excluded."count" end`,
        bytes: sql<number>`case when ${active} then "counters"."bytes" + excluded."bytes" else excluded."bytes" end`,
        startedAt: sql<string>`case when ${active} then "counters"."startedAt" else excluded."startedAt" end`,
        endsAt: sql<string>`case when ${active} then "counters"."endsAt" else excluded."endsAt" end`,
      }),
    )
    .returningAll()
    .execute()
  return Object.fromEntries(
    tallies.map(({ subject, count, bytes, endsAt }) => [subject, { count, bytes, endsIn: Date.parse(endsAt) - now }]),
  ) as Record<Name, Tally>
}

/** The sender of a form. Addresses are keyed hashes, so that no visitor's address is stored. */
export type Sender = { form: string; host: string; network: string }

/** Two names of one provider, which ignores dots before the @. */
const isGoogle = /@(?:gmail|googlemail)\.com$/

/** The mailbox to which an address is delivered, for counting only. Most providers deliver `name+anything@` to `name@`. */
export function boxOf(address: string): string {
  const box = address.replace(/(?<=.)\+[^@]*(?=@)/, '')
  return isGoogle.test(box) ? `${box.replace(/@.*$/, '').replaceAll('.', '')}@gmail.com` : box
}

/** Never call it inside a transaction: it may have to read the key. */
export async function senderOf(database: Database, form: string, address: string | undefined): Promise<Sender> {
  const { host, network } = networksOf(address)
  const [hostHash, networkHash] = await Promise.all([
    keyedHash(database, 'host', host),
    keyedHash(database, 'network', network),
  ])
  return { form, host: hostHash, network: networkHash }
}

/** Counts a call under several names, in the current hour and day. @returns the counters of a name */
export async function countHourAndDay(trx: Transaction, names: string[], bytes = 0) {
  const periods = names.map((name) => ({ [`${name}:hour`]: hour, [`${name}:day`]: day }))
  const tallies = await count(trx, Object.assign({}, ...periods) as Record<string, number>, bytes)
  return (name: string) => ({ hour: tallies[`${name}:hour`] as Tally, day: tallies[`${name}:day`] as Tally })
}

/** Counts how often a form was sent: from the sender's host, from its network, and in total. */
export async function countTraffic(trx: Transaction, { form, host, network }: Sender, bytes = 0) {
  const scopes = { host: `${form}:host:${host}`, network: `${form}:network:${network}`, all: `${form}:all` }
  const tallyOf = await countHourAndDay(trx, Object.values(scopes), bytes)
  return { host: tallyOf(scopes.host), network: tallyOf(scopes.network), all: tallyOf(scopes.all) }
}

/** A 429 for the rest of a period. @param endsIn milliseconds @param sentence the reason, without a full stop */
export function tooManyFor(endsIn: number, sentence: string): HttpError {
  const seconds = Math.max(1, Math.ceil(endsIn / 1_000))
  const wait = seconds > 5_400 ? `${Math.ceil(seconds / 3_600)} hours` : `${Math.ceil(seconds / 60)} minutes`
  return tooMany(seconds, `${sentence}. Please try again in ${wait}.`)
}

/** Deletes expired counters, so that no data about visitors is stored longer than needed. */
export async function deleteOldCounters({ db }: Database): Promise<void> {
  const now = timeIn(db)
  const expired = db
    .selectFrom('counters')
    .select('subject')
    .where(({ or, eb }) =>
      or([
        eb('endsAt', '<=', new Date(now).toISOString()),
        eb('startedAt', '>', new Date(now + clockSlack).toISOString()),
      ]),
    )
    // Counters that a call is changing are left to the next round: waiting for them could end in a deadlock.
    .forUpdate()
    .skipLocked()
  await db.deleteFrom('counters').where('subject', 'in', expired).execute()
}

export const expiredCounters: Job<{ database: Database }> = {
  name: 'Delete rate-limit counters',
  once: 'site',
  every: 10 * minute,
  work: ({ database }) => deleteOldCounters(database),
}
