import type { ExpressionBuilder, QueryExecutorProvider } from 'kysely'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { databaseTime } from '#server/database/dialect.ts'
import { inOrder } from '#server/database/list-pages.ts'
import { affectsRows } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { day } from '#server/security/counters.ts'
import { type Delivery, type DeliveryKind, readDelivery } from './deliveries.table.ts'
import type { Composers } from './mail-kind.ts'
import { fromNow, hookPriority, type Lane } from './queue.ts'

/** The longest time that a new message waits until it is due, in milliseconds (`MAIL_HOLD`). A composer may say less. */
export const longestHold = day

/** How long a claim lasts without renewal, in seconds. After that, other processes take over the deliveries of a killed one. */
export const leaseSeconds = 15

/** The outcome of an attempt to send. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'skipped' | 'failed'; reason: string }
  /** @param pause seconds until the next attempt */
  | { kind: 'retry'; reason: string; pause: number }

export type MailQueue = ReturnType<typeof createQueue>

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
