import { type RawBuilder, sql } from 'kysely'
import type { WorkingCopy } from '#contract/unpublished.ts'
import { noteChange } from '#server/activity/activity.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { type Db, listenerOf, nowIn, type Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { affectsRows, anyTable } from '#server/database/rows.ts'
import type { Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { endProposal, keepProposal } from './proposals.ts'
import { isSeen, mayPublish, type Published } from './publishing.ts'
import { workingCopies } from './records.table.ts'
import { keepRemarkedTexts } from './remarked-texts.ts'
import { revisedFields, unpack } from './revised-fields.ts'
import { ofRecord, type RecordKey, recordCopy, recordFound, rewriteRevision, stateOf } from './revisions.ts'
import { lockRow } from './versions.ts'

type Columns = Record<string, unknown>

/** Working copies, with the revisions that have their fields. */
const copies = (db: Db) =>
  db
    .selectFrom('workingCopies as copy')
    .innerJoin('revisions', (on) =>
      on
        .onRef('revisions.entity', '=', 'copy.entity')
        .onRef('revisions.recordId', '=', 'copy.recordId')
        .onRef('revisions.number', '=', 'copy.revision'),
    )

/** That of a record, of which there is at most one. */
const copyOf = (db: Db, { table, id }: RecordKey) =>
  copies(db).where('copy.entity', '=', table.name).where('copy.recordId', '=', id)

/** The working copy of a record, with its fields as columns of the record's table. */
export async function findCopy(db: Db, record: RecordKey): Promise<WorkingCopy | undefined> {
  const row = await copyOf(db, record)
    .leftJoin('revisions as base', (on) =>
      on
        .onRef('base.entity', '=', 'copy.entity')
        .onRef('base.recordId', '=', 'copy.recordId')
        .onRef('base.number', '=', 'copy.base'),
    )
    .select(['copy.version', 'copy.at', 'copy.by', 'revisions.fields', 'base.fields as base'])
    .executeTakeFirst()
  if (!row) return undefined
  const { fields, base, ...copy } = row
  return { ...workingCopies.decode(copy), fields: unpack(fields), base: base ? unpack(base) : {} }
}

/** The fields of the working copies of records of one kind, by their ids. */
export async function copyFields(db: Db, table: Table, ids: string[]): Promise<Map<string, Columns>> {
  const rows = await copies(db)
    .where('copy.entity', '=', table.name)
    .where(isOneOf(db, 'copy.recordId', ids))
    .select(['copy.recordId', 'revisions.fields'])
    .execute()
  return new Map(rows.map(({ recordId, fields }) => [recordId, unpack(fields)]))
}

/**
 * Stores changes to a live record in its history, and points to them. The record gets another version, so that a colleague's form that does
 * not know of the copy is refused by `If-Match` like any other outdated one; all else of it stays as it is.
 * @param changes columns of the record's table
 * @param expected the version that the changes are based on, when the caller says
 * @returns the row; undefined when there is no such record
 * @throws HttpError 409 for a record that is not live: a save changes nothing that a visitor sees. Someone who may not publish saves those of a
 * scheduled record too, which would appear with their changes.
 */
export async function saveDraft(
  trx: Transaction,
  record: Published & RecordKey,
  actor: Staff,
  changes: Columns,
  expected?: number,
) {
  const { table, id } = record
  const row = await lockRow(trx, table, id, expected)
  if (!row) return undefined
  const state = stateOf(trx, table, row)
  const publishes = mayPublish(actor, record)
  if (!(publishes ? state.live : await isSeen(trx, record, row)))
    throw new HttpError(409, 'This is not live, so its changes cannot be saved as draft. Save it instead.')
  const { number: base } = await recordFound(trx, record, row)
  const fields = { ...state.fields, ...revisedFields(table, changes) }
  noteChange(trx, { entity: table.name, recordId: id }, state.fields, fields)
  await keepRemarkedTexts(trx, record, async () => {
    const former = await findCopy(trx, record)
    return { before: former?.fields ?? state.fields, after: fields }
  })
  const revision = await recordCopy(trx, record, actor, fields)
  const version = await nextVersion(trx, record)
  const copy = { entity: table.name, recordId: id, revision, base, version, at: nowIn(trx), by: signedAs(actor) }
  const values = workingCopies.encode(copy)
  await trx
    .insertInto('workingCopies')
    .values(values)
    .onConflict((conflict) => conflict.columns(['entity', 'recordId']).doUpdateSet(values))
    .execute()
  await keepProposal(trx, record, actor, { kind: 'change', base })
  await listenerOf(trx).partsWritten(trx, record, { copy: fields }, { isDraft: !publishes })
  return row
}

/** Deletes the working copy of a record; its states stay in the history. @returns false when there is none */
export async function deleteCopy(trx: Transaction, record: RecordKey): Promise<boolean> {
  await keepRemarkedTexts(trx, record, async () => {
    const copy = await findCopy(trx, record)
    const row = copy && (await lockRow(trx, record.table, record.id))
    return row && { before: copy.fields, after: row }
  })
  if (!(await affectsRows(ofRecord(trx.deleteFrom('workingCopies'), record)))) return false
  await endProposal(trx, record, 'change')
  await listenerOf(trx).partsWritten(trx, record, { copy: undefined })
  return true
}

/**
 * Discards the working copy of a record, so that a colleague's form with it is outdated.
 * @param expected the version that the form is based on, when the caller says
 * @returns the row; undefined when there is no such record
 */
export async function discardCopy(trx: Transaction, record: RecordKey, expected?: number) {
  const row = await lockRow(trx, record.table, record.id, expected)
  if (row && (await deleteCopy(trx, record))) await nextVersion(trx, record)
  return row
}

/** Changes the fields of a working copy, if there is one, together with the live record. It stays the same revision. */
export async function changeCopy(
  trx: Transaction,
  record: RecordKey,
  change: (fields: Columns) => Columns,
): Promise<void> {
  const copy = await copyOf(trx, record).select(['copy.revision', 'revisions.fields']).executeTakeFirst()
  if (!copy) return
  const fields = change(unpack(copy.fields))
  await rewriteRevision(trx, record, copy.revision, fields)
  await listenerOf(trx).partsWritten(trx, record, { copy: fields })
}

/** For a list: whether a row has a working copy. */
export const hasCopy = (table: Table): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from "workingCopies" where "entity" = ${table.name} and "recordId" = ${sql.ref(`${table.name}.id`)})`

async function nextVersion(trx: Transaction, { table, id }: RecordKey): Promise<number> {
  const { version } = await anyTable(trx)
    .updateTable(table.name)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
