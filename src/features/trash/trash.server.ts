import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { doneBody, type TrashedRecord } from '#contract/fields.ts'
import { feature } from '#server/feature.ts'
import { paginate } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { requirePermission, staffOf } from '#server/identity/access.ts'
import type { Entity } from '#server/record/entity.ts'
import { emptyQuery, trashDays, trashItem, trashKind, trashQuery } from './trash.contract.ts'
import {
  erase,
  eraseUntil,
  freeSlug,
  kindOf,
  restore,
  toTrashItem,
  trashedRecords,
  trashKinds,
} from './trash-store.server.ts'

/** The calls to list deleted records, restore them, and delete them for good. */
export const trashRoutes = feature('Trash', async (app, parts) => {
  const { database, entities } = parts

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
      const { role } = staffOf(request)
      const rows = await paginate(reply, request.query, trashedRecords(parts, role, request.query.entity))
      return rows.map((row) => toTrashItem(parts, role, row as TrashedRecord))
    },
  })

  route(app, 'GET /trash/kinds', {
    access: 'staff',
    summary: 'List the kinds of records that the trash can hold',
    description: 'Only kinds that the caller may see.',
    answer: z.array(trashKind),
    handler: async (request) => trashKinds(parts, staffOf(request).role),
  })

  route(app, 'POST /trash/:entity/:id/restore', {
    access: 'writeRecords',
    summary: 'Restore a deleted record',
    description: 'Restores the record to its state before deletion. `entity` is the path of its calls: `blogs`.',
    answer: doneBody,
    handler: async (request) => {
      const { entity, id } = request.params
      await restore(parts, changedKind(request, entity), id)
      return { message: 'Restored' }
    },
  })

  route(app, 'POST /trash/:entity/:id/free-slug', {
    access: 'writeRecords',
    act: 'Free the address of a deleted record',
    summary: 'Free the slug of a deleted record for another one',
    description: 'The deleted record keeps its slug with a number added.',
    answer: z.object({ slug: z.string() }),
    handler: async (request) => {
      const { entity, id } = request.params
      return { slug: await freeSlug(database, changedKind(request, entity), id) }
    },
  })

  route(app, 'DELETE /trash/:entity/:id', {
    access: 'writeRecords',
    summary: 'Delete a record in the trash for good',
    answer: doneBody,
    handler: async (request) => {
      const { entity, id } = request.params
      await erase(database, changedKind(request, entity), id)
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
      const deleted = await eraseUntil(parts, deletedUntil, request.log)
      const left = trashedRecords(parts, staffOf(request).role).where('deletedAt', '<=', deletedUntil).limit(1)
      const message = (await left.executeTakeFirst())
        ? 'Some records could not be deleted. They are still in the trash, and System says why.'
        : 'The trash is empty'
      return { message, deleted }
    },
  })
})
