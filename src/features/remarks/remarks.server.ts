import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { doneBody } from '#contract/fields.ts'
import {
  namedRecord,
  newRemark,
  remark,
  remarkChange,
  remarkList,
  remarkQuery,
  remarksPerPage,
} from '#contract/remarks.ts'
import { noteRecord } from '#server/activity/activity.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { offsetOf } from '#server/database/list-pages.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { requirePermission, staffOf } from '#server/identity/access.ts'
import { reviewedEntity } from '#server/record/entity.ts'
import type { PersonalData } from '#server/record/personal-data.ts'
import { remarks } from '#server/record/records.table.ts'
import { ofRecord, type RecordKey } from '#server/record/revisions.ts'
import { lockRow } from '#server/record/versions.ts'
import { invalid, notFound } from '#server/runtime/http-error.ts'
import { moveRemarks } from './move-remarks.server.ts'
import {
  expectAuthor,
  findThread,
  isDeleted,
  readThread,
  removeRemark,
  type StoredRemark,
  withAnswers,
} from './remark-threads.server.ts'

export const remarkRoutes = feature('Remarks', async (app, { database, entities }) => {
  const { db } = database

  /** @throws HttpError 404 for a kind that is not reviewed, 403 for one that the caller may not read */
  function kindOf(request: FastifyRequest, name: string) {
    const kind = reviewedEntity(entities, name)
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
      // Without it they are where they were.
      await moveRemarks(database, { table, id }).catch((error) => logFailure(request.log, error))
      const all = ofRecord(db.selectFrom('remarks').where('parentId', 'is', null), { table, id })
      const { open, settled } = await all
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('doneAt', 'is', null).as('open'),
          fn.count<number>('doneAt').as('settled'),
        ])
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
      'The query or the body names the record. With `parent`, the id of a remark, it answers that one. The answer is the remark with all of its answers.',
    query: namedRecord,
    input: newRemark,
    answer: { 201: remark },
    errors: [409],
    handler: async (request) => {
      const { text, anchor, parent, ...named } = request.body
      const { entity = '', id: recordId = '' } = { ...named, ...request.query }
      const { table } = kindOf(request, entity)
      // A text within a field, such as that of a section, may move to another place of the field.
      const field = anchor?.field.replace(/\..*/s, '') ?? ''
      if (anchor && !Object.hasOwn(table.columns, field)) throw invalid('anchor.field', 'There is no such field')
      const by = staffOf(request)
      const id = await database.transaction(async (trx) => {
        const what = parent === undefined ? 'Remark on a record' : 'Answer a remark on a record'
        const row = await lockRecord(trx, { table, id: recordId })
        note(trx, { table, id: recordId }, row, what)
        const parentId = parent && (await findThread(trx, { table, id: recordId }, parent))
        const own = { id: randomUUIDv7(), at: nowIn(trx), by: signedAs(by), byId: by.id, text }
        const made = {
          ...own,
          entity,
          recordId,
          parentId,
          anchor: parentId === undefined && anchor ? { ...anchor, field } : undefined,
        }
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
            done ? { doneAt: nowIn(trx), doneBy: signedAs(by) } : { doneAt: undefined, doneBy: undefined },
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

/** Colleagues write remarks. They may name a person outside by address, and so may the words that they mark. */
export const remarkPersonalData: PersonalData = {
  tables: ['remarks'],
  read: async () => [],
  erase: async () => [],
  addresses: async () => [],
  mentions: [{ table: 'remarks', key: 'id', columns: ['text', 'anchor'] }],
}
