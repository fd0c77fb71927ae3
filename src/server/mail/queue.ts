import { randomUUIDv7 } from 'node:crypto'
import type { ExpressionBuilder, QueryExecutorProvider } from 'kysely'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { databaseTime } from '#server/database/dialect.ts'
import { inOrder } from '#server/database/list-pages.ts'
import { affectsRows } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import { isStorable } from '#server/database/storage-errors.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { day, minute } from '#server/security/counters.ts'
import type { Composers } from './composer.ts'
import { type Delivery, type DeliveryKind, deliveries } from './deliveries.table.ts'

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

/**
 * The mail queue as one process uses it. Every step is one short transaction; nothing is sent inside of one.
 * @param worker names the process
 * @param composers the kinds of messages that it sends
 * @param retryPauses the pauses between two attempts, in seconds
 */
export function createQueue(database: Database, worker: string, composers: Composers, retryPauses: number[]) {
  const sendable = (db: Db) => selectSendable(db, composers, Math.max(0, ...retryPauses) * 1_000)
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
        return inOrder(claims, ids).map((row) => deliveries.decode(row))
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

export type NewDelivery = Partial<Pick<Delivery, 'id' | 'subjectId' | 'recipientId' | 'payload'>> & {
  /** Milliseconds until it may be sent. */
  wait?: number
  /** Of the messages that are due, those with a lower number are sent first. */
  priority?: number
}

/**
 * Adds one delivery to the queue. Call it in the transaction that writes the record that the message is about. One with an id of the caller's is
 * added only once.
 * @returns the delivery's id
 */
export async function queueDelivery(
  trx: Transaction,
  kind: DeliveryKind,
  { id = randomUUIDv7(), wait = 0, priority = 0, ...about }: NewDelivery = {},
): Promise<string> {
  // Another machine may send it, so its times are those of the database.
  const times = { dueAt: fromNow(trx, wait), createdAt: fromNow(trx, 0) }
  const row = { id, kind, ...about, state: 'waiting' as const, priority, attempts: 0 }
  await trx
    .insertInto('deliveries')
    .values({ ...deliveries.encode(row), ...times })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return id
}

/** How long a digest waits for further messages, in milliseconds. */
const digestWait = 15 * minute

/**
 * Finds the digest of a kind to which more can be added, and locks it, or queues a new one. A digest that was tried before may have arrived, so
 * nothing is added to it. One that is being sent right now is skipped too.
 */
export async function joinDigest(
  trx: Transaction,
  kind: DeliveryKind,
): Promise<Pick<Delivery, 'id'> & { payload?: string | null }> {
  const pending = await trx
    .selectFrom('deliveries')
    .select(['id', 'payload'])
    .where('state', '=', 'waiting')
    .where('priority', '=', 0)
    .where('kind', '=', kind)
    .where('subjectId', 'is', null)
    .where('attempts', '=', 0)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return pending ?? { id: await queueDelivery(trx, kind, { wait: digestWait }) }
}

/**
 * Marks a sent message as failed, since it has bounced.
 * @param messageId with or without its angle brackets
 * @returns whether a sent message has this id
 */
export async function markUndelivered(
  trx: Transaction,
  composers: Composers,
  messageId: string,
  reason: string,
): Promise<boolean> {
  const id = deliveryOf(messageId)
  if (!isStorable(id)) return false
  const row = await trx
    .updateTable('deliveries')
    .set({ state: 'failed', reason })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const delivery = deliveries.decode(row)
  await composers[delivery.kind]?.undelivered?.(trx, delivery, reason)
  return true
}

const deliveryOf = (messageId: string) => messageId.trim().replace(/^<|@.*$/g, '')

/**
 * The address to which a message went that counts as sent; undefined for any other, and where nobody is told that it failed. The queue has no
 * addresses, so the message is composed again.
 */
export async function recipientOf(
  { db }: Database,
  composers: Composers,
  messageId: string,
): Promise<string | undefined> {
  const id = deliveryOf(messageId)
  if (!isStorable(id)) return undefined
  const found = db.selectFrom('deliveries').selectAll().where('id', '=', id).where('state', '=', 'sent')
  const row = await found.executeTakeFirst()
  if (!row) return undefined
  const delivery = deliveries.decode(row)
  const composer = composers[delivery.kind]
  if (!composer.undelivered && !composer.refused) return undefined
  const composed = await composer.compose(delivery)
  return 'message' in composed ? composed.message.to : undefined
}

/** Deletes the deliveries about a record or to a recipient, sent or not. Call it in the transaction that deletes the record. */
export async function deleteDeliveries(
  trx: Transaction,
  which: { kind: DeliveryKind; subjectId: string } | { recipientId: string },
): Promise<void> {
  await trx
    .deleteFrom('deliveries')
    .where(({ and }) => and(which))
    .execute()
}

/** Deletes the deliveries of a kind that were settled more than `age` milliseconds ago. */
export async function deleteSettled(trx: Transaction, kind: DeliveryKind, age: number): Promise<void> {
  await trx.deleteFrom('deliveries').where('kind', '=', kind).where('settledAt', '<', fromNow(trx, -age)).execute()
}

const unclaimed = { claimedBy: null, claimedUntil: null }

/**
 * Deliveries that are due, of the kinds that this process can compose.
 * @param longestRetry the longest pause between two attempts, in milliseconds
 */
function selectSendable(db: Db, composers: Composers, longestRetry: number) {
  const kinds = Object.keys(composers) as DeliveryKind[]
  // A due time beyond the longest possible wait was written while the clock was ahead, and counts as due.
  const waits = Map.groupBy(kinds, (kind) => Math.max(longestRetry, composers[kind].longestWait ?? longestHold))
  const always = kinds.filter((kind) => !composers[kind].sendableSubjects)
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
          const subjects = composers[kind].sendableSubjects?.(db)
          return subjects ? [and([eb('kind', '=', kind), eb('subjectId', 'in', subjects)])] : []
        }),
      ]),
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

const fromNow = (db: QueryExecutorProvider, milliseconds: number) => databaseTime(db, milliseconds / 1_000)

/** The numbers of messages that are due, due later and being sent, and the age of the oldest due message. */
export type Backlog = { due: number; later: number; sending: number; oldestSeconds: number }

export async function readBacklog({ db }: Database): Promise<Backlog> {
  const now = Date.now()
  const count = (state: 'waiting' | 'sending') =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('dueAt').as('oldest')])
      .where('state', '=', state)
  const due = await count('waiting').where('dueAt', '<=', new Date(now).toISOString()).executeTakeFirstOrThrow()
  const all = await count('waiting').executeTakeFirstOrThrow()
  const sending = await count('sending').executeTakeFirstOrThrow()
  return {
    due: due.count,
    later: all.count - due.count,
    sending: sending.count,
    oldestSeconds: due.oldest ? Math.max(0, now - Date.parse(due.oldest)) / 1_000 : 0,
  }
}
