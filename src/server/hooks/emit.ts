import { randomUUIDv7 } from 'node:crypto'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import type { Row } from '#server/database/table.ts'
import { hookPriority, queueDeliveries } from '#server/mail/queue.ts'
import { eventBody } from './event-body.ts'
import type { EventAbout, EventKind } from './event-kind.ts'
import { hookDeliveries, hooks } from './hooks.table.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its id and its subject are the id of the row in `hookDeliveries`, its recipient is the webhook. */
    hook: undefined
  }
}

/**
 * Tells all webhooks that listen of an event. Call it in the transaction of the change: the event leaves if that is committed, and at least once.
 * Where nothing listens it costs one small query for each transaction.
 */
export const emit = <Data extends Record<string, unknown>>(
  trx: Transaction,
  kind: EventKind<Data>,
  data: Data,
  about: EventAbout = {},
): Promise<void> => emitAll(trx, kind, [{ data, ...about }])

/** Tells of many events of a kind, as `emit` tells of one. */
export async function emitAll<Data extends Record<string, unknown>>(
  trx: Transaction,
  kind: EventKind<Data>,
  events: ({ data: Data } & EventAbout)[],
): Promise<void> {
  if (events.length === 0) return
  const listening = (await activeHooks(trx)).filter((hook) => hook.events.includes(kind.name))
  const concerned = listening.filter(({ courseId }) => !courseId || events.some((event) => event.courseId === courseId))
  if (concerned.length === 0) return
  const left = await stillThere(
    trx,
    concerned.map(({ id }) => id),
  )
  const at = nowIn(trx)
  const rows = concerned
    .filter(({ id }) => left.has(id))
    .flatMap((hook) =>
      events
        .filter(({ courseId }) => !hook.courseId || courseId === hook.courseId)
        .map(({ data, recordId }) => ({
          id: randomUUIDv7(),
          hookId: hook.id,
          event: kind.name,
          body: eventBody(kind, { data, at }, hook),
          recordId,
          at,
        })),
    )
  await queueEvents(trx, rows)
}

/** How many rows one statement adds. Databases limit the number of its values. */
const rowsAtOnce = 500

type NewEvent = Pick<Row<typeof hookDeliveries>, 'id' | 'hookId' | 'event' | 'body' | 'recordId' | 'at'>

/** Adds events to the log of their webhooks and to the queue. */
export async function queueEvents(trx: Transaction, rows: NewEvent[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto('hookDeliveries')
      .values(rows.slice(from, from + rowsAtOnce).map((row) => hookDeliveries.encode(row)))
      .execute()
  await queueDeliveries(
    trx,
    'hook',
    rows.map(({ id, hookId }) => ({ id, subjectId: id, recipientId: hookId, priority: hookPriority })),
  )
}

type Listening = Pick<Row<typeof hooks>, 'id' | 'form' | 'events' | 'courseId' | 'personal'>

/** The webhooks that are on, read once for each transaction, since one may tell of many events. */
const known = new WeakMap<Transaction, Promise<Listening[]>>()

function activeHooks(trx: Transaction): Promise<Listening[]> {
  const reading = known.get(trx) ?? readActive(trx)
  known.set(trx, reading)
  return reading
}

const readActive = async (trx: Transaction): Promise<Listening[]> =>
  (
    await trx
      .selectFrom('hooks')
      .select(['id', 'form', 'events', 'courseId', 'personal'])
      .where('active', '=', true)
      .execute()
  ).map((row) => hooks.decode(row))

/** Locks webhooks, so that none is deleted before the transaction ends: the change must not fail with it. @returns those that are there */
async function stillThere(trx: Transaction, ids: string[]): Promise<Set<string>> {
  const rows = trx
    .selectFrom('hooks')
    .select('id')
    .where(isOneOf(trx, 'id', ids))
    .where('active', '=', true)
  return new Set((await rows.forKeyShare().execute()).map(({ id }) => id))
}
