import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { toPublish } from '#contract/roles.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { forAllRecords } from '#server/database/each-record.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import { anyTable, setColumns } from '#server/database/rows.ts'
import type { Log } from '#server/database/storage-errors.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { paginate } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { requirePermission, staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { Entity } from '#server/record/entity.ts'
import { expectDraft } from '#server/record/publishing.ts'
import type { Retention } from '#server/record/retention.ts'
import { deleteHistory } from '#server/record/revisions.ts'
import { unusedSlug } from '#server/record/slugged.ts'
import { noteRemoval, restoreFromTrash } from '#server/record/trash.ts'
import { emptyQuery, trashDays, trashItem, trashKind, trashQuery } from './trash.contract.ts'
import {
  kindOf,
  notThere,
  type Trashed,
  toTrashItem,
  trashedRecords,
  trashKinds,
  withTrash,
} from './trash-list.server.ts'

export const trashRoutes = feature('Trash', async (app, context) => {
  const { database, entities } = context

  /** The entity of a record that a call changes. @throws HttpError 403, or 404 for an entity without a trash */
  function changedKind(request: FastifyRequest, entity: string): Entity {
    const kind = kindOf(entities, entity)
    requirePermission(request, kind.access.write)
    return kind
  }

  route(app, 'GET /trash', {
    access: 'staff',
    summary: 'List deleted records, the last deleted first',
    description: `Each is deleted for good after ${trashDays} days. The header \`X-Total-Count\` says how many there are. \`entity\` selects one kind: \`blogs\`.`,
    query: trashQuery,
    answer: z.array(trashItem),
    handler: async (request, reply) => {
      const staff = staffOf(request)
      const rows = await paginate(reply, request.query, trashedRecords(context, staff, request.query.entity))
      return Promise.all(rows.map((row) => toTrashItem(context, staff, row as Trashed)))
    },
  })

  route(app, 'GET /trash/kinds', {
    access: 'staff',
    summary: 'List the kinds of records that the trash can hold',
    description: 'Only kinds that the caller may see.',
    answer: z.array(trashKind),
    handler: async (request) => trashKinds(context, staffOf(request)),
  })

  route(app, 'POST /trash/:entity/:id/restore', {
    access: 'writeRecords',
    summary: 'Restore a deleted record',
    description: 'Restores the record to its state before deletion. `entity` is the path of its calls: `blogs`.',
    answer: doneBody,
    handler: async (request) => {
      const { entity, id } = request.params
      await restore(context, changedKind(request, entity), { id, actor: staffOf(request) })
      return { message: 'Restored' }
    },
  })

  route(app, 'POST /trash/:entity/:id/free-slug', {
    access: 'writeRecords',
    act: 'Free the address of a deleted record',
    summary: 'Free the slug or path of a deleted record for another one',
    description: 'The deleted record keeps its slug or path with a number added.',
    answer: z.object({ slug: z.string() }),
    handler: async (request) => {
      const { entity, id } = request.params
      return { slug: await freeSlug(context, changedKind(request, entity), { id, actor: staffOf(request) }) }
    },
  })

  route(app, 'DELETE /trash/:entity/:id', {
    access: 'writeRecords',
    session: true,
    summary: 'Delete a record in the trash for good',
    answer: doneBody,
    handler: async (request) => {
      const { entity, id } = request.params
      const kind = changedKind(request, entity)
      requirePermission(request, toPublish(kind.access.write))
      await erase(database, kind, id)
      return { message: 'Deleted for good' }
    },
  })

  route(app, 'DELETE /trash', {
    access: 'manage',
    summary: 'Delete everything in the trash for good',
    query: emptyQuery,
    answer: z.object({ message: z.string(), deleted: z.int() }),
    handler: async (request) => {
      const deletedUntil = request.query.deletedUntil ?? new Date(database.clock()).toISOString()
      const deleted = await eraseUntil(context, deletedUntil, request.log)
      const left = trashedRecords(context, staffOf(request)).where('deletedAt', '<=', deletedUntil).limit(1)
      const message = (await left.executeTakeFirst())
        ? 'Some records could not be deleted. They are still in the trash, and System says why.'
        : 'The trash is empty'
      return { message, deleted }
    },
  })
})

/** How many records are deleted for good in one transaction. */
const batchSize = 100

/** A record that somebody brings back, or whose slug they free. */
type Named = { id: string; actor: Staff }

/** @throws HttpError 404 when it is not in the trash */
function restore(
  context: Pick<AppContext, 'database' | 'config' | 'pathOwner'>,
  kind: Entity,
  { id, actor }: Named,
): Promise<void> {
  const { database } = context
  const work = async (trx: Transaction) => {
    await kind.beforeRestore?.(trx, id, context)
    const row = await restoreFromTrash(trx, { ...kind, id }, actor)
    if (!row) throw notThere()
    note(trx, kind, id, row)
  }
  return kind.flag || kind.boundaries ? changeContent(database, work) : database.transaction(work)
}

/**
 * Gives the slug or path of a record in the trash to others.
 * @returns its new one, with a number
 * @throws HttpError 404 without the record or its address; 403 for one that visitors have seen, from someone who may not publish
 */
async function freeSlug(
  { database, pathOwner }: Pick<AppContext, 'database' | 'pathOwner'>,
  kind: Entity,
  { id, actor }: Named,
): Promise<string> {
  const { table } = kind
  const column = addressOf(table)
  if (!column) throw notThere()
  return changeContent(database, async (trx) => {
    const records = anyTable(trx).selectFrom(table.name).selectAll().where('id', '=', id)
    const row = await records.where('deletedAt', 'is not', null).forUpdate().executeTakeFirst()
    if (!row) throw notThere()
    await expectDraft(trx, kind, actor, { before: table.decode(row) as { id: string } })
    // Its current one counts as taken.
    const current = String(row[column])
    // All paths that begin like one of the program belong to it.
    const isOwned = column === 'path' && (await pathOwner(current)) !== undefined
    const slug = await unusedSlug(trx, table, isOwned ? current.replaceAll('/', '-') : current)
    await setColumns(trx, table, id, { [column]: slug })
    return slug
  })
}

/** @throws HttpError 404 when it is not in the trash */
const erase = (database: Database, kind: Entity, id: string): Promise<void> =>
  database.transaction(async (trx) => {
    if (!(await eraseOne(trx, kind, id))) throw notThere()
  })

/** Deletes for good the records moved to the trash at this time or before. @returns how many records */
export async function eraseUntil(
  { database, entities }: Pick<AppContext, 'database' | 'entities'>,
  deletedUntil: string,
  log: Log,
): Promise<number> {
  let erased = 0
  for (const kind of withTrash(entities)) {
    const next = async (failed: string[]) => {
      const rows = await anyTable(database.db)
        .selectFrom(kind.table.name)
        .select('id')
        .where('deletedAt', '<=', deletedUntil)
        .$if(failed.length > 0, (some) => some.where('id', 'not in', failed))
        .orderBy('deletedAt')
        .limit(batchSize)
        .execute()
      return rows.map(({ id }) => id as string)
    }
    // Without a record nothing changes, and pages stay in the cache.
    erased += await forAllRecords(log, 'A record could not be deleted from the trash', next, (ids) =>
      database.transaction(async (trx) => {
        for (const id of ids) await eraseOne(trx, kind, id)
      }),
    )
  }
  return erased
}

export const trashRetention: Retention = {
  name: 'Trash',
  keep: { days: trashDays },
  erase: (context, { time }, log) => eraseUntil(context, time, log),
}

/** Names a record in the activity log. Those of visitors are logged without a name, since their data must be erasable. */
const note = (trx: Transaction, { table, access }: Entity, id: string, row: object) =>
  noteRemoval(trx, { table, id }, access.read === 'staff' ? row : {})

/** Locks the record first, so that no one restores it in the meantime. @throws HttpError 409 while another record needs it */
async function eraseOne(trx: Transaction, kind: Entity, id: string): Promise<boolean> {
  const { table, erase } = kind
  const row = await anyTable(trx)
    .selectFrom(table.name)
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  await kind.refuseErasure?.(trx, id)
  note(trx, kind, id, row)
  await erase(trx, id)
  await deleteHistory(trx, { table, id })
  return true
}
