import { randomUUIDv7 } from 'node:crypto'
import { type QueryExecutorProvider, type SelectQueryBuilder, sql } from 'kysely'
import { type ShownState, shownStates } from '#contract/deliveries.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { databaseTime, isOneOf } from '#server/database/dialect.ts'
import type { Schema } from '#server/database/schema.ts'
import { minute } from '#server/security/counters.ts'
import {
  type Delivery,
  type DeliveryKind,
  type DeliveryKinds,
  deliveries,
  readDelivery,
  readPayload,
} from './deliveries.table.ts'

/** The payload is left out only of a kind without one. */
type Payload<Kind extends DeliveryKind> = undefined extends DeliveryKinds[Kind]
  ? { payload?: DeliveryKinds[Kind] }
  : { payload: DeliveryKinds[Kind] }

export type NewDelivery<Kind extends DeliveryKind> = Partial<Pick<Delivery, 'id' | 'subjectId' | 'recipientId'>> & {
  /** Milliseconds until it may be sent. */
  wait?: number
  /** Of the messages that are due, those with a lower number are sent first. */
  priority?: number
} & Payload<Kind>

/**
 * Adds one delivery to the queue. Call it in the transaction that writes the record that the message is about. One with an id of the caller's is
 * added only once.
 * @returns the delivery's id
 */
export async function queueDelivery<Kind extends DeliveryKind>(
  trx: Transaction,
  kind: Kind,
  delivery = {} as NewDelivery<Kind>,
): Promise<string> {
  const [id = ''] = await queueDeliveries(trx, kind, [delivery])
  return id
}

/**
 * Mail and webhooks share the queue, and each has a loop of its own. Neither loop has to read past what waits for the other: the index has the
 * priority before the time, and all that goes to webhooks has this one.
 */
export type Lane = 'mail' | 'hooks'
export const hookPriority = 1_000

/** In how many milliseconds the first message of a transaction is due. */
const waits = new WeakMap<Transaction, number>()

/** Says that a transaction makes a message due, so that it is sent without delay. @param wait in how many milliseconds */
export const noteDue = (trx: Transaction, wait = 0): void => {
  waits.set(trx, Math.min(wait, waits.get(trx) ?? wait))
}

/** Calls back after each transaction that makes a message due, with the milliseconds until then. */
export function onMessagesDue(database: Database, call: (wait: number) => void): void {
  database.beforeCommit(async (trx) => {
    const wait = waits.get(trx)
    return wait === undefined ? undefined : () => call(wait)
  })
}

/** How many rows one statement adds. Databases limit the number of its values. */
export const rowsAtOnce = 500

/** Adds many deliveries of a kind as `queueDelivery` adds one. @returns their ids */
export async function queueDeliveries<Kind extends DeliveryKind>(
  trx: Transaction,
  kind: Kind,
  all: NewDelivery<Kind>[],
): Promise<string[]> {
  const rows = all.map(({ id = randomUUIDv7(), wait = 0, priority = 0, payload, ...about }) => {
    const row = {
      id,
      kind,
      ...about,
      payload: JSON.stringify(payload),
      state: 'waiting' as const,
      priority,
      attempts: 0,
    }
    noteDue(trx, wait)
    // Another machine may send it, so its times are those of the database.
    return { ...deliveries.encode(row), dueAt: fromNow(trx, wait), createdAt: fromNow(trx, 0) }
  })
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto('deliveries')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  return rows.map(({ id }) => id)
}

/** How long a digest waits for further messages, in milliseconds, unless its kind says so. */
const digestWait = 15 * minute

type Digest<Kind extends DeliveryKind> = {
  /** Returns the payload with one entry more. */
  add?: (payload: DeliveryKinds[Kind] | undefined) => DeliveryKinds[Kind]
  /** The ids that name its recipient. The first is that of a new digest; left out for a kind with one recipient. */
  to?: string[]
  wait?: number
}

/**
 * Finds the digest of a kind to which more can be added, and locks it, or queues a new one. A digest that was tried before may have arrived, so
 * nothing is added to it. One that is being sent right now is skipped too.
 * @returns the id of the delivery
 */
export async function joinDigest<Kind extends DeliveryKind>(
  trx: Transaction,
  kind: Kind,
  { add, to, wait = digestWait }: Digest<Kind> = {},
): Promise<string> {
  const pending = await trx
    .selectFrom('deliveries')
    .select(['id', 'payload'])
    .where('state', '=', 'waiting')
    .where('priority', '=', 0)
    .where('kind', '=', kind)
    .where('subjectId', 'is', null)
    .where(to ? isOneOf(trx, 'recipientId', to) : (row) => row('recipientId', 'is', null))
    .where('attempts', '=', 0)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  const payload = add?.(readPayload<Kind>(pending?.payload))
  if (!pending) return queueDelivery(trx, kind, { wait, payload, recipientId: to?.[0] } as NewDelivery<Kind>)
  const { id } = pending
  if (add)
    await trx
      .updateTable('deliveries')
      .set({ payload: JSON.stringify(payload) })
      .where('id', '=', id)
      .execute()
  return id
}

/**
 * Takes back the messages about a record before the first of them is tried.
 * @returns how many; undefined if one was tried before, and the caller must roll back
 */
export async function takeBack(
  trx: Transaction,
  about: { kind: DeliveryKind; subjectId: string },
): Promise<number | undefined> {
  const { numDeletedRows } = await trx
    .deleteFrom('deliveries')
    .where(({ and }) => and({ ...about, state: 'waiting', attempts: 0 }))
    .executeTakeFirstOrThrow()
  // One that is being sent at this moment is not deleted.
  const left = trx
    .selectFrom('deliveries')
    .select('id')
    .where(({ and }) => and(about))
  return (await left.limit(1).executeTakeFirst()) ? undefined : Number(numDeletedRows)
}

/** Locks the messages about a record that have not left, so that none of them leaves before the transaction ends. */
export async function lockWaiting<Kind extends DeliveryKind>(
  trx: Transaction,
  about: { kind: Kind; subjectId: string },
): Promise<Delivery<Kind>[]> {
  const waiting = trx
    .selectFrom('deliveries')
    .selectAll()
    .where(({ and }) => and({ ...about, state: 'waiting' }))
  return (await waiting.forUpdate().execute()).map((row) => readDelivery(row) as Delivery<Kind>)
}

/**
 * Deletes the deliveries about records and to them. Call it in the transaction that deletes them. Ids are unique in the site, so a new kind of
 * message goes with its records without being named here. Without `which` the webhooks' log of events about them goes too.
 * @param which only those of a kind, or those that have not left
 * @returns the subjects of the deleted ones
 */
export async function deleteDeliveries(
  trx: Transaction,
  ids: string[],
  which: { kind?: DeliveryKind; state?: 'waiting' } = {},
): Promise<string[]> {
  const subjects: string[] = []
  for (const column of ['subjectId', 'recipientId'] as const) {
    const deleted = trx.deleteFrom('deliveries').where(isOneOf(trx, column, ids))
    const rows = await deleted
      .where(({ and }) => and(which))
      .returning('subjectId')
      .execute()
    subjects.push(...rows.flatMap(({ subjectId }) => subjectId ?? []))
  }
  if (Object.keys(which).length === 0) await deleteEvents(trx, ids)
  return subjects
}

/**
 * Deletes the events that webhooks are told of records, sent or not. Those that tell of the deletion name nobody, and have no record.
 * @returns how many
 */
export const deleteEvents = (trx: Transaction, recordIds: string[]): Promise<number> =>
  deleteLogged(trx, trx.selectFrom('hookDeliveries').where(isOneOf(trx, 'recordId', recordIds)))

/** Deletes events from the log of webhooks and from the queue. @returns how many */
export async function deleteLogged<Row>(
  trx: Transaction,
  events: SelectQueryBuilder<Schema, 'hookDeliveries', Row>,
): Promise<number> {
  const ids = events.clearSelect().select('hookDeliveries.id')
  // As the loop that sends them, first in the queue.
  await trx.deleteFrom('deliveries').where('id', 'in', ids).execute()
  const { numDeletedRows } = await trx.deleteFrom('hookDeliveries').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** `deliveryState` in SQL. */
export const shownState = sql<ShownState>`case when "deliveries"."state" = 'waiting' and "deliveries"."attempts" > 0 then 'retrying' else "deliveries"."state" end`

export const noCounts = Object.fromEntries(shownStates.map((state) => [state, 0])) as Record<ShownState, number>

/** How many messages about a record are in each state, how many have not left, when the first of these is due, and when the last was settled. */
export async function countDeliveries(db: Db, kind: DeliveryKind, subjectId: string) {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      shownState.as('state'),
      fn.countAll<number>().as('count'),
      fn.max('settledAt').as('settledAt'),
    ])
    .select(({ fn }) => fn.min('dueAt').as('dueAt'))
    .where(({ and }) => and({ kind, subjectId }))
    .groupBy(shownState)
    .execute()
  const counts = { ...noCounts, ...Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])) }
  const open = rows.filter(({ settledAt }) => settledAt === null)
  return {
    counts,
    open: open.reduce((sum, { count }) => sum + Number(count), 0),
    dueAt: open.map((row) => row.dueAt).toSorted()[0],
    settledAt: rows
      .flatMap((row) => row.settledAt ?? [])
      .toSorted()
      .at(-1),
  }
}

/** Deletes the deliveries of a kind that were settled more than `age` milliseconds ago. */
export async function deleteSettled(trx: Transaction, kind: DeliveryKind, age: number): Promise<void> {
  await trx.deleteFrom('deliveries').where('kind', '=', kind).where('settledAt', '<', fromNow(trx, -age)).execute()
}

export const fromNow = (db: QueryExecutorProvider, milliseconds: number) => databaseTime(db, milliseconds / 1_000)
