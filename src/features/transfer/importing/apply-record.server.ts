import * as z from 'zod/mini'
import { addRedirects, exportedRedirects } from '#features/redirects/redirects.shared.server.ts'
import { prepareGroup, refusalOfGroup } from '#features/settings/imported-settings.shared.server.ts'
import type { Transaction } from '#server/database/connect.ts'
import type { ContentChange } from '#server/database/content-version.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import { addRow, anyTable, setColumns } from '#server/database/rows.ts'
import { constraintErrorOf } from '#server/database/storage-errors.ts'
import type { Table } from '#server/database/table.ts'
import { tellNothing } from '#server/hooks/emit.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { createRecord } from '#server/record/change-record.ts'
import { unusedSlug } from '#server/record/slugged.ts'
import type { AnyResource } from '#server/resource/resource.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { exportedFile } from '../ground/atrium-export.contract.ts'
import { type ExportedTable, exportedTables } from '../ground/exported-tables.server.ts'
import type { Note } from '../ground/transfer.contract.ts'
import type { ImportContext } from './context.server.ts'
import { readExportedRow } from './exported-row.server.ts'
import { refusalOf } from './plan.server.ts'
import { sentence } from './read-source.server.ts'
import { type ExportedRecord, type ReadFile, storeFormerMedia } from './store-former-media.server.ts'

type Row = Record<string, unknown>

type Plan = { outcome: 'new' | 'here' | 'leftOut' | 'failed'; reason?: string; notes: Note[]; to?: string }
type SavedRecord = { version: number; address?: string }
type Applied = { outcome?: 'here' | 'failed'; reason?: string; notes: Note[]; saved?: SavedRecord }

const here = 'This site has it already.'

const tableOf = ({ entities }: Pick<ImportContext, 'entities'>, name: string): ExportedTable | undefined =>
  exportedTables(entities).find(({ table }) => table.name === name)

/** What becomes of a record. Nothing is written. */
export async function planExported(context: ImportContext, { entity, fields, stored }: ExportedRecord): Promise<Plan> {
  const notes: Note[] = []
  const fail = (reason: string): Plan => ({ outcome: 'failed', reason: sentence(reason), notes })
  if (entity === 'images') {
    if (!z.safeParse(exportedFile, stored['file']).success) return fail('It is damaged')
    const there = context.database.db.selectFrom('images').select('hash').where('hash', '=', String(fields['id']))
    return (await there.executeTakeFirst()) ? { outcome: 'here', reason: here, notes } : { outcome: 'new', notes }
  }
  const exported = tableOf(context, entity)
  if (!exported) return { outcome: 'leftOut', reason: 'Records of this kind are not imported.', notes }
  const read = readExportedRow(exported, fields)
  if ('reason' in read) return fail(read.reason)
  const { row, unknown } = read
  for (const subject of unknown)
    notes.push({ kind: 'field', subject, sentence: `This program has no field “${subject}”, so it is left out.` })
  const { table, key } = exported
  if (
    await anyTable(context.database.db).selectFrom(table.name).select(key).where(key, '=', row[key]).executeTakeFirst()
  )
    return { outcome: 'here', reason: here, notes }
  if (table.name === 'siteSettings') {
    const reason = refusalOfGroup(String(row['id']), row['fields'])
    return reason === undefined ? { outcome: 'new', notes } : { outcome: 'leftOut', reason: sentence(reason), notes }
  }
  const input = inputOf(context, table.name)
  const reason = input && refusalOf(input, bodyOf(input, row))
  if (reason !== undefined) return fail(reason)
  const column = addressOf(table)
  const path = exported.entity?.path
  return { outcome: 'new', notes, ...(column && path !== undefined && { to: `${path}/${row[column]}` }) }
}

/** The dates of pages are written with all their columns, as their section made them. */
const inputOf = ({ resources }: ImportContext, name: string) =>
  name === 'mediaItems' ? undefined : (resources.get(name)?.input as z.ZodMiniType | undefined)

const shapeOf = (input: z.ZodMiniType): string[] => Object.keys((input as Partial<z.ZodMiniObject>).shape ?? {})

/** The values of a form that would save this row. Nothing is ever sent because of it. */
const bodyOf = (input: z.ZodMiniType, row: Row): Row => ({
  ...Object.fromEntries(shapeOf(input).flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]))),
  ...('sendNotification' in row && { sendNotification: false }),
  // The form of a course names its instructor so.
  ...('instructorId' in row && { instructor: row['instructorId'] }),
})

type Apply = {
  actor: Staff
  importId: string
  signal: AbortSignal
  readFile: ReadFile
  change: ContentChange
  /** What is stored in the same transaction. */
  alongside(trx: Transaction, saved: SavedRecord): Promise<unknown>
}

/** Writes a record with its id, its dates and all its other columns. */
export async function applyExported(context: ImportContext, record: ExportedRecord, apply: Apply): Promise<Applied> {
  const { database } = context
  const notes: Note[] = []
  try {
    if (record.entity === 'images' || record.entity === 'mediaItems') {
      const reason = await storeFormerMedia(context, record, apply)
      if (reason !== undefined) return { outcome: 'failed', reason: sentence(reason), notes }
    }
    const exported = tableOf(context, record.entity)
    if (!exported) {
      const saved = { version: 1 }
      await database.transaction((trx) => apply.alongside(trx, saved))
      return { notes, saved }
    }
    const read = readExportedRow(exported, record.fields)
    if ('reason' in read) return { outcome: 'failed', reason: read.reason, notes }
    const row = await withoutStrangers(context, read.row, notes)
    const write = await writerOf(context, exported, { row, ...apply, notes })
    let saved: SavedRecord | undefined
    await apply.change(async (trx) => {
      saved = await write(trx)
      await apply.alongside(trx, saved)
    })
    return saved ? { notes, saved } : { outcome: 'here', reason: here, notes }
  } catch (error) {
    if (constraintErrorOf(error) === 'unique') return { outcome: 'here', reason: here, notes }
    if (constraintErrorOf(error)) return { outcome: 'failed', reason: 'A record that it names is missing.', notes }
    if (error instanceof HttpError && error.status < 500)
      return { outcome: 'failed', reason: sentence(error.message), notes }
    throw error
  }
}

/** No export has accounts, so records of another site name none of this one, except those that were exported here. */
async function withoutStrangers({ database: { db } }: ImportContext, row: Row, notes: Note[]): Promise<Row> {
  const named = [row['userId'], row['trainerIds']].flat().filter((id) => typeof id === 'string')
  if (named.length === 0) return row
  const users = await db.selectFrom('users').select('id').where('id', 'in', named).execute()
  const known = new Set(users.map(({ id }) => id))
  if (named.every((id) => known.has(id))) return row
  notes.push({
    kind: 'field',
    subject: 'Team members',
    sentence: 'A team member who is named has no account here, and is left out.',
  })
  const { userId, trainerIds, ...rest } = row
  const trainers = [trainerIds].flat().filter((id) => known.has(String(id)))
  return {
    ...rest,
    ...(known.has(String(userId)) && { userId }),
    ...(trainers.length > 0 && { trainerIds: trainers }),
  }
}

type Writing = Pick<Apply, 'actor' | 'importId'> & { row: Row; notes: Note[] }
type Writer = (trx: Transaction) => Promise<SavedRecord>

/** Does the slow work, before the transaction. @returns what writes the record */
async function writerOf(context: ImportContext, exported: ExportedTable, writing: Writing): Promise<Writer> {
  const { table } = exported
  const { row, importId, actor } = writing
  if (table.name === 'siteSettings') {
    const group = await prepareGroup(context.config, row as Parameters<typeof prepareGroup>[1])
    return async (trx) => {
      await group(trx, actor)
      await setColumns(trx, table, String(row['id']), auditOf(table, row))
      return { version: Number(row['version']) }
    }
  }
  if (table.name === exportedRedirects.table.name)
    return async (trx) => {
      const to =
        typeof row['to'] === 'string' ? row['to'] : { entity: String(row['entity']), id: String(row['recordId']) }
      const { added, refused } = await addRedirects(context, trx, [{ from: String(row['from']), to }], { importId })
      if (refused[0]) throw new HttpError(422, refused[0].reason)
      const columns = { id: row['id'], at: row['at'], by: row['by'] }
      await anyTable(trx).updateTable(table.name).set(table.encode(columns)).where('id', '=', added[0]).execute()
      return { version: 1 }
    }
  const resource = context.resources.get(table.name) as AnyResource | undefined
  const isDateOfPage = table.name === 'cohorts' && row['pageId'] !== undefined
  if (resource?.input && !isDateOfPage) return recordWriter(context, resource, exported, writing)
  return async (trx) => {
    const { id } = row
    // The section of a page has made its date already, or the upload its entry in the library.
    const made = isDateOfPage
      ? await trx.selectFrom('cohorts').select('id').where('pageId', '=', String(row['pageId'])).executeTakeFirst()
      : table.name === 'mediaItems'
        ? { id: String(id) }
        : undefined
    if (!made) await addRow(trx, table, row as never)
    else {
      await trx.deleteFrom('revisions').where('entity', '=', table.name).where('recordId', '=', made.id).execute()
      await anyTable(trx).updateTable(table.name).set(table.encode(row)).where('id', '=', made.id).execute()
    }
    return { version: Number(row['version'] ?? 1) }
  }
}

/** The columns that no form has: when a record was made and changed, by whom, and its version. Absent values are removed. */
const auditOf = ({ columns }: Table, row: Row): Row =>
  Object.fromEntries(
    ['createdAt', 'updatedAt', 'updatedBy', 'version', 'publishedAt'].flatMap((name) =>
      name in columns ? [[name, row[name]]] : [],
    ),
  )

/** Saves a record as its form would, then gives it the columns that the form does not have. */
async function recordWriter(
  { database }: ImportContext,
  resource: AnyResource,
  { table }: ExportedTable,
  { row, actor, notes }: Writing,
): Promise<Writer> {
  const { input } = resource
  const id = String(row['id'])
  const column = addressOf(table)
  const address = column && (await unusedSlug(database.db, table, String(row[column])))
  if (column && address !== row[column])
    notes.push({
      kind: 'address',
      subject: String(row[column]),
      sentence: `The address “${row[column]}” is taken, so it becomes “${address}”.`,
    })
  const body = { ...bodyOf(input, row), ...(column && { [column]: address }) }
  const parentId = resource.parent ? String(row['courseId']) : undefined
  const parsed = z.parse(input, body)
  const draft = await resource.prepare(parsed, { stored: undefined, upload: undefined, isDraft: false, parentId })
  return async (trx) => {
    const made = { ...(await resource.newRow(trx, draft, actor)) } as Row
    const kept = Object.fromEntries(Object.entries(row).filter(([name]) => !(name in made) && name !== column))
    const columns = { ...made, ...kept, ...(await placeOf(trx, table.name, row, made)), id }
    tellNothing(trx)
    await createRecord(trx, resource, actor, columns, draft)
    await setColumns(trx, table, id, { ...kept, ...auditOf(table, row) })
    return { version: Number(row['version'] ?? 1), ...(address !== undefined && { address }) }
  }
}

/** Its place in an order by hand, unless another record of this site has it: then it is the last one. There is one default instructor. */
async function placeOf(trx: Transaction, name: string, row: Row, made: Row): Promise<Row> {
  const has = async (column: string, value: unknown) =>
    (await anyTable(trx).selectFrom(name).select('id').where(column, '=', value).limit(1).executeTakeFirst()) !==
    undefined
  if (made['isDefault'] === true && (await has('isDefault', true))) return { isDefault: false }
  if (!('order' in made) || row['order'] === undefined || row['order'] === made['order']) return {}
  return name !== 'courses' && (await has('order', row['order'])) ? {} : { order: row['order'] }
}
