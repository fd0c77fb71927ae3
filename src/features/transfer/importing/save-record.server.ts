import * as z from 'zod/mini'
import { TooIntricate } from '#content/render/rendered-content.ts'
import { nameVideos } from '#features/videos/videos.shared.server.ts'
import type { Transaction } from '#server/database/connect.ts'
import type { ContentChange } from '#server/database/content-version.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import { constraintErrorOf, storageErrorKind } from '#server/database/storage-errors.ts'
import { tellNothing } from '#server/hooks/emit.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { changeRecord, createRecord } from '#server/record/change-record.ts'
import { unusedSlug } from '#server/record/slugged.ts'
import { isVersionMismatch, type LockedRow } from '#server/record/versions.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { Note } from '../ground/transfer.contract.ts'
import type { ContentItemRow } from '../ground/transfer.table.ts'
import type { ImportContext } from './context.server.ts'
import { sentence } from './read-source.server.ts'

/** The kind and the id of the record, and the fields of the call that would save it. */
export type Saving = {
  entity: string
  id: string
  body: Record<string, unknown>
  /** Further columns of a new record, such as its dates. */
  stored?: Record<string, unknown>
  /** The version that an earlier import has left, of a record that is changed. */
  version?: number | undefined
  change: ContentChange
  /** Does the work of rendering when it is its turn. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>
}

/** What has become of a record: its version, the columns as they were, and its address. */
export type Saved = { version: number; before?: Record<string, unknown>; address?: string }
type Outcome = Partial<Pick<ContentItemRow, 'outcome' | 'reason'>> & { notes: Note[]; saved?: Saved }

/** Stops an import whose state another call has changed. */
export class ImportEnded extends Error {}

/** Whether an error is one of the moment, so that another attempt may succeed: of the storage, or of a busy process. */
export const isPassing = (error: unknown): boolean =>
  storageErrorKind(error) !== null ||
  (error as { statusCode?: number }).statusCode === 503 ||
  (error instanceof HttpError && error.status >= 500)

/**
 * Saves a record as its form would, without a message to anybody.
 * @param alongside what is stored in the same transaction
 */
export async function saveRecord(
  context: ImportContext,
  actor: Staff,
  { entity, id, body, stored, version, change, inTurn }: Saving,
  alongside: (trx: Transaction, saved: Saved, notes: Note[]) => Promise<unknown>,
): Promise<Outcome> {
  const { database, resources } = context
  const resource = resources.get(entity)
  const notes: Note[] = []
  if (!resource?.input || !resource.newRow)
    return { outcome: 'failed', reason: 'Records of this kind cannot be created.', notes }
  const { table, input, newRow } = resource
  const column = addressOf(table)
  const flag = 'published' in table.columns ? 'published' : 'active'
  let values = body
  const draft = (problem: string) => {
    values = { ...values, [flag]: false }
    notes.push({ kind: 'field', subject: 'Text', sentence: problem })
  }
  await nameVideos(database, textsIn(body).join('\n'))

  // A refusal may be mended: once by another address, once as a draft.
  for (let attempts = 0; ; attempts++) {
    const read = z.safeParse(input, values)
    if (!read.success)
      return { outcome: 'failed', reason: sentence(read.error.issues[0]?.message ?? 'It cannot be stored'), notes }
    try {
      const before = version === undefined ? undefined : await resource.find(id)
      if (version !== undefined && !before)
        return { outcome: 'failed', reason: 'It was deleted here meanwhile.', notes }
      const of = { stored: before, upload: undefined, isDraft: false }
      const prepared = await inTurn(() => resource.prepare(read.data, of))
      let saved: Saved | undefined
      await change(async (trx) => {
        saved = undefined
        tellNothing(trx)
        if (version === undefined) {
          const columns = { ...(await newRow(trx, prepared, actor)), ...stored, id }
          const row = await createRecord(trx, resource, actor, columns, prepared)
          saved = { version: row.version, ...(column && { address: String(row[column]) }) }
        } else {
          let former: LockedRow | undefined
          const columns = async (row: LockedRow) => {
            former = row
            return { ...(await resource.changes(trx, prepared, row, actor)) }
          }
          const changed = await changeRecord(trx, { ...resource, id }, actor, columns, { version, draft: prepared })
          if (!changed || !former) return
          const { after } = changed
          saved = {
            version: after.version,
            before: table.encode(former) as Record<string, unknown>,
            ...(column && { address: String(after[column as never]) }),
          }
        }
        await alongside(trx, saved, notes)
      })
      return saved ? { notes, saved } : { outcome: 'failed', reason: 'It was deleted here meanwhile.', notes }
    } catch (error) {
      if (attempts > 2 || error instanceof ImportEnded) throw error
      if (isVersionMismatch(error))
        return { outcome: 'here', reason: 'It was edited here meanwhile, so it stays as it is.', notes }
      if (error instanceof TooIntricate && values[flag] !== false)
        draft('Its text is too intricate to show, so it becomes a draft.')
      else if (column && version === undefined && isTaken(error)) {
        const free = await unusedSlug(database.db, table, String(values[column]))
        notes.push({
          kind: 'address',
          subject: String(values[column]),
          sentence: `The address “${values[column]}” was taken meanwhile, so it becomes “${free}”.`,
        })
        values = { ...values, [column]: free }
      } else if (error instanceof HttpError && error.status < 500)
        return { outcome: 'failed', reason: sentence(error.message), notes }
      else throw error
    }
  }
}

/** All texts in values of any shape. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

const isTaken = (error: unknown) => constraintErrorOf(error) === 'unique'
