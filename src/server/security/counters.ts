import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Database, Transaction } from '#server/database/connect.ts'
import { HttpError } from '#server/http/errors.ts'
import { networksOf } from './networks.ts'
import { keyedHash } from './signed-tokens.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** How often counters whose time is over are deleted, in milliseconds. */
const cleanEvery = 10 * minute

/** How far the clocks of two machines may be apart, and how long a call may wait for its turn, in milliseconds. */
const clockSlack = minute

/** What has been counted, this time included. `endsAt` is in milliseconds since 1970. */
export type Tally = { count: number; bytes: number; endsAt: number }

/**
 * Counts once in each of several counters, which begin anew when their period is over. One statement, so calls at the same time are counted
 * one after the other, in whatever process they run; and callers name their counters in the same order, so that none waits for another that
 * waits for it. What a transaction that fails has counted does not count.
 * @param periods in milliseconds, for each counter's name
 */
export async function count<Name extends string>(
  trx: Transaction,
  periods: Record<Name, number>,
  bytes = 0,
): Promise<Record<Name, Tally>> {
  const now = Date.now()
  const rows = Object.entries<number>(periods).map(([subject, period]) => ({
    subject,
    count: 1,
    bytes,
    startedAt: new Date(now).toISOString(),
    endsAt: new Date(now + period).toISOString(),
  }))
  // A counter that was begun later than now was begun by a clock that was ahead; other machines' clocks may differ a little.
  const runs = sql`"counters"."endsAt" > ${new Date(now).toISOString()} and "counters"."startedAt" <= ${new Date(now + clockSlack).toISOString()}`
  const tallies = await trx
    .insertInto('counters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        count: sql<number>`case when ${runs} then "counters"."count" + 1 else 1 end`,
        bytes: sql<number>`case when ${runs} then "counters"."bytes" + excluded."bytes" else excluded."bytes" end`,
        startedAt: sql<string>`case when ${runs} then "counters"."startedAt" else excluded."startedAt" end`,
        endsAt: sql<string>`case when ${runs} then "counters"."endsAt" else excluded."endsAt" end`,
      }),
    )
    .returningAll()
    .execute()
  return Object.fromEntries(
    tallies.map(({ subject, count, bytes, endsAt }) => [subject, { count, bytes, endsAt: Date.parse(endsAt) }]),
  ) as Record<Name, Tally>
}

/** Who sends a form, as counters name them: by keyed hashes, so that no address of a visitor is stored. */
export type Sender = { form: string; host: string; network: string }

/** Outside of a transaction, since it may have to read the key. */
export async function senderOf(database: Database, form: string, address: string | undefined): Promise<Sender> {
  const { host, network } = networksOf(address ?? '')
  const [hostHash, networkHash] = await Promise.all([
    keyedHash(database, 'host', host),
    keyedHash(database, 'network', network),
  ])
  return { form, host: hostHash, network: networkHash }
}

/** How much came by a form, by the hour and by the day: from the sender's own address, from the network around it, and from everybody. */
export type Traffic = Record<'host' | 'network' | 'all', { hour: Tally; day: Tally }>

export async function countTraffic(trx: Transaction, { form, host, network }: Sender, bytes = 0): Promise<Traffic> {
  const scopes = { host: `${form}:host:${host}`, network: `${form}:network:${network}`, all: `${form}:all` }
  const names = Object.values(scopes)
  const tallies = await count(
    trx,
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}:hour`, hour],
        [`${name}:day`, day],
      ]),
    ),
    bytes,
  )
  const of = (name: string) => ({ hour: tallies[`${name}:hour`] as Tally, day: tallies[`${name}:day`] as Tally })
  return { host: of(scopes.host), network: of(scopes.network), all: of(scopes.all) }
}

/** A refusal that says when to try again. @param sentence what came too often, without a full stop */
export function tooMany(reply: FastifyReply, sentence: string, endsAt: number): HttpError {
  const seconds = Math.max(1, Math.ceil((endsAt - Date.now()) / 1_000))
  const wait = seconds > 5_400 ? `${Math.ceil(seconds / 3_600)} hours` : `${Math.ceil(seconds / 60)} minutes`
  reply.header('retry-after', seconds)
  return new HttpError(429, `${sentence}. Please try again in ${wait}.`)
}

/** Deletes counters whose time is over, so that nothing about visitors is kept for longer than it counts. */
export async function deleteOldCounters({ db }: Database): Promise<void> {
  const now = Date.now()
  const old = db
    .selectFrom('counters')
    .select('subject')
    .where(({ or, eb }) =>
      or([
        eb('endsAt', '<=', new Date(now).toISOString()),
        eb('startedAt', '>', new Date(now + clockSlack).toISOString()),
      ]),
    )
    // Counters that a call is changing at this moment are left to the next round: waiting for them could end in a deadlock.
    .forUpdate()
    .skipLocked()
  await db.deleteFrom('counters').where('subject', 'in', old).execute()
}

/** Keeps the counters' table clean for as long as the server runs. */
export async function cleanCounters(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  const clean = () =>
    deleteOldCounters(database).catch((error) => app.log.error(error, 'Counters could not be deleted'))
  let cleaning = Promise.resolve()
  const timer = setInterval(() => {
    cleaning = clean()
  }, cleanEvery).unref()
  app.addHook('onReady', clean)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await cleaning
  })
}
