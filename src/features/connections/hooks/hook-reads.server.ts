import * as z from 'zod/mini'
import type { Db } from '#server/database/connect.ts'
import type { AnyEvent } from '#server/hooks/event-kind.ts'
import { hookDeliveries, hooks } from '#server/hooks/hooks.table.ts'
import { shownState } from '#server/mail/queue.ts'
import type { Hook, HookDelivery, HookEvent } from './hooks.contract.ts'

/** The webhooks, the oldest first, or one of them. */
export async function readHooks(db: Db, now: number, id?: string): Promise<Hook[]> {
  const rows = await db
    .selectFrom('hooks')
    .select(hooks.select(['secret', 'formerSecret', 'pausedUntil']))
    .select((hook) =>
      hook
        .selectFrom('hookDeliveries')
        .select('hookDeliveries.id')
        .whereRef('hookId', '=', 'hooks.id')
        .orderBy('at', 'desc')
        .orderBy('hookDeliveries.id', 'desc')
        .limit(1)
        .as('newest'),
    )
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const ids = rows.flatMap(({ newest }) => newest ?? [])
  const newest = ids.length === 0 ? [] : await deliveriesIn(db).where('hookDeliveries.id', 'in', ids).execute()
  const lasts = new Map(newest.map((row) => [row.id, toDelivery(row)]))
  return rows.map((row) => {
    const { id: _id, newest: newestId, formerSecretUntil, ...hook } = hooks.decode(row)
    const last = lasts.get(newestId ?? '')
    return {
      _id,
      ...hook,
      formerSecretUntil: Date.parse(formerSecretUntil ?? '') > now ? formerSecretUntil : undefined,
      ...(last && { last: { at: last.at, state: last.state, status: last.status } }),
    }
  })
}

/** Deliveries with their state in the queue. */
export const deliveriesIn = (db: Db) =>
  db
    .selectFrom('hookDeliveries')
    .innerJoin('deliveries', 'deliveries.id', 'hookDeliveries.id')
    .select(hookDeliveries.select(['recordId', 'hookId']))
    .select(['attempts', 'dueAt', 'settledAt', 'reason', shownState.as('state')])

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveriesIn>['execute']>>[number]

export function toDelivery(row: DeliveryRow): HookDelivery {
  const { attempts, dueAt, settledAt, reason, state, ...stored } = row
  const { id: _id, ...delivery } = hookDeliveries.decode(stored)
  const isOpen = state === 'waiting' || state === 'retrying'
  return {
    _id,
    ...delivery,
    state,
    attempts,
    ...(isOpen && { nextAt: dueAt }),
    ...(settledAt !== null && { settledAt }),
    ...(reason !== null && { reason }),
  }
}

/** A kind of event as the documentation shows it. */
export const describeEvent = ({
  name,
  label,
  group,
  data,
  ofCourse,
  personal = [],
  example,
  ...words
}: AnyEvent): HookEvent => ({
  ...{ name, label, group, ofCourse: ofCourse === true, personal: [...personal] },
  schema: z.toJSONSchema(data, { io: 'output' }) as Record<string, unknown>,
  example,
  line: words.line(example),
  ...(words.link && { link: String(example[words.link]) }),
})
