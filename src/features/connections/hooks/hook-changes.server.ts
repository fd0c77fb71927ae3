import type { Config } from '#server/config/config.ts'
import { type Db, type Transaction, timeIn } from '#server/database/connect.ts'
import { addRow, deleteRow, updateRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import type { AnyEvent } from '#server/hooks/event-kind.ts'
import { hooks } from '#server/hooks/hooks.table.ts'
import { createOutsideCheck, OutsideError } from '#server/http/fetch-outside.ts'
import { deleteDeliveries, deleteLogged } from '#server/mail/queue.ts'
import { lockRow } from '#server/record/versions.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { hour } from '#server/security/counters.ts'
import { skipWaiting } from './hook-state.shared.server.ts'
import { type HookInput, mostHooks, secretOverlapHours } from './hooks.contract.ts'
import { hookRules } from './send-hooks.server.ts'
import { createHookSecret } from './signing.server.ts'

export type StoredHook = Row<typeof hooks>

export const noHook = () => notFound('This webhook does not exist')

/** How long a call waits for a name server, in milliseconds. */
const lookupWithin = 3_000

/** @throws HttpError 422 with the field at fault */
export async function checkHook(
  { config, db, events }: { config: Config; db: Db; events: AnyEvent[] },
  { url, events: names, courseId }: HookInput,
): Promise<void> {
  const known = new Set<string>(events.map(({ name }) => name))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined) throw invalid('events', `There is no event ${unknown}`)
  if (courseId !== undefined) {
    const course = db.selectFrom('courses').select('id').where('id', '=', courseId).where('deletedAt', 'is', null)
    if (!(await course.executeTakeFirst())) throw invalid('courseId', 'This course does not exist')
  }
  if (!config.hooks.private && !url.startsWith('https:')) throw invalid('url', 'The address must begin with https://')
  await createOutsideCheck(hookRules(config))(url, lookupWithin).catch((error) => {
    // A name that is not known yet is tried later.
    if (error instanceof OutsideError && error.unknownSite) return
    throw error instanceof OutsideError ? invalid('url', error.message) : error
  })
}

export async function addHook(trx: Transaction, input: HookInput, by: string): Promise<StoredHook> {
  const { count } = await trx
    .selectFrom('hooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostHooks) throw new HttpError(409, `There are ${mostHooks} webhooks already. Delete one first.`)
  const { url, events, form = 'generic', courseId, personal = false, active = true } = input
  const values = { url, events: [...new Set(events)], form, courseId, personal, active, secret: createHookSecret() }
  return addRow(trx, hooks, { ...values, createdBy: by, updatedBy: by } as never)
}

/** @param expected the version that the change is based on */
export async function changeHook(
  trx: Transaction,
  id: string,
  input: HookInput,
  { by, expected }: { by: string; expected: number | undefined },
): Promise<void> {
  const row = (await lockRow(trx, hooks, id, expected)) as StoredHook | undefined
  if (!row) throw noHook()
  const { url, events, form = row.form, personal = row.personal, active = row.active } = input
  const courseId = 'courseId' in input ? input.courseId : row.courseId
  const own = { url, events: [...new Set(events)], form, courseId, personal, active }
  // Another address, or one that is switched on again, begins with a clean record.
  const isNew = url !== row.url || active !== row.active
  const state = isNew ? { failingSince: undefined, pausedUntil: undefined, offReason: undefined } : {}
  await updateRow(trx, hooks, id, { ...own, ...state, updatedBy: by })
  if (row.active && !active) await skipWaiting(trx, [id], 'The webhook was switched off')
}

/** Deletes a webhook with its log and what waits for it. */
export async function removeHook(trx: Transaction, id: string): Promise<void> {
  // No event is written for it from here on.
  if (!(await lockRow(trx, hooks, id))) throw noHook()
  await deleteDeliveries(trx, [id])
  await deleteLogged(trx, trx.selectFrom('hookDeliveries').where('hookId', '=', id))
  await deleteRow(trx, hooks, id)
}

/** Makes a new secret. The former signs too for a day, so that the receiver can be changed meanwhile. */
export async function rotateSecret(trx: Transaction, id: string, by: string) {
  const row = (await lockRow(trx, hooks, id)) as StoredHook | undefined
  if (!row) throw noHook()
  const secret = createHookSecret()
  const formerSecretUntil = new Date(timeIn(trx) + secretOverlapHours * hour).toISOString()
  await updateRow(trx, hooks, id, { secret, formerSecret: row.secret, formerSecretUntil, updatedBy: by })
  return { secret, formerSecretUntil, url: row.url }
}

/** Lets a webhook that pauses after a failure be tried at once. */
export const endPause = (trx: Transaction, id: string) =>
  trx
    .updateTable('hooks')
    .set({ pausedUntil: null })
    .where('id', '=', id)
    .where('pausedUntil', 'is not', null)
    .execute()
