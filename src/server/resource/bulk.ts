import { sql } from 'kysely'
import type { BulkAnswer } from '#contract/bulk.ts'
import { rememberNotes } from '#server/activity/activity.ts'
import type { Transaction } from '#server/database/connect.ts'
import { toErrorResponse } from '#server/http/errors.ts'
import { isVersionMismatch } from '#server/record/versions.ts'
import { HttpError } from '#server/runtime/http-error.ts'

type Changed = BulkAnswer['changed'][number]

/**
 * Changes many records in one transaction. A refused record is not changed; the others are.
 * @param transact runs the transaction
 * @param change returns undefined if the record already has that value
 * @param explain translates a refusal, after the transaction
 */
export async function changeInBulk<Record extends { _id: string }>(
  records: Record[],
  transact: (work: (trx: Transaction) => Promise<Changed[]>) => Promise<Changed[]>,
  change: (trx: Transaction, record: Record) => Promise<Changed | undefined>,
  explain: (error: unknown, id: string) => Promise<unknown> = async (error) => error,
): Promise<BulkAnswer> {
  const refused = new Map<string, unknown>()
  const changed = await transact(async (trx) => {
    refused.clear()
    const done: Changed[] = []
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
