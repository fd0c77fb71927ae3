import { noteChange } from '#server/activity/activity.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { listenerOf, nowIn, type Transaction } from '#server/database/connect.ts'
import { addRow, type NewRow, writeRow } from '#server/database/rows.ts'
import type { Row, Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { keepProposalOfRow } from './proposals.ts'
import { checkSchedule, datesOf } from './publication.ts'
import { tellPublication } from './publication-events.ts'
import { expectDraft, mayPublish, type Published } from './publishing.ts'
import { keepTextsOfRow } from './remarked-texts.ts'
import { revisedFields } from './revised-fields.ts'
import { type RecordKey, recordHistory } from './revisions.ts'
import { aloneAct, publishesAlone } from './second-person.ts'
import { type LockedRow, lockRow } from './versions.ts'

/**
 * A write of a record: the row before it, which a new record does not have, and the row as it is stored now. `draft` is what the form sent and
 * `prepare` made of it; a write that sets only flags has none.
 */
// biome-ignore lint/suspicious/noExplicitAny: an entity names the types of its rows and drafts where it declares a step
type Change<Stored = any, Draft = any> = RecordKey & {
  by: Staff
  /** Whether they may publish records of this kind. */
  publishes: boolean
  before: Stored | undefined
  after: Stored
  draft: Draft | undefined
  /** Whether an owner makes it public without the approval of a second person. */
  alone: boolean
}

/** Something that follows from a write, in its transaction. It may refuse the write with an `HttpError`. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Step<Stored = any, Draft = any> = (trx: Transaction, change: Change<Stored, Draft>) => Promise<unknown>

/** A kind of record: its table, who may write and publish it, and the steps that only its writes have, such as an entry in the search. */
export type Recorded<T extends Table = Table> = Published & { table: T; steps?: Step[] }

type Columns = Record<string, unknown>
type StoredRow<T extends Table> = Row<T> & LockedRow

/** All that follows from each write of a record, in this order. */
const stepsOf = ({ steps = [] }: Recorded): Step[] => [
  checkTimes,
  tellListener,
  // The slug history, the search, the newsletter.
  ...steps,
  keepTextsOfRow,
  (trx, { table, before, after }) => tellPublication(trx, table, before, after),
  recordHistory,
  keepProposalOfRow,
  recordActivity,
]

const checkTimes: Step = async (_trx, { table, after }) => checkSchedule(table, after)

const tellListener: Step = (trx, { table, id, before = {}, after, publishes }) =>
  listenerOf(trx).rowWritten(trx, table, id, after, { before, isDraft: !publishes })

const recordActivity: Step = async (trx, { table, id, before, after, alone }) =>
  noteChange(
    trx,
    { entity: table.name, recordId: id },
    // The date that readers see follows from other columns.
    before && { ...revisedFields(table, before), createdAt: after['createdAt'] },
    revisedFields(table, after),
    alone ? { what: aloneAct } : {},
  )

/** Adds a record. @returns its row */
export async function createRecord<T extends Table>(
  trx: Transaction,
  record: Recorded<T>,
  actor: Staff,
  columns: Columns,
  draft?: unknown,
): Promise<StoredRow<T>> {
  const { table } = record
  const now = nowIn(trx)
  const dates = datesOf(table, undefined, columns, now)
  // The date that readers see is not the time of the edit.
  const edited = dates.createdAt === undefined ? {} : { updatedAt: now }
  const row = { ...edited, ...columns, ...dates, ...authorOf(table, actor) }
  const after = (await addRow(trx, table, row as NewRow<T>)) as StoredRow<T>
  await follow(trx, record, { table, id: after.id, by: actor, before: undefined, after, draft })
  return after
}

type ChangeOptions = {
  /** The version that the change is based on, when the caller says. */
  version?: number | undefined
  /** Whether the change makes a new version, as an edit does and a flag does not. */
  isEdit?: boolean
  draft?: unknown
  /** Whether visitors see the record though it has no flag. */
  isShown?: boolean
}

/**
 * Changes a record: locks and reads its row, writes what `change` makes of it, and takes all steps that follow from a write.
 * @param change returns the columns to write, or undefined to write nothing
 * @returns the row before and after, which is the same one if nothing was written; undefined when there is no such record
 * @throws VersionMismatch when the stored version is not the one that the change is based on
 */
export async function changeRecord<T extends Table>(
  trx: Transaction,
  record: Recorded<T> & { id: string },
  actor: Staff,
  change: (before: StoredRow<T>) => Columns | undefined | Promise<Columns | undefined>,
  { version, isEdit = true, draft, isShown }: ChangeOptions = {},
): Promise<{ before: StoredRow<T>; after: StoredRow<T> } | undefined> {
  const { table, id } = record
  const before = (await lockRow(trx, table, id, version)) as StoredRow<T> | undefined
  const columns = before && (await change(before))
  if (!columns) return before && { before, after: before }
  const dates = datesOf(table, before, { ...before, ...columns }, nowIn(trx))
  const author = isEdit ? authorOf(table, actor) : {}
  const after = (await writeRow(trx, table, id, { ...columns, ...dates, ...author }, { isEdit })) as StoredRow<T>
  await follow(trx, record, { table, id, by: actor, before, after, draft }, isShown)
  return { before, after }
}

/** An entity without a column for it has no author. */
const authorOf = ({ columns }: Table, actor: Staff): Columns =>
  'updatedBy' in columns ? { updatedBy: signedAs(actor) } : {}

async function follow(
  trx: Transaction,
  record: Recorded,
  written: Omit<Change, 'publishes' | 'alone'>,
  isShown?: boolean,
): Promise<void> {
  await expectDraft(trx, record, written.by, written)
  const change = {
    ...written,
    publishes: mayPublish(written.by, record),
    alone: await publishesAlone(trx, written, isShown),
  }
  for (const step of stepsOf(record)) await step(trx, change)
}
