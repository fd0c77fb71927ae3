import { may, type Permission, toPublish } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import { flagOf, scheduleColumns } from '#server/database/lifecycle.ts'
import type { Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { roleForbidden } from '#server/runtime/http-error.ts'

type Columns = Record<string, unknown>
type RecordRow = Columns & { id: string }
type Actor = Pick<Staff, 'role' | 'granted'>

/** How records reach people outside, where this is not by a flag and a schedule. */
export type Publishing = {
  /** Whether people outside see a record, will see it without another act, or have got it. */
  isSeen(db: Db, row: RecordRow): Promise<boolean>
  /** The columns with the times at which it reaches them. */
  schedule: string[]
}

/** A kind of record as this rule sees it: its table, and who may write it. */
export type Published = {
  table: Table
  access?: { write: Permission } | undefined
  publishing?: Publishing | undefined
}

/** By its flag and its schedule. People outside may see the rows of any other table. */
const byFlag = (table: Table): Publishing => {
  const flag = flagOf(table)
  return {
    isSeen: async (_db, row) => flag === undefined || Boolean(row[flag]),
    schedule: flag === undefined ? [] : Object.keys(scheduleColumns),
  }
}

const publishingOf = ({ table, publishing = byFlag(table) }: Published) => publishing

/** The permission to write records of a kind when nothing else is said: drafts are for all who write content. */
export const writeAccessOf = (table: Table): Permission => (flagOf(table) === undefined ? 'publish' : 'writeContent')

/** Whether someone may publish the records of a kind, and not only write drafts of them. */
export const mayPublish = (actor: Actor, { access, table }: Published): boolean =>
  may(actor, toPublish(access?.write ?? writeAccessOf(table)))

/** Whether people outside see a record, will see it without another act, or have got it. */
export const isSeen = (db: Db, kind: Published, row: RecordRow): Promise<boolean> => publishingOf(kind).isSeen(db, row)

/**
 * Refuses a write of a record that people outside see before it or after it, or whose schedule it changes, from someone who may not publish.
 * Every write of a record asks it, so that no call can forget it.
 * @throws HttpError 403
 */
export async function expectDraft(
  db: Db,
  kind: Published,
  actor: Actor,
  { before, after }: { before?: RecordRow | undefined; after?: RecordRow },
): Promise<void> {
  if (mayPublish(actor, kind)) return
  const { isSeen, schedule } = publishingOf(kind)
  const isScheduled = after && schedule.some((name) => (before?.[name] ?? null) !== (after[name] ?? null))
  if (isScheduled || (before && (await isSeen(db, before))) || (after && (await isSeen(db, after))))
    throw roleForbidden(
      `${actor.granted ? 'This token' : `Your role (${actor.role})`} can only change drafts. Ask for a review to publish.`,
    )
}
