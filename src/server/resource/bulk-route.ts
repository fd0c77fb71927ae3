import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { inSentence } from '#contract/labels.ts'
import { type BulkAnswer, bulkAnswer, bulkInput, type Named } from '#contract/lists.ts'
import { bulkActs, rememberNotes } from '#server/activity/activity.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { hasTrash } from '#server/database/lifecycle.ts'
import { toErrorResponse } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { noteRemoval, removeRecord, restoreFromTrash } from '#server/record/trash.ts'
import { expectAsRead, isVersionMismatch, type LockedRow, untilNotOvertaken } from '#server/record/versions.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { type AnyResource, type AnyStore, accessOf, setFlags } from './resource.ts'

type Columns = Record<string, unknown>
type PreparedColumns = { columns: object; read?: object }

/** The call that sets flags of many records, deletes them, or restores deleted ones. */
export function bulkRoute(app: FastifyInstance, database: Database, resource: AnyResource, store: AnyStore): void {
  const { path, label, table, bulk } = resource
  if (!bulk) return

  route(app, `POST ${path}/bulk`, {
    access: accessOf(resource).write,
    act: `Change several records of the kind ${inSentence(label)}`,
    summary: 'Change, delete or restore several records',
    description:
      'Runs in one transaction. A record whose `version` differs from the one sent is not changed, and the answer says why.',
    input: bulkInput([...Object.keys(bulk), 'delete', ...(hasTrash(table) ? ['restore'] : [])]),
    answer: bulkAnswer,
    handler: async (request) => {
      const { action, records } = request.body as { action: string; records: Named[] }
      const by = staffOf(request)
      const flags = bulk[action] as Columns | undefined
      return untilNotOvertaken(async () => {
        const prepared = flags && (await prepare(flags, records))
        const change = async (trx: Transaction, { _id: id, version }: Named) => {
          if (action === 'restore') {
            const row = await restoreFromTrash(trx, { ...resource, id }, by)
            if (!row) throw notFound('This is no longer in the trash.')
            noteRemoval(trx, { table, id }, row, bulkActs.restore)
            return { _id: id, version: row.version }
          }
          if (!flags) {
            const removal = { version, done: bulkActs.delete, first: resource.beforeRemoval }
            return answer(await removeRecord(trx, { ...resource, id }, by, removal))
          }
          const columnsFor = (row: Columns) => {
            if (Object.keys(flags).every((name) => row[name] === flags[name])) return undefined
            const { columns, read = {} } = prepared?.get(id) ?? { columns: flags }
            if (columns instanceof HttpError) throw columns
            expectAsRead({ ...read }, row, {})
            return { ...columns }
          }
          const changed = await setFlags(trx, resource, id, by, columnsFor, version)
          return changed && changed.before === changed.after ? undefined : answer(changed?.after)
        }
        return changeInBulk(records, (work) => changeContent(database, work), change, store.explain)
      })
    },
  })

  function answer(row: LockedRow | undefined) {
    if (!row) throw notFound(`${label} not found`)
    return { _id: row.id, version: row.version }
  }

  /** The columns to set for each record, or the reason why they cannot be set. Slow work runs before the transaction. */
  async function prepare(flags: Columns, records: Named[]): Promise<Map<string, PreparedColumns>> {
    const prepared = new Map<string, PreparedColumns>()
    for (const { _id } of records)
      try {
        prepared.set(_id, (await resource.flagColumns?.(_id, flags)) ?? { columns: flags })
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        prepared.set(_id, { columns: error })
      }
    return prepared
  }
}

/**
 * Changes many records in one transaction. A refused record is not changed; the others are.
 * @param transact runs the transaction
 * @param change returns undefined if the record already has that value
 * @param explain translates a refusal, after the transaction
 */
export async function changeInBulk(
  records: Named[],
  transact: (work: (trx: Transaction) => Promise<Named[]>) => Promise<Named[]>,
  change: (trx: Transaction, record: Named) => Promise<Named | undefined>,
  explain: (error: unknown, id: string) => Promise<unknown>,
): Promise<BulkAnswer> {
  const refused = new Map<string, unknown>()
  const changed = await transact(async (trx) => {
    refused.clear()
    const done: Named[] = []
    // In the order of their ids, so that two such calls do not wait for each other's rows.
    for (const record of records.toSorted((one, other) => (one._id < other._id ? -1 : 1))) {
      await sql`savepoint "record"`.execute(trx)
      const forgetNotes = rememberNotes(trx)
      try {
        const result = await change(trx, record)
        if (result) done.push(result)
      } catch (error) {
        if (!(error instanceof HttpError || isVersionMismatch(error))) throw error
        await sql`rollback to savepoint "record"`.execute(trx)
        forgetNotes()
        refused.set(record._id, error)
      }
      await sql`release savepoint "record"`.execute(trx)
    }
    return done
  })
  const failed: BulkAnswer['failed'] = []
  for (const [_id, error] of refused) {
    const { message, code } = toErrorResponse(await explain(error, _id)).body
    failed.push({ _id, message, code })
  }
  return { changed, failed }
}
