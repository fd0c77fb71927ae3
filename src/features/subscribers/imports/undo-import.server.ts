import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { deleteDeliveries, deleteEvents } from '#server/mail/queue.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { ReasonCount } from '../ground/imports.contract.ts'
import { subscribers } from '../ground/subscribers.table.ts'
import { changeSubscriber } from '../subscription/subscription.shared.server.ts'
import { batch, changeImport, findImport, summaryOf, yieldToEventLoop } from './import-store.server.ts'

const eb = expressionBuilder<Schema, 'subscribers'>()

/**
 * Takes an import back: removes the subscribers who have not changed since and got no message, and subscribes those again whom it stopped. It
 * goes on when it is called again after an interruption.
 * @throws HttpError 404, or 409 when it is too late, when it was done before, and while a message to one of them is leaving
 */
export async function undoImport(database: Database, id: string): Promise<void> {
  await database.transaction(async (trx) => {
    const { state, undoUntil = '' } = summaryOf(await findImport(trx, id))
    if (state === 'undone') throw new HttpError(409, 'This import was already undone.')
    if (state === 'incomplete') throw new HttpError(409, 'This import is incomplete, and too old to undo.')
    if (state !== 'applied') throw new HttpError(409, 'This file is not imported yet.')
    if (undoUntil <= database.now())
      throw new HttpError(409, 'An import can be undone for 24 hours. This one is older.')
    const leaving = await countLeaving(trx, id)
    if (leaving > 0)
      throw new HttpError(
        409,
        leaving === 1
          ? 'A message to one of these subscribers is leaving. Please cancel it, or wait until it is sent.'
          : `A message to ${leaving} of these subscribers is leaving. Please cancel it, or wait until it is sent.`,
      )
    await changeImport(trx, id, { asking: false })
  })
  while ((await findImport(database.db, id)).state === 'applied') {
    await yieldToEventLoop()
    await database.transaction(async (trx) => {
      const { state, taken, stopped, restored } = await findImport(trx, id)
      if (state !== 'applied') return
      const removed = await removePart(trx, id)
      if (removed !== undefined) return changeImport(trx, id, { taken: taken + removed })
      const returned = await restorePart(trx, id)
      if (returned > 0) return changeImport(trx, id, { restored: restored + returned })
      const kept = await countKept(trx, id, stopped - restored)
      return changeImport(trx, id, { state: 'undone', undoneAt: database.now(), kept })
    })
  }
}

/** How many of the subscribers have a newsletter in the queue, or a question that is being sent. */
async function countLeaving(trx: Transaction, importId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.recipientId')
    .where('subscribers.importId', '=', importId)
    .where(({ or, and, eb }) =>
      or([
        eb('deliveries.state', '=', 'sending'),
        and([eb('deliveries.state', '=', 'waiting'), eb('deliveries.kind', '!=', 'importConfirmation')]),
      ]),
    )
    .select(({ fn }) => fn.count<number>('subscribers.id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Why a subscriber of an import is not removed with it, the first that holds. */
const keptReasons: [reason: string, holds: Expression<SqlBool>][] = [
  ['Changed since', eb('subscribers.stateSince', 'is not', null)],
  ['Signed up themselves', eb('subscribers.source', '!=', 'import')],
  ['Got a newsletter', hasMessage('!=')],
  ['Was asked to confirm', hasMessage('=')],
]

/** Whether there is a message to a subscriber: the question of the import if it is sent, or any other. */
function hasMessage(operator: '=' | '!='): Expression<SqlBool> {
  const message = eb
    .selectFrom('deliveries')
    .select('deliveries.id')
    .whereRef('deliveries.recipientId', '=', 'subscribers.id')
    .where('deliveries.kind', operator, 'importConfirmation')
  return eb.exists(operator === '=' ? message.where('deliveries.state', '!=', 'waiting') : message)
}

/** Removes some subscribers, except those who change or whose message leaves at this moment. @returns undefined when none is left */
async function removePart(trx: Transaction, importId: string): Promise<number | undefined> {
  const isKept = eb.or(keptReasons.map(([, holds]) => holds))
  const rows = await trx
    .selectFrom('subscribers')
    .select('id')
    .where('importId', '=', importId)
    .where(eb.not(isKept))
    .limit(batch)
    .forUpdate()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return undefined
  await deleteDeliveries(trx, ids, { state: 'waiting' })
  await deleteEvents(trx, ids)
  const { numDeletedRows } = await trx
    .deleteFrom('subscribers')
    .where('id', 'in', ids)
    .where(eb.not(isKept))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Gives some of the subscribers whom the import stopped their former state again, unless it has changed since. @returns how many */
async function restorePart(trx: Transaction, importId: string): Promise<number> {
  const rows = await trx
    .selectFrom('subscribers')
    .select(['id', 'beforeStop'])
    .where('stoppedBy', '=', importId)
    .orderBy('id')
    .limit(batch)
    .forUpdate()
    .execute()
  for (const row of rows) {
    const { id, beforeStop } = subscribers.decode(row)
    const none = { stateSince: undefined, stateReason: undefined, pausedUntil: undefined, stoppedBy: undefined }
    await changeSubscriber(trx, id, { ...none, ...beforeStop, beforeStop: undefined })
  }
  return rows.length
}

/** @param changed how many of those whom the import stopped have changed since */
async function countKept(trx: Transaction, importId: string, changed: number): Promise<ReasonCount[]> {
  const [first, ...others] = keptReasons.map(([reason, holds]) => sql`when ${holds} then ${sql.lit(reason)}`)
  const reason = sql<string>`case ${sql.join([first, ...others], sql` `)} end`
  const kept = await trx
    .selectFrom('subscribers')
    .where('importId', '=', importId)
    .select(({ fn }) => [reason.as('reason'), fn.countAll<number>().as('count')])
    .groupBy('reason')
    .orderBy('count', 'desc')
    .execute()
  if (changed <= 0) return kept
  return [...kept, { reason: 'Unsubscribed by the import, and changed since', count: changed }]
}
