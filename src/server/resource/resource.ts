import type { preValidationAsyncHookHandler } from 'fastify'
import type { Expression, SqlBool } from 'kysely'
import * as z from 'zod/mini'
import type { Permission } from '#contract/roles.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import { constraintErrorOf } from '#server/database/storage-errors.ts'
import type { Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { changeRecord, createRecord, type Step } from '#server/record/change-record.ts'
import { type Publishing, writeAccessOf } from '#server/record/publishing.ts'
import { revisedFields } from '#server/record/revised-fields.ts'
import { findHolder } from '#server/record/trash.ts'
import { explainConflict, type LockedRow, type Versioned } from '#server/record/versions.ts'
import { changeCopy, findCopy } from '#server/record/working-copies.ts'
import type { Upload } from '#server/resource/read-form.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import type { AnyAct } from './act-routes.ts'

/** Who may read and write the records of an entity. All staff read the content of pages. */
export const accessOf = ({
  table,
  access = { read: 'staff', write: writeAccessOf(table) },
}: Pick<AnyResource, 'access' | 'table'>) => access

/** The record to which records belong whose path has its id: `/courses/:course/cohorts`. */
export type Parent = {
  /** The parameter of the path with its id: 'course'. */
  param: string
  label: string
  /** Whether there is one with this id, outside the trash. */
  has: (id: string) => Promise<boolean>
  /** The condition of the records that belong to it. */
  own: (id: string) => Expression<SqlBool>
}

/**
 * What `prepare` receives besides the body: the record to change (undefined for a new one), the picture of a form, whether it is for someone who may
 * not publish, the id of the record to which it belongs, and that of which it is a copy.
 */
export type PrepareContext<Stored> = {
  stored: Stored | undefined
  upload: Upload | undefined
  isDraft: boolean
  parentId?: string | undefined
  copied?: Stored
}

/**
 * An entity that staff manage. `prepare` turns the body into the `Draft` to write and does all slow work (rendering, encoding), before the
 * transaction in which `newRow` or `changes` say what is written; `steps` then follow from the write, besides those of every record
 * (`record/change-record.ts`). For an entity that is one row of a table, `rowResource` provides all of these.
 */
export type Resource<Input, Draft, Stored extends Versioned, Flags extends object = object> = {
  /** Below `/api`. */
  path: `/${string}`
  /** The path below `path` under which a record is read by its id, when it is not `path` itself. */
  readAt?: `/${string}`
  /** The record that these belong to, if `path` has its id. Calls with the id of another one's record answer 404. */
  parent?: Parent
  /** Who may read its records and write them; by default as for content. */
  access?: { read: Permission; write: Permission } | undefined
  /** How its records reach people outside, if that is not by the flag and the schedule of the table. */
  publishing?: Publishing
  /** The name of the entity in messages: 'Product'. */
  label: string
  table: Table
  steps?: Step[]
  input: z.ZodMiniType<Input>
  /** Whether `input` may be sent as a multipart form too, with a picture in the field `image`. */
  takesForms?: boolean
  /** The record as all of these calls answer it. */
  record: z.ZodMiniType<Stored>
  /** The flags that `PATCH` changes without a new version of the record. Without them there is no such call. */
  flags?: z.ZodMiniType<Flags>
  /** The columns that `PATCH` sets, when they are not just the flags. `read` has those of the record that they follow from. */
  flagColumns?: (id: string, flags: Flags) => Promise<{ columns: object; read?: object }>
  /** Whether a change of flags is an edit, which makes a new version. */
  flagsAreEdits?: boolean
  /** The bulk actions, and the flags that each sets. They include deletion and, with a trash, restoring. */
  bulk?: Record<string, Flags>
  /** The acts on a record, by the last word of their path. */
  acts?: Record<string, AnyAct>
  /** How a record is copied: the field with its name, and the values that differ in the copy. Without it there is no such call. */
  copy?: { nameField: string; values: (stored: Stored) => object }
  /** The fields of an answer for the columns of a row, where they differ: `instructor` for `instructorId`. A working copy is of a `stored` record. */
  fieldsOfRow?: (columns: Record<string, unknown>, stored?: Stored) => Record<string, unknown>
  /**
   * The columns of a draft, if changes to a live record can be saved as draft: a working copy stores them. Its answers
   * have the `workingCopy`. Without it there are no working copies.
   */
  columnsOfDraft?: (draft: Draft) => object
  /** Stores a form's values for other tables when the rest is saved as draft; other saves use `steps`. */
  alongside?: (trx: Transaction, id: string, draft: Draft, actor: Staff) => Promise<unknown>
  /** The message, and its field, when a unique value exists already. */
  duplicate?: { path: string; message: string }
  prepare(input: Input, context: PrepareContext<Stored>): Promise<Draft>
  /** The parts of a body's texts that pages will not show. Answers of saves name them. */
  notShown?: (input: Input, stored?: Stored) => Promise<string[]>
  /** The fields of the stored record that `prepare` reads, such as a text that it renders. If one changes before the transaction, it runs again. */
  reads?: string[]
  find(id: string): Promise<Stored | undefined>
  newRow(trx: Transaction, draft: Draft, actor: Staff): Promise<object>
  changes(trx: Transaction, draft: Draft, before: LockedRow, actor: Staff): Promise<object>
  /** Runs before an update of the locked record by its form's call is written. It may refuse that with an `HttpError`. */
  beforeUpdate?: (trx: Transaction, draft: Draft, before: LockedRow) => Promise<unknown>
  /** Runs before a record goes to the trash or, where its table has none, is deleted. It may refuse that with an `HttpError`. */
  beforeRemoval?: (trx: Transaction, row: LockedRow, actor: Staff) => Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: for what does not depend on the types of the body and the record
export type AnyResource = Resource<any, any, any, any>
/** The entities with calls, by the names of their tables: as needed to save a record as its form would. The settings have no calls to create one. */
export type Resources = Map<
  string,
  Pick<AnyResource, 'table' | 'steps' | 'access' | 'publishing' | 'prepare' | 'find' | 'changes'> &
    Partial<
      Pick<
        AnyResource,
        | 'path'
        | 'readAt'
        | 'label'
        | 'parent'
        | 'input'
        | 'record'
        | 'bulk'
        | 'newRow'
        | 'beforeRemoval'
        | 'columnsOfDraft'
      >
    >
>

declare module 'fastify' {
  interface FastifyInstance {
    resources: Resources
    /** The hook that stores the pictures which the texts of a body embed. */
    storeEmbedded: preValidationAsyncHookHandler
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyStore = ReturnType<typeof resourceStore<any, any, any, any>>

/** The database operations behind a resource's calls. They throw `HttpError`s. */
export function resourceStore<Input, Draft, Stored extends Versioned, Flags extends object>(
  database: Database,
  resource: Resource<Input, Draft, Stored, Flags>,
) {
  const { label, table, duplicate, fieldsOfRow = (row) => row } = resource

  /** @throws HttpError 404 when there is no such record */
  async function found<Record>(record: Record | undefined | Promise<Record | undefined>): Promise<Record> {
    const existing = await record
    if (existing === undefined) throw notFound(`${label} not found`)
    return existing
  }

  const read = (id: string) => found(find(id))

  async function find(id: string): Promise<Stored | undefined> {
    const stored = await resource.find(id)
    const copy = stored && resource.columnsOfDraft && (await findCopy(database.db, { table, id }))
    if (!copy) return stored
    const [fields, base] = [copy.fields, copy.base].map((columns) => fieldsOfRow(columns, stored))
    return { ...stored, workingCopy: { ...copy, fields, base } }
  }

  async function create(draft: Draft, actor: Staff, slug?: string): Promise<Stored> {
    const work = async (trx: Transaction) =>
      createRecord(trx, resource, actor, { ...(await resource.newRow(trx, draft, actor)) }, draft)
    const { id } = await changeContent(database, work).catch(async (error) => {
      throw await toConflictError(error, slug)
    })
    return read(id)
  }

  /**
   * Runs a change of a record in a transaction.
   * @param work answers undefined when there is no such record
   * @param unseen whether visitors see nothing of it: then the content version stays the same
   */
  async function change(
    id: string,
    work: (trx: Transaction) => Promise<unknown>,
    { slug, unseen = false }: { slug?: string | undefined; unseen?: boolean } = {},
  ): Promise<void> {
    const checked = (trx: Transaction) => found(work(trx))
    try {
      await (unseen ? database.transaction(checked) : changeContent(database, checked))
    } catch (error) {
      throw await explain(await toConflictError(error, slug), id)
    }
  }

  async function toConflictError(error: unknown, slug?: string): Promise<unknown> {
    if (!duplicate || constraintErrorOf(error) !== 'unique') return error
    return conflict(duplicate, (slug !== undefined && (await findHolder(database, table, slug))) || {})
  }

  type Holder = Partial<NonNullable<Awaited<ReturnType<typeof findHolder>>>>
  function conflict(duplicate: { path: string; message: string }, { name, trashed }: Holder): HttpError {
    const belongs = `This ${duplicate.path} belongs to “${name}”${trashed ? ', which is in the trash' : ''}`
    const message = trashed || (name && addressOf(table) === 'path') ? belongs : duplicate.message
    return new HttpError(409, message, [{ ...duplicate, message }], trashed && { code: 'in_trash', trashed })
  }

  /** @throws HttpError 409 for a slug or a path that another record has */
  async function expectFreeAddress(id: string, slug: unknown): Promise<void> {
    const holder = typeof slug === 'string' ? await findHolder(database, table, slug) : undefined
    if (duplicate && holder && holder._id !== id) throw conflict(duplicate, holder)
  }

  const explain = (error: unknown, id: string) =>
    explainConflict(error, async () => {
      const stored = await find(id)
      // Only the fields of the contract: unlike an answer, an error's body is not serialised by it.
      return stored && z.parse(resource.record, stored)
    })

  return { read, find: (id: string) => found(resource.find(id)), create, change, expectFreeAddress, explain }
}

type Columns = Record<string, unknown>

/**
 * Sets the columns of flags in a record, and in its working copy, since they need no publishing.
 * @param columnsFor returns them, or undefined when the record has these values already
 * @param version the one that the change is based on, when the caller says
 */
export async function setFlags(
  trx: Transaction,
  resource: AnyResource,
  id: string,
  actor: Staff,
  columnsFor: (before: LockedRow) => Columns | undefined,
  version?: number,
) {
  const { table, columnsOfDraft, flagsAreEdits = false } = resource
  let columns: Columns | undefined
  const set = (before: LockedRow) => {
    columns = columnsFor(before)
    return columns
  }
  const changed = await changeRecord(trx, { ...resource, id }, actor, set, { version, isEdit: flagsAreEdits })
  if (columns && columnsOfDraft) {
    const flags = revisedFields(table, columns)
    await changeCopy(trx, { table, id }, (fields) => ({ ...fields, ...flags }))
  }
  return changed
}

/** A row as answers contain it, with its id as `_id`. */
export const withPublicId = <R extends { id: string }>({ id, ...row }: R) => ({ ...row, _id: id })
