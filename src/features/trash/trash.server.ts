import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { doneBody, type TrashedRecord } from '#contract/fields.ts'
import { feature } from '#server/feature.ts'
import { paginate } from '#server/http/long-lists.ts'
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

const params = z.object({ entity: z.string(), id: z.string() })

/** The calls to list deleted records, restore them, and delete them for good. */
export const trashRoutes = feature('Trash', async (app, parts) => {
  const { database, entities } = parts

  /** The entity of a record that a call changes. @throws HttpError 403, or 404 for an entity without a trash */
  function changedKind(request: FastifyRequest, entity: string): Entity {
    const kind = kindOf(entities, entity)
    requirePermission(request, kind.access.write)
    return kind
  }

  app.get(
    '/trash',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'List deleted records, the last deleted first',
        description: `Each is deleted for good after ${trashDays} days. The header \`X-Total-Count\` says how many there are. \`entity\` selects one kind: \`blogs\`.`,
        querystring: trashQuery,
        response: { 200: z.array(trashItem) },
      },
    },
    async (request, reply) => {
      const { role } = staffOf(request)
      const rows = await paginate(reply, request.query, trashedRecords(parts, role, request.query.entity))
      return rows.map((row) => toTrashItem(parts, role, row as TrashedRecord))
    },
  )

  app.get(
    '/trash/kinds',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'List the kinds of records that the trash can hold',
        description: 'Only kinds that the caller may see.',
        response: { 200: z.array(trashKind) },
      },
    },
    async (request) => trashKinds(parts, staffOf(request).role),
  )

  app.post(
    '/trash/:entity/:id/restore',
    {
      config: { access: 'writeRecords' },
      schema: {
        summary: 'Restore a deleted record',
        description: 'Restores the record to its state before deletion. `entity` is the path of its calls: `blogs`.',
        params,
        response: { 200: doneBody },
      },
    },
    async (request) => {
      const { entity, id } = request.params
      await restore(parts, changedKind(request, entity), id)
      return { message: 'Restored' }
    },
  )

  app.post(
    '/trash/:entity/:id/free-slug',
    {
      config: { access: 'writeRecords', act: 'Free the address of a deleted record' },
      schema: {
        summary: 'Free the slug of a deleted record for another one',
        description: 'The deleted record keeps its slug with a number added.',
        params,
        response: { 200: z.object({ slug: z.string() }) },
      },
    },
    async (request) => {
      const { entity, id } = request.params
      return { slug: await freeSlug(database, changedKind(request, entity), id) }
    },
  )

  app.delete(
    '/trash/:entity/:id',
    {
      config: { access: 'writeRecords' },
      schema: { summary: 'Delete a record in the trash for good', params, response: { 200: doneBody } },
    },
    async (request) => {
      const { entity, id } = request.params
      await erase(database, changedKind(request, entity), id)
      return { message: 'Deleted for good' }
    },
  )

  app.delete(
    '/trash',
    {
      config: { access: 'manage' },
      schema: {
        summary: 'Delete everything in the trash for good',
        querystring: emptyQuery,
        response: { 200: z.object({ message: z.string(), deleted: z.int() }) },
      },
    },
    async (request) => {
      const deletedUntil = request.query.deletedUntil ?? new Date(database.clock()).toISOString()
      const deleted = await eraseUntil(parts, deletedUntil, request.log)
      const left = trashedRecords(parts, staffOf(request).role).where('deletedAt', '<=', deletedUntil).limit(1)
      const message = (await left.executeTakeFirst())
        ? 'Some records could not be deleted. They are still in the trash, and System says why.'
        : 'The trash is empty'
      return { message, deleted }
    },
  )
})
