import { sql } from 'kysely'
import { mostAnswers, type Remark } from '#contract/remarks.ts'
import { may } from '#contract/roles.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import type { Row } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { remarks } from '#server/record/records.table.ts'
import { ofRecord, type RecordKey } from '#server/record/revisions.ts'
import { HttpError, notFound, roleForbidden } from '#server/runtime/http-error.ts'

export type StoredRemark = Row<typeof remarks>

/** The words of a remark are never empty. */
export const isDeleted = ({ text }: StoredRemark) => text === ''

/** Whether someone may change the text of a remark and delete it. Its author has no more to say about a deleted one. */
const mayChange = (stored: StoredRemark, by: Staff) =>
  may(by, 'manage') || (stored.byId === by.id && !isDeleted(stored))

export function expectAuthor(stored: StoredRemark, by: Staff): void {
  if (mayChange(stored, by)) return
  throw roleForbidden('Only its author and owners can change or delete a remark')
}

/**
 * The remark of a record to which an answer belongs. An answer to an answer belongs to the same remark.
 * @throws HttpError 404 when it was deleted, 409 when it has too many answers
 */
export async function findThread(trx: Transaction, record: RecordKey, id: string): Promise<string> {
  const named = ofRecord(trx.selectFrom('remarks').select(['id', 'parentId']), record).where('id', '=', id)
  const found = await named.executeTakeFirst()
  if (!found) throw notFound('This remark was deleted')
  const thread = found.parentId ?? found.id
  const { count } = await trx
    .selectFrom('remarks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('parentId', '=', thread)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostAnswers)
    throw new HttpError(409, `This remark has ${mostAnswers} answers. Please write a new remark.`)
  return thread
}

/** Deletes a remark with its answers, or only its words when others have answered. */
export async function removeRemark(trx: Transaction, stored: StoredRemark): Promise<void> {
  const answers = trx.selectFrom('remarks').select('id').where('parentId', '=', stored.id)
  const ofOthers = sql<boolean>`"byId" is distinct from ${stored.byId ?? null}`
  if (!isDeleted(stored) && (await answers.where(ofOthers).limit(1).executeTakeFirst())) {
    const gone = remarks.encode({ text: '', editedAt: undefined })
    await trx.updateTable('remarks').set(gone).where('id', '=', stored.id).execute()
    return
  }
  // The database deletes its answers.
  await trx.deleteFrom('remarks').where('id', '=', stored.id).execute()
  const { parentId } = stored
  if (parentId === undefined) return
  // A remark without words goes with its last answer.
  const others = trx.selectFrom('remarks').select('id').where('parentId', '=', parentId).limit(1)
  if (await others.executeTakeFirst()) return
  await trx.deleteFrom('remarks').where('id', '=', parentId).where('text', '=', '').execute()
}

/** @throws HttpError 404 when it was deleted meanwhile */
export async function readThread(db: Db, id: string, me: Staff): Promise<Remark> {
  const row = await db.selectFrom('remarks').selectAll().where('id', '=', id).executeTakeFirst()
  const [thread] = row ? await withAnswers(db, [remarks.decode(row)], me) : []
  if (!thread) throw notFound('This remark was deleted')
  return thread
}

/** These remarks as a caller sees them, with their answers. */
export async function withAnswers(db: Db, stored: StoredRemark[], me: Staff): Promise<Remark[]> {
  if (stored.length === 0) return []
  const ids = stored.map(({ id }) => id)
  const answers = db.selectFrom('remarks').selectAll().where('parentId', 'in', ids).orderBy('at').orderBy('id')
  const byThread = Map.groupBy((await answers.execute()).map(remarks.decode), ({ parentId }) => parentId)
  const wordsOf = (row: StoredRemark) => {
    const { id: _id, text, at, by, byId, editedAt } = row
    return { _id, text, at, by, byId, editedAt, mayChange: mayChange(row, me) }
  }
  return stored.map((row) => ({
    ...wordsOf(row),
    anchor: row.anchor,
    lost: row.lostAt !== undefined,
    doneAt: row.doneAt,
    doneBy: row.doneBy,
    answers: (byThread.get(row.id) ?? []).map(wordsOf),
  }))
}
