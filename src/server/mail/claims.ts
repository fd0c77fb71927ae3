import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ExpressionBuilder, QueryExecutorProvider } from 'kysely'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { databaseTime } from '#server/database/dialect.ts'
import { inOrder } from '#server/database/list-pages.ts'
import { affectsRows } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { day } from '#server/security/counters.ts'
import { type Delivery, type DeliveryKind, readDelivery } from './deliveries.table.ts'
import type { Composers } from './mail-kind.ts'
import { fromNow, hookPriority, type Lane } from './queue.ts'

/** The longest time that a new message waits until it is due, in milliseconds (`MAIL_HOLD`). A composer may say less. */
export const longestHold = day

/** How long a claim lasts without renewal, in seconds. After that, other processes take over the deliveries of a killed one. */
const leaseSeconds = 15

/** The outcome of an attempt to send. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'skipped' | 'failed'; reason: string }
  /** @param pause seconds until the next attempt */
  | { kind: 'retry'; reason: string; pause: number }

type MailQueue = ReturnType<typeof createQueue>

type QueueOptions = {
  /** The kinds of messages that it sends. */
  composers: Composers<unknown>
  /** The pauses between two attempts, in seconds. */
  retryPauses: number[]
  lane?: Lane
}

/**
 * The queue as one loop of a process uses it. Every step is one short transaction; nothing is sent inside of one.
 * @param worker names the loop
 */
export function createQueue(
  database: Database,
  worker: string,
  { composers, retryPauses, lane = 'mail' }: QueueOptions,
) {
  const longestRetry = Math.max(0, ...retryPauses) * 1_000
  const sendable = (db: Db) =>
    selectSendable(db, composers, longestRetry).where('priority', lane === 'hooks' ? '=' : '<', hookPriority)
  const claimed = { claimedBy: worker, state: 'sending' as const }
  return {
    /** Whether anything could be claimed now. It only reads, which is cheap. */
    async hasDue(): Promise<boolean> {
      const expired = database.db
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'sending')
        .where(hasExpired(database.db))
      const row = await sendable(database.db).select('deliveries.id').limit(1).executeTakeFirst()
      return row !== undefined || (await expired.limit(1).executeTakeFirst()) !== undefined
    },

    /** Claims up to `count` deliveries that are due. No other process sends them until the claims are released or expire. */
    claim: (count: number): Promise<Delivery[]> =>
      database.transaction(async (trx) => {
        await releaseExpired(trx)
        const rows = await sendable(trx)
          .select(['deliveries.id', 'attempts'])
          .orderBy('priority')
          .orderBy('dueAt')
          .orderBy('deliveries.id')
          .limit(count)
          .forUpdate('deliveries')
          .skipLocked()
          .execute()
        if (rows.length === 0) return []
        // One that has had all its attempts may be what ends the process. It is claimed alone, so that no other counts an attempt.
        const spent = rows.findIndex(({ attempts }) => attempts > retryPauses.length)
        const ids = rows.slice(0, spent < 0 ? count : Math.max(1, spent)).map(({ id }) => id)
        const claims = await trx
          .updateTable('deliveries')
          .set((row) => ({ ...claimed, claimedUntil: leaseEnd(database.db), attempts: row('attempts', '+', 1) }))
          .where('id', 'in', ids)
          .returningAll()
          .execute()
        return inOrder(claims, ids).map((row) => readDelivery(row))
      }),

    /** Extends claims. */
    async renew(ids: string[]): Promise<void> {
      await database.db
        .updateTable('deliveries')
        .set({ claimedUntil: leaseEnd(database.db) })
        .where('id', 'in', ids)
        .where('claimedBy', '=', worker)
        .execute()
    },

    /** Releases claims on deliveries that were not attempted. */
    async release(ids: string[]): Promise<void> {
      if (ids.length === 0) return
      await database.db
        .updateTable('deliveries')
        .set((row) => ({ ...unclaimed, state: 'waiting', attempts: row('attempts', '-', 1) }))
        .where('id', 'in', ids)
        .where('claimedBy', '=', worker)
        .execute()
    },

    /**
     * Stores the outcome of a delivery, and the writes of `also` in the same transaction.
     * @returns false when the claim was lost; nothing is written then
     */
    settle: (id: string, outcome: Outcome, also?: (trx: Transaction) => Promise<void>): Promise<boolean> =>
      database.transaction(async (trx) => {
        const settling = trx.updateTable('deliveries').set({ ...unclaimed, ...settledColumns(trx, outcome) })
        if (!(await affectsRows(settling.where('id', '=', id).where('claimedBy', '=', worker)))) return false
        await also?.(trx)
        return true
      }),
  }
}

const unclaimed = { claimedBy: null, claimedUntil: null }

/**
 * Deliveries that are due, of the kinds that this process can compose.
 * @param longestRetry the longest pause between two attempts, in milliseconds
 */
function selectSendable(db: Db, composers: Composers<unknown>, longestRetry: number) {
  const kinds = Object.keys(composers) as DeliveryKind[]
  // A due time beyond the longest possible wait was written while the clock was ahead, and counts as due.
  const waits = Map.groupBy(kinds, (kind) => Math.max(longestRetry, composers[kind]?.longestWait ?? longestHold))
  const always = kinds.filter((kind) => !composers[kind]?.sendableSubjects)
  return db
    .selectFrom('deliveries')
    .where('deliveries.state', '=', 'waiting')
    .where(({ or, and, eb }) =>
      or([
        eb('dueAt', '<=', fromNow(db, 0)),
        ...[...waits].map(([wait, kinds]) =>
          and([eb('dueAt', '>', fromNow(db, wait + clockSkew)), eb('kind', 'in', kinds)]),
        ),
      ]),
    )
    .where(({ or, and, eb }) =>
      or([
        eb('kind', 'in', always),
        ...kinds.flatMap((kind) => {
          const subjects = composers[kind]?.sendableSubjects?.(db)
          return subjects ? [and([eb('kind', '=', kind), eb('subjectId', 'in', subjects)])] : []
        }),
      ]),
    )
    .where(({ and, or, eb }) =>
      and(
        kinds.flatMap((kind) => {
          const held = composers[kind]?.heldRecipients?.(db)
          return held ? [or([eb('kind', '<>', kind), eb('recipientId', 'not in', held)])] : []
        }),
      ),
    )
}

/** Releases the claims that killed processes have left. */
async function releaseExpired(trx: Transaction): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ ...unclaimed, state: 'waiting' })
    .where('state', '=', 'sending')
    .where(hasExpired(trx))
    .execute()
}

/** A claim that ends later than any can was made while the clock was ahead, and counts as expired too. */
const hasExpired =
  (db: QueryExecutorProvider) =>
  ({ or, eb }: ExpressionBuilder<Schema, 'deliveries'>) =>
    or([eb('claimedUntil', '<', databaseTime(db)), eb('claimedUntil', '>', leaseEnd(db, clockSkew / 1_000))])

function settledColumns(db: Db, outcome: Outcome) {
  if (outcome.kind === 'retry')
    return { state: 'waiting' as const, reason: outcome.reason, dueAt: fromNow(db, outcome.pause * 1_000) }
  const reason = outcome.kind === 'sent' ? null : outcome.reason
  return { state: outcome.kind, reason, payload: null, settledAt: fromNow(db, 0) }
}

/** When a claim made or renewed now ends. @param later seconds beyond that */
const leaseEnd = (db: QueryExecutorProvider, later = 0) => databaseTime(db, leaseSeconds + later)

const leaseMs = leaseSeconds * 1_000
/** The pauses between attempts to settle a delivery whose message has been sent, in milliseconds. */
const settlePauses = [50, 200, 1_000, 3_000]

/** The deliveries that this process has claimed: handed out one by one, renewed until they are settled, and released at the end. */
export function createClaims(mailQueue: MailQueue, batchSize: number, log: FastifyBaseLogger) {
  const queue: Delivery[] = []
  /** When each claim ends at the earliest, on the clock of `performance.now()`. */
  const leases = new Map<string, number>()
  let filling: Promise<void> | undefined

  async function fill() {
    if (!(await mailQueue.hasDue())) return
    const end = performance.now() + leaseMs
    const claimed = await mailQueue.claim(batchSize)
    for (const { id } of claimed) leases.set(id, end)
    queue.push(...claimed)
  }

  async function renew() {
    if (leases.size === 0) return
    const [ids, end] = [[...leases.keys()], performance.now() + leaseMs]
    await mailQueue.renew(ids)
    // Deliveries that were settled meanwhile are no longer claimed.
    for (const id of ids) if (leases.has(id)) leases.set(id, end)
  }
  const heartbeat = setInterval(
    () => renew().catch((error) => logFailure(log, error, 'Claims could not be renewed')),
    leaseMs / 4,
  ).unref()

  async function release(ids: string[]) {
    for (const id of ids) leases.delete(id)
    await mailQueue.release(ids)
  }

  return {
    /** The next delivery to send; undefined when there is none. */
    async next(): Promise<Delivery | undefined> {
      if (queue.length === 0) {
        filling ??= fill()
          .catch((error) => logFailure(log, error, 'The mail queue could not be read'))
          .finally(() => {
            filling = undefined
          })
        await filling
      }
      return queue.shift()
    },

    /** Whether the claim still holds. After the machine has slept, for example, another process may have claimed the delivery. */
    isHeld: ({ id }: Delivery) => (leases.get(id) ?? 0) > performance.now() + leaseMs / 5,

    release: ({ id }: Delivery) => release([id]),

    /**
     * Stores the outcome, with several attempts: otherwise a message that was sent would be sent again.
     * @returns false when all have failed
     */
    async settle({ id }: Delivery, outcome: Outcome, also?: Parameters<MailQueue['settle']>[2]): Promise<boolean> {
      let failure: unknown
      for (const pause of [...settlePauses, undefined]) {
        try {
          await mailQueue.settle(id, outcome, also)
          return true
        } catch (error) {
          failure = error
          if (pause !== undefined) await wait(pause)
        }
      }
      logFailure(log, failure, `The outcome of delivery ${id} could not be stored`)
      return false
    },

    /** Ends a claim, which is settled or expires. */
    forget: ({ id }: Delivery) => void leases.delete(id),

    /** Releases the claims on deliveries that were not attempted. */
    async end(): Promise<void> {
      clearInterval(heartbeat)
      await filling
      await release(queue.splice(0).map(({ id }) => id))
    },
  }
}
