import * as z from 'zod/mini'
import type { Database, Transaction } from '#server/database/connect.ts'
import { constraintErrorOf } from '#server/database/constraint-errors.ts'
import { changeContent } from '#server/database/content-version.ts'
import type { Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/staff.ts'
import type { Cleared } from '#server/record/schedule.ts'
import { findInTrash } from '#server/record/trash.ts'
import { explainConflict, lockRow, type Versioned } from '#server/record/versions.ts'
import { findCopy } from '#server/record/working-copies.ts'
import type { Upload } from '#server/resource/upload.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'

/** The name of one record in a sentence: 'an opening'. */
export const withArticle = (label: string): string => `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`

/** Further input of `prepare`: the id of the record to change (undefined for a new one), and the picture of a form. */
export type PrepareContext = { id: string | undefined; upload: Upload | undefined }

/**
 * An entity that staff manage. `prepare` turns the body into the `Draft` to write and does all slow work (rendering, encoding), before the
 * transaction in which `create`, `update` and `remove` run. For an entity that is one row of a table, `rowResource` (`row-resource.ts`)
 * provides all of these.
 */
export type Resource<Input, Draft, Stored extends Versioned, Flags extends object = object> = {
  /** Below `/api`. */
  path: `/${string}`
  /** The path below `path` under which a record is read by its id, when it is not `path` itself. */
  readAt?: `/${string}`
  tag: string
  /** The name of the entity in messages: 'Product'. */
  label: string
  table: Table
  input: z.ZodMiniType<Input>
  /** Whether `input` may be sent as a multipart form too, with a picture in the field `image`. */
  takesForms?: boolean
  /** The record as all of these calls answer it. */
  record: z.ZodMiniType<Stored>
  /** The flags that `PATCH` changes without a new version of the record. Without them there is no such call. */
  flags?: z.ZodMiniType<Flags>
  /** The columns that `PATCH` sets, when they are not just the flags. */
  flagColumns?: (id: string, flags: Flags) => Promise<object>
  /** Sets the columns of flags in a row, if they have further effects. */
  setFlags?: (trx: Transaction, id: string, columns: object, by: Staff) => Promise<unknown>
  /** The bulk actions, and the flags that each sets. They include deletion and, with a trash, restoring. */
  bulk?: Record<string, Flags>
  /** How a record is copied: the field with its name, and the values that differ in the copy. Without it there is no such call. */
  copy?: { nameField: string; values: (stored: Stored) => object }
  /** The fields of an answer for the columns of a row, where they differ: `instructor` for `instructorId`. */
  fieldsOfRow?: (columns: Record<string, unknown>) => Record<string, unknown>
  /**
   * The columns of a draft, if changes to a live record can be saved as draft: a working copy stores them. Its answers
   * have the `workingCopy`. Without it there are no working copies.
   */
  columnsOfDraft?: (draft: Draft) => object
  /** The message, and its field, when a unique value exists already. */
  duplicate?: { path: string; message: string }
  prepare(input: Cleared<Input>, context: PrepareContext): Promise<Draft>
  find(id: string): Promise<Stored | undefined>
  create(trx: Transaction, draft: Draft, by: Staff): Promise<{ id: string }>
  update(trx: Transaction, id: string, draft: Draft, by: Staff): Promise<unknown>
  /** Moves the record to the trash, or deletes it where its table has none. Without it records cannot be deleted. */
  remove?: ((trx: Transaction, id: string, by: Staff) => Promise<unknown>) | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: for what does not depend on the types of the body and the record
export type AnyResource = Resource<any, any, any, any>

/** The database operations behind a resource's calls. They throw `HttpError`s. */
export function resourceStore<Input, Draft, Stored extends Versioned, Flags extends object>(
  database: Database,
  resource: Resource<Input, Draft, Stored, Flags>,
) {
  const { label, table, duplicate, fieldsOfRow = (row) => row } = resource
  const unknownRecord = () => notFound(`${label} not found`)

  async function read(id: string): Promise<Stored> {
    const found = await find(id)
    if (!found) throw unknownRecord()
    return found
  }

  async function find(id: string): Promise<Stored | undefined> {
    const found = await resource.find(id)
    const copy = found && resource.columnsOfDraft && (await findCopy(database.db, { table, id }))
    if (!copy) return found
    return { ...found, workingCopy: { ...copy, fields: fieldsOfRow(copy.fields), base: fieldsOfRow(copy.base) } }
  }

  /** @param slug the one that the record is to have, if it has one */
  async function add(work: (trx: Transaction) => Promise<{ id: string }>, slug?: string): Promise<Stored> {
    const { id } = await changeContent(database, work).catch(async (error) => {
      throw await toConflictError(error, slug)
    })
    return read(id)
  }

  /** @param version the one that the change is based on, when the caller says */
  async function change(
    id: string,
    work: (trx: Transaction) => Promise<unknown>,
    { version, slug }: { version?: number | undefined; slug?: string | undefined } = {},
  ): Promise<void> {
    try {
      await changeContent(database, async (trx) => {
        if (!(await lockRow(trx, table, id, version))) throw unknownRecord()
        await work(trx)
      })
    } catch (error) {
      throw await explain(await toConflictError(error, slug), id)
    }
  }

  /** Like `change`, for data that visitors do not see: the content version stays the same. */
  async function changeUnseen(
    id: string,
    work: (trx: Transaction) => Promise<unknown>,
    version?: number | undefined,
  ): Promise<void> {
    try {
      await database.transaction(async (trx) => {
        if (!(await lockRow(trx, table, id, version))) throw unknownRecord()
        await work(trx)
      })
    } catch (error) {
      throw await explain(error, id)
    }
  }

  /** Only the fields of the contract: unlike an answer, an error's body is not serialised by it. */
  async function findForAnswer(id: string): Promise<Stored | undefined> {
    const found = await find(id)
    return found && z.parse(resource.record, found)
  }

  async function toConflictError(error: unknown, slug?: string): Promise<unknown> {
    if (!duplicate || constraintErrorOf(error) !== 'unique') return error
    const holder = slug === undefined ? undefined : await findInTrash(database, table, slug)
    if (!holder) return new HttpError(409, duplicate.message, [duplicate])
    const message = `This slug belongs to “${holder.name}”, which is in the trash`
    return new HttpError(409, message, [{ path: duplicate.path, message }], { code: 'in_trash', trashed: holder })
  }

  const explain = (error: unknown, id: string) => explainConflict(error, () => findForAnswer(id))

  return { read, add, change, changeUnseen, explain }
}
