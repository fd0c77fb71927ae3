import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { doneBody } from '#contract/fields.ts'
import {
  mostAnswers,
  newRemark,
  type Remark,
  remark,
  remarkChange,
  remarkList,
  remarkQuery,
  remarksPerPage,
} from '#contract/remarks.ts'
import { noteRecord } from '#server/activity/activity.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { offsetOf } from '#server/database/list-pages.ts'
import type { Row } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { requirePermission, staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { PersonalData } from '#server/record/personal-data.ts'
import { remarks } from '#server/record/records.table.ts'
import { ofRecord, type RecordKey } from '#server/record/revisions.ts'
import { lockRow } from '#server/record/versions.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { moveRemarks } from './move-remarks.server.ts'

type StoredRemark = Row<typeof remarks>

export const remarkRoutes = feature('Remarks', async (app, { database, entities }) => {
  const { db } = database

  /** @throws HttpError 404 for a kind that is not reviewed, 403 for one that the caller may not read */
  function kindOf(request: FastifyRequest, name: string) {
    const kind = entities.find(({ table, reviewed }) => reviewed && table.name === name)
    if (!kind) throw notFound('There are no remarks on records of this kind')
    requirePermission(request, kind.access.read)
    return kind
  }

  /** Runs a change of a remark or an answer. `work` answers the id of the remark that it changed. */
  const changing = (
    request: FastifyRequest<{ Params: { id: string } }>,
    what: (stored: StoredRemark) => string,
    work: (trx: Transaction, stored: StoredRemark) => Promise<unknown>,
  ) =>
    database.transaction(async (trx) => {
      const find = async () => {
        const row = await trx.selectFrom('remarks').selectAll().where('id', '=', request.params.id).executeTakeFirst()
        if (!row) throw notFound('This remark was deleted')
        return remarks.decode(row)
      }
      const { entity, recordId: id } = await find()
      const { table } = kindOf(request, entity)
      const row = await lockRecord(trx, { table, id })
      const stored = await find()
      note(trx, { table, id }, row, what(stored))
      await work(trx, stored)
      return stored
    })

  route(app, 'GET /remarks', {
    access: 'staff',
    summary: 'List the remarks on a record, the newest first',
    description: `\`entity\` is the path of its calls: \`blogs\`. There are ${remarksPerPage} on a page.`,
    query: remarkQuery,
    answer: remarkList,
    handler: async (request) => {
      const { entity, id, done, page = 1 } = request.query
      const { table } = kindOf(request, entity)
      const found = await presentRows(db, table).select('id').where('id', '=', id).executeTakeFirst()
      if (!found) throw notFound('This record was deleted')
      await moveRemarks(database, { table, id })
      const all = ofRecord(db.selectFrom('remarks').where('parentId', 'is', null), { table, id })
      const { open, settled } = await all
        .select([countWhere(sql`"doneAt" is null`).as('open'), countWhere(sql`"doneAt" is not null`).as('settled')])
        .executeTakeFirstOrThrow()
      const rows = await all
        .selectAll()
        .where('doneAt', done === undefined ? 'is' : 'is not', null)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(remarksPerPage + 1)
        .offset(offsetOf({ page, limit: remarksPerPage }))
        .execute()
      return {
        remarks: await withAnswers(db, rows.slice(0, remarksPerPage).map(remarks.decode), staffOf(request)),
        open: Number(open),
        done: Number(settled),
        more: rows.length > remarksPerPage,
      }
    },
  })

  route(app, 'POST /remarks', {
    access: 'staff',
    summary: 'Remark on a record',
    description:
      'With `parent`, the id of a remark, it answers that one. The answer is the remark with all of its answers.',
    input: newRemark,
    answer: { 201: remark },
    errors: [409],
    handler: async (request) => {
      const { entity, id: recordId, text, anchor, parent } = request.body
      const { table } = kindOf(request, entity)
      if (anchor && !Object.hasOwn(table.columns, anchor.field)) throw invalid('anchor.field', 'There is no such field')
      const by = staffOf(request)
      const id = await database.transaction(async (trx) => {
        const what = parent === undefined ? 'Remark on a record' : 'Answer a remark on a record'
        const row = await lockRecord(trx, { table, id: recordId })
        note(trx, { table, id: recordId }, row, what)
        const parentId = parent && (await findThread(trx, { table, id: recordId }, parent))
        const own = { id: randomUUIDv7(), at: nowIn(trx), by: by.name, byId: by.id, text }
        const made = { ...own, entity, recordId, parentId, anchor: parentId === undefined ? anchor : undefined }
        await trx.insertInto('remarks').values(remarks.encode(made)).execute()
        return parentId ?? made.id
      })
      return readThread(db, id, by)
    },
  })

  route(app, 'PUT /remarks/:id', {
    access: 'staff',
    act: 'Change a remark',
    summary: 'Change a remark or an answer, settle a remark or open it again',
    description:
      'Its author and owners change the text, everyone settles. The answer is the remark with all of its answers.',
    input: remarkChange,
    answer: remark,
    handler: async (request) => {
      const { text, done } = request.body
      const by = staffOf(request)
      const what = ({ doneAt }: StoredRemark) =>
        text !== undefined || done === (doneAt !== undefined)
          ? 'Change a remark on a record'
          : done
            ? 'Settle a remark on a record'
            : 'Open a remark on a record'
      const { id, parentId } = await changing(request, what, async (trx, stored) => {
        const changes: Partial<StoredRemark> = {}
        if (text !== undefined && text !== stored.text) {
          expectAuthor(stored, by)
          if (isDeleted(stored)) throw notFound('This remark was deleted')
          Object.assign(changes, { text, editedAt: nowIn(trx) })
        }
        if (done !== undefined && done !== (stored.doneAt !== undefined)) {
          if (stored.parentId !== undefined) throw invalid('done', 'Only a remark can be done, not an answer')
          Object.assign(
            changes,
            done ? { doneAt: nowIn(trx), doneBy: by.name } : { doneAt: undefined, doneBy: undefined },
          )
        }
        if (Object.keys(changes).length > 0)
          await trx.updateTable('remarks').set(remarks.encode(changes)).where('id', '=', stored.id).execute()
      })
      return readThread(db, parentId ?? id, by)
    },
  })

  route(app, 'DELETE /remarks/:id', {
    access: 'staff',
    act: 'Delete a remark',
    summary: 'Delete a remark or an answer',
    description:
      'Its author and owners may. A remark goes with its answers; one that others have answered loses its words, and its answers stay until an owner deletes it once more.',
    answer: doneBody,
    handler: async (request) => {
      const by = staffOf(request)
      await changing(
        request,
        () => 'Delete a remark on a record',
        async (trx, stored) => {
          expectAuthor(stored, by)
          await removeRemark(trx, stored)
        },
      )
      return { message: 'Deleted' }
    },
  })
})

/** Locks the record of a remark, so that nobody deletes it meanwhile. @throws HttpError 404 for one that is deleted or in the trash */
async function lockRecord(trx: Transaction, { table, id }: RecordKey): Promise<object> {
  const row = await lockRow(trx, table, id)
  if (!row) throw notFound('This record was deleted')
  return row
}

/** Names the record of a remark in the activity log. */
const note = (trx: Transaction, { table, id }: RecordKey, row: object, what: string) =>
  noteRecord(trx, { entity: table.name, recordId: id, named: { ...row }, kind: 'change', what })

const countWhere = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`

/** The words of a remark are never empty. */
const isDeleted = ({ text }: StoredRemark) => text === ''

/** Whether someone may change the text of a remark and delete it. Its author has no more to say about a deleted one. */
const mayChange = (stored: StoredRemark, { id, role }: Staff) =>
  role === 'owner' || (stored.byId === id && !isDeleted(stored))

function expectAuthor(stored: StoredRemark, by: Staff): void {
  if (mayChange(stored, by)) return
  throw new HttpError(403, 'Only its author and owners can change or delete a remark', undefined, {
    code: 'role_forbidden',
  })
}

/**
 * The remark of a record to which an answer belongs. An answer to an answer belongs to the same remark.
 * @throws HttpError 404 when it was deleted, 409 when it has too many answers
 */
async function findThread(trx: Transaction, record: RecordKey, id: string): Promise<string> {
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
async function removeRemark(trx: Transaction, stored: StoredRemark): Promise<void> {
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
async function readThread(db: Db, id: string, me: Staff): Promise<Remark> {
  const row = await db.selectFrom('remarks').selectAll().where('id', '=', id).executeTakeFirst()
  const [thread] = row ? await withAnswers(db, [remarks.decode(row)], me) : []
  if (!thread) throw notFound('This remark was deleted')
  return thread
}

/** These remarks as a caller sees them, with their answers. */
async function withAnswers(db: Db, stored: StoredRemark[], me: Staff): Promise<Remark[]> {
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

/** Colleagues write remarks. They may name a person outside by address, and so may the words that they mark. */
export const remarkPersonalData: PersonalData = {
  tables: ['remarks'],
  read: async () => [],
  erase: async () => [],
  addresses: async () => [],
  mentions: [{ table: 'remarks', key: 'id', columns: ['text', 'anchor'] }],
}
