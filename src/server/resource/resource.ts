import * as z from 'zod/mini'
import type { Database, Transaction } from '#server/database/connect.ts'
import { constraintErrorOf } from '#server/database/constraint-errors.ts'
import { changeContent } from '#server/database/content-version.ts'
import type { Table } from '#server/database/table.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import type { Staff } from '#server/identity/staff.ts'
import type { Upload } from '#server/resource/upload.ts'
import { explainConflict, lockRow, type Stamped } from './versions.ts'

/** What a call brings beside its body: which record it changes (none yet when it makes one), and the picture of a form. */
export type Given = { id: string | undefined; upload: Upload | undefined }

/**
 * One kind of thing that staff manage. `Draft` is what is written: the body, with all that is slow (rendering, encoding) done by `prepare`,
 * before the transaction in which `create`, `update` and `remove` run. For a thing that is one table's row, `rowResource`
 * (`table-resource.ts`) has all of these.
 */
export type Resource<Input, Draft, Stored extends Stamped, Flags extends object = object> = {
  /** Below `/api`. */
  path: `/${string}`
  /** Where one is read below `path`, when it is not at its id. */
  readAt?: `/${string}`
  tag: string
  /** What one is called: 'Product'. */
  word: string
  table: Table
  input: z.ZodMiniType<Input>
  /** Whether `input` may come as a multipart form too, with a picture in the field `image`. */
  takesForms?: boolean
  /** The record as every one of these calls answers it. */
  record: z.ZodMiniType<Stored>
  /** What `PATCH` changes without making another version of the record; left out, there is no such call. */
  flags?: z.ZodMiniType<Flags>
  /** The columns that `PATCH` sets, when these are not the flags alone. */
  flagColumns?: (id: string, flags: Flags) => Promise<object>
  /** What to say, and at which field, when the database finds a value taken. */
  taken?: { path: string; message: string }
  prepare(input: Input, given: Given): Promise<Draft>
  find(id: string): Promise<Stored | undefined>
  create(trx: Transaction, draft: Draft, by: Staff): Promise<{ id: string }>
  update(trx: Transaction, id: string, draft: Draft, by: Staff): Promise<unknown>
  /** Left out, one cannot be deleted. */
  remove?: ((trx: Transaction, id: string) => Promise<unknown>) | undefined
}

/** What the calls of a resource do with the database. Refusals are `HttpError`s. */
export function storeOf<Input, Draft, Stored extends Stamped, Flags extends object>(
  database: Database,
  resource: Resource<Input, Draft, Stored, Flags>,
) {
  const { word, table, taken } = resource
  const unknown = () => notFound(`${word} not found`)

  async function read(id: string): Promise<Stored> {
    const found = await resource.find(id)
    if (!found) throw unknown()
    return found
  }

  async function add(work: (trx: Transaction) => Promise<{ id: string }>): Promise<Stored> {
    const { id } = await changeContent(database, work).catch((error) => {
      throw explainTaken(error)
    })
    return read(id)
  }

  /** @param version the one that the change was made to, when the caller says */
  async function change(id: string, work: (trx: Transaction) => Promise<unknown>, version?: number): Promise<void> {
    try {
      await changeContent(database, async (trx) => {
        if (!(await lockRow(trx, table, id, version))) throw unknown()
        await work(trx)
      })
    } catch (error) {
      throw await explainConflict(explainTaken(error), () => asAnswered(id))
    }
  }

  /** With what the contract names, and nothing else of the row: an error's body is not written by it. */
  async function asAnswered(id: string): Promise<Stored | undefined> {
    const found = await resource.find(id)
    return found && z.parse(resource.record, found)
  }

  const explainTaken = (error: unknown) =>
    taken && constraintErrorOf(error) === 'unique' ? new HttpError(409, taken.message, [taken]) : error

  return { read, add, change }
}
