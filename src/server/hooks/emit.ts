import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { nowIn, publicUrlOf, type Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { readStoredValue } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { fromNow, hookPriority, noteDue, rowsAtOnce } from '#server/mail/queue.ts'
import { publicUrlName } from '#server/site-config/site-config.ts'
import { eventBody } from './event-body.ts'
import type { EventAbout, EventKind } from './event-kind.ts'
import { hookDeliveries, hooks } from './hooks.table.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its id and its subject are the id of the row in `hookDeliveries`, its recipient is the webhook. */
    hook: undefined
  }
}

/** What happened, with links as paths. */
type Told<Data> = { data: Data } & EventAbout

/** The transactions that tell of nothing. */
const silent = new WeakSet<Transaction>()

/** Says that nothing is told of what a transaction changes: an import, or its undo, would flood the webhooks. */
export const tellNothing = (trx: Transaction): void => void silent.add(trx)

/**
 * Tells all webhooks that listen of an event. Call it in the transaction of the change: the event leaves if that is committed, and at least once.
 * Where nothing listens it costs one small query for each transaction. The data have paths as `url` and `adminUrl`, which become whole addresses.
 */
export const emit = <Data extends Record<string, unknown>>(
  trx: Transaction,
  kind: EventKind<Data>,
  data: NoInfer<Data>,
  about: EventAbout = {},
): Promise<void> => emitAll(trx, kind, [{ data, ...about }])

/**
 * Tells of many events of a kind, as `emit` tells of one.
 * @param given the events, or how they are read: this is called only where something listens
 */
export async function emitAll<Data extends Record<string, unknown>>(
  trx: Transaction,
  kind: EventKind<Data>,
  given: Told<NoInfer<Data>>[] | (() => Told<NoInfer<Data>>[] | Promise<Told<NoInfer<Data>>[]>),
): Promise<void> {
  if (silent.has(trx)) return
  const listening = (await activeHooks(trx)).filter((hook) => hook.events.includes(kind.name))
  if (listening.length === 0) return
  const events = typeof given === 'function' ? await given() : given
  const concerned = listening.filter(({ courseId }) => events.some((event) => !courseId || event.courseId === courseId))
  if (concerned.length === 0) return
  const left = await stillThere(
    trx,
    concerned.map(({ id }) => id),
  )
  const at = nowIn(trx)
  const publicUrl = await publicUrlIn(trx)
  const whole = events.map(({ data, ...about }) => ({ data: withAddresses(data, publicUrl), ...about }))
  const rows = concerned
    .filter(({ id }) => left.has(id))
    .flatMap((hook) =>
      whole
        .filter(({ courseId }) => !hook.courseId || courseId === hook.courseId)
        .map(({ data, recordId }) => ({
          id: randomUUIDv7(),
          hookId: hook.id,
          event: kind.name,
          body: eventBody(kind, { data, at }, hook),
          recordId,
          test: false,
          at,
        })),
    )
  await queueEvents(trx, rows)
}

const publicUrlIn = async (trx: Transaction): Promise<string> =>
  publicUrlOf(trx) ?? (await readStoredValue(trx, publicUrlName)) ?? ''

const withAddresses = <Data extends Record<string, unknown>>(data: Data, publicUrl: string): Data => {
  const isPath = (name: string, value: unknown) => ['url', 'adminUrl'].includes(name) && String(value).startsWith('/')
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isPath(name, value) ? `${publicUrl}${value}` : value]),
  ) as Data
}

type NewEvent = Pick<Row<typeof hookDeliveries>, 'id' | 'hookId' | 'event' | 'body' | 'recordId' | 'test' | 'at'>

/** Adds events to the log of their webhooks and to the queue, to which one statement takes them: a large change tells of thousands. */
export async function queueEvents(trx: Transaction, rows: NewEvent[]): Promise<void> {
  if (rows.length === 0) return
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto('hookDeliveries')
      .values(rows.slice(from, from + rowsAtOnce).map((row) => hookDeliveries.encode(row)))
      .execute()
  const ids = rows.map(({ id }) => id)
  const now = fromNow(trx, 0)
  const logged = trx
    .selectFrom('hookDeliveries')
    .select(['id', sql.lit('hook' as const).as('kind'), 'id as subjectId'])
    // A test waits for no other event, also while the webhook pauses or is tried with one.
    .select(({ eb }) =>
      eb.case().when('test', '=', true).then(eb.ref('id')).else(eb.ref('hookId')).end().as('recipientId'),
    )
    .select([sql.lit('waiting' as const).as('state'), sql.lit(hookPriority).as('priority'), sql.lit(0).as('attempts')])
    .select([now.as('dueAt'), now.as('createdAt')])
    .where(isOneOf(trx, 'id', ids))
  await trx
    .insertInto('deliveries')
    .columns(['id', 'kind', 'subjectId', 'recipientId', 'state', 'priority', 'attempts', 'dueAt', 'createdAt'])
    .expression(logged)
    .execute()
  noteDue(trx)
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
