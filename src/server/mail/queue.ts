import { randomUUIDv7 } from 'node:crypto'
import type { ExpressionBuilder, QueryExecutorProvider } from 'kysely'
import { clockSkew } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { databaseTime } from '#server/database/dialect.ts'
import { insertRow } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import { type Delivery, type DeliveryKind, deliveries } from './deliveries.table.ts'

/** The longest that a new message waits before it may leave, in seconds: a day (`MAIL_HOLD`), but an hour where the company is told. */
export const longestHold = { any: 86_400, notice: 3_600 }
const notices: DeliveryKind[] = ['contact', 'contactDigest']

/** How long a claim holds without being renewed, in seconds. A worker that is killed leaves its claims to the others after this. */
export const leaseSeconds = 15

/** What became of an attempt to send. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'skipped' | 'failed'; reason: string }
  /** @param pause seconds until the next attempt */
  | { kind: 'retry'; reason: string; pause: number }

export type Outbox = ReturnType<typeof createQueue>

/** The queue of messages as one worker sees it. Every step is one short transaction; nothing is sent inside of one. */
/** @param longestRetry the longest pause between two attempts, in seconds */
export function createQueue(database: Database, worker: string, longestRetry: number) {
  const mine = { claimedBy: worker, state: 'sending' as const }
  return {
    /** Whether anything could be claimed now. Cheap: a read. */
    async hasDue(): Promise<boolean> {
      const expired = database.db
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'sending')
        .where(isOver(database.db))
      const row = await sendable(database.db, longestRetry).select('deliveries.id').limit(1).executeTakeFirst()
      return row !== undefined || (await expired.limit(1).executeTakeFirst()) !== undefined
    },

    /** Takes up to `count` messages that are due. They are this worker's alone until they are settled or the claim runs out. */
    claim: (count: number): Promise<Delivery[]> =>
      database.transaction(async (trx) => {
        await releaseExpired(trx)
        const ids = await sendable(trx, longestRetry)
          .select('deliveries.id')
          .orderBy('priority')
          .orderBy('dueAt')
          .orderBy('deliveries.id')
          .limit(count)
          .forUpdate('deliveries')
          .skipLocked()
          .execute()
        if (ids.length === 0) return []
        const rows = await trx
          .updateTable('deliveries')
          .set((row) => ({ ...mine, claimedUntil: leaseEnd(database.db), attempts: row('attempts', '+', 1) }))
          .where(
            'id',
            'in',
            ids.map(({ id }) => id),
          )
          .returningAll()
          .execute()
        const order = new Map(ids.map(({ id }, place) => [id, place]))
        return rows.map((row) => deliveries.decode(row)).sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
      }),

    /** Holds on to claims. */
    async renew(ids: string[]): Promise<void> {
      await database.db
        .updateTable('deliveries')
        .set({ claimedUntil: leaseEnd(database.db) })
        .where('id', 'in', ids)
        .where('claimedBy', '=', worker)
        .execute()
    },

    /** Gives back what was claimed and not tried. */
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
     * Writes down what became of a message, and with it whatever `also` writes.
     * @returns false when the claim had been lost, in which case nothing is written
     */
    settle: (id: string, outcome: Outcome, also?: (trx: Transaction) => Promise<void>): Promise<boolean> =>
      database.transaction(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('deliveries')
          .set({ ...unclaimed, ...settled(outcome) })
          .where('id', '=', id)
          .where('claimedBy', '=', worker)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await also?.(trx)
        return true
      }),
  }
}

/**
 * Puts one message into the outbox; call it in the transaction that writes what the message tells of.
 * @param wait milliseconds until it may leave
 * @returns the delivery's id
 */
export async function queueDelivery(
  trx: Transaction,
  kind: Exclude<DeliveryKind, 'newsletter'>,
  about: { subscriberId: string } | { contactId: string } | null,
  wait = 0,
): Promise<string> {
  const [createdAt, dueAt] = [0, wait].map((later) => new Date(Date.now() + later).toISOString()) as [string, string]
  const row = {
    id: randomUUIDv7(),
    kind,
    ...about,
    state: 'waiting' as const,
    priority: 0,
    attempts: 0,
    dueAt,
    createdAt,
  }
  return (await insertRow(trx, deliveries, row)).id
}

const unclaimed = { claimedBy: null, claimedUntil: null }

/** What is due and not held back: a paused notification waits, and so does one whose post is a draft again. */
const sendable = (db: Database['db'] | Transaction, longestRetry: number) =>
  db
    .selectFrom('deliveries')
    .where('deliveries.state', '=', 'waiting')
    .where(({ or, and, eb }) =>
      or([
        eb('dueAt', '<=', secondsFromNow(0)),
        // What waits for longer than it can was put off while the clock was ahead.
        eb('dueAt', '>', secondsFromNow(Math.max(longestRetry, longestHold.any) + clockSkew / 1_000)),
        and([
          eb('priority', '=', 0),
          eb('dueAt', '>', secondsFromNow(Math.max(longestRetry, longestHold.notice) + clockSkew / 1_000)),
          eb('deliveries.kind', 'in', notices),
        ]),
      ]),
    )
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('notificationId', 'is', null),
        exists(
          selectFrom('notifications')
            .innerJoin('blogs', 'blogs.id', 'notifications.blogId')
            .whereRef('notifications.id', '=', 'deliveries.notificationId')
            .where('notifications.pausedAt', 'is', null)
            .where('blogs.published', '=', true)
            .select('notifications.id'),
        ),
      ]),
    )

/** Workers that died leave their claims behind. */
async function releaseExpired(trx: Transaction): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ ...unclaimed, state: 'waiting' })
    .where('state', '=', 'sending')
    .where(isOver(trx))
    .execute()
}

/** A claim that lasts longer than any began while the clock was ahead. */
const isOver =
  (db: QueryExecutorProvider) =>
  ({ or, eb }: ExpressionBuilder<Schema, 'deliveries'>) =>
    or([eb('claimedUntil', '<', databaseTime(db)), eb('claimedUntil', '>', leaseEnd(db, clockSkew / 1_000))])

function settled(outcome: Outcome) {
  const now = Date.now()
  if (outcome.kind === 'sent') return { state: 'sent' as const, reason: null, settledAt: new Date(now).toISOString() }
  if (outcome.kind !== 'retry')
    return { state: outcome.kind, reason: outcome.reason, settledAt: new Date(now).toISOString() }
  return {
    state: 'waiting' as const,
    reason: outcome.reason,
    dueAt: new Date(now + outcome.pause * 1_000).toISOString(),
  }
}

/** When a claim made or renewed now ends. @param later seconds beyond that */
const leaseEnd = (db: QueryExecutorProvider, later = 0) => databaseTime(db, leaseSeconds + later)

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
