import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { withArticle } from '#contract/labels.ts'
import { onlyDrafts } from '#contract/roles.ts'
import { publishQuery } from '#contract/unpublished.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { addressOf, flagOf, presentRows } from '#server/database/lifecycle.ts'
import { errorHandler } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { changeRecord } from '#server/record/change-record.ts'
import { entityOf } from '#server/record/entity.ts'
import { mayPublish } from '#server/record/publishing.ts'
import { withMadeSlug } from '#server/record/slugged.ts'
import { removeRecord } from '#server/record/trash.ts'
import {
  expectAsRead,
  expectedVersion,
  ifMatch,
  type LockedRow,
  untilNotOvertaken,
  type Versioned,
} from '#server/record/versions.ts'
import { deleteCopy } from '#server/record/working-copies.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { actRoutes } from './act-routes.ts'
import { bulkRoute } from './bulk-route.ts'
import { fileField, readForm } from './read-form.ts'
import { type AnyResource, accessOf, type Parent, type Resource, resourceStore, setFlags } from './resource.ts'
import { revisionRoutes } from './revision-routes.ts'
import { duplicateRoute, previewLinkRoutes, workingCopyRoutes } from './unpublished-routes.ts'

/** Enough for a long post with all its fields, in bytes. */
const bodyLimit = 5 * 1024 * 1024

/** Texts that exceed the limit mostly embed their pictures. */
function explainSize(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return errorHandler(error, request, reply)
  const size = `The request is too large: at most ${bodyLimit / 1024 / 1024} MB.`
  const advice = 'Upload the images of its texts with /api/images, and use their addresses.'
  return errorHandler(new HttpError(413, `${size} ${advice}`), request, reply)
}

/** The staff's calls for one entity: read, create, update, set flags, delete. */
export function resourceRoutes<Input, Draft, Stored extends Versioned, Flags extends object>(
  app: FastifyInstance,
  database: Database,
  resource: Resource<Input, Draft, Stored, Flags>,
): void {
  const { path, parent, label, table, input, takesForms, flags, reads = [], beforeRemoval } = resource
  if (parent) checkParent(app, database, { parent, table, label })
  const access = accessOf(resource)
  const record: z.ZodMiniType = resource.record
  app.resources.set(table.name, resource)
  const store = resourceStore(database, resource)
  const { read, find, create, change } = store
  const one = withArticle(label)

  const { preValidation, ...body } = takesForms ? formBody(input) : { input: input as z.ZodMiniType, preValidation: [] }
  const writing = { bodyLimit, preValidation: [...preValidation, app.storeEmbedded], errorHandler: explainSize }
  const flag = flagOf(table)
  const slugOf = ({ body }: FastifyRequest) => (body as Record<string, string | undefined>)[addressOf(table) ?? '']
  const draftOf = (request: FastifyRequest, stored?: Stored) => {
    // The file itself is `request.upload`.
    const { image: _, ...values } = request.body as Input & { image?: unknown }
    // A new record is a draft for those who may not publish, whatever it is for others.
    const isOff = flag !== undefined && !stored && !mayPublish(staffOf(request), resource)
    const input = { ...(isOff && { [flag]: false }), ...(takesForms ? values : (request.body as Input)) } as Input
    const parentId = parent && (request.params as Record<string, string | undefined>)[parent.param]
    return resource.prepare(input, {
      stored,
      upload: request.upload,
      isDraft: onlyDrafts(staffOf(request)),
      parentId,
    })
  }

  const saved: z.ZodMiniType = resource.notShown ? z.extend(record as z.ZodMiniObject, notShownField) : record
  const answerTo = async (request: FastifyRequest, answer: Stored, stored?: Stored) => {
    const notShown = (await resource.notShown?.(request.body as Input, stored)) ?? []
    return notShown.length > 0 ? { ...answer, notShown } : answer
  }

  route(app, `GET ${path}${resource.readAt ?? ''}/:id`, {
    access: access.read,
    summary: `Get ${one} for editing`,
    answer: record,
    handler: async (request) => read(request.params.id),
  })

  route(app, `POST ${path}`, {
    access: access.write,
    ...writing,
    summary: `Create ${one}`,
    ...((flag || resource.notShown) && {
      description: `${flag ? draftsOnly : ''}${resource.notShown ? namesLosses : ''}`.trim(),
    }),
    ...body,
    answer: { 201: saved },
    errors: [409],
    handler: async (request) => {
      const slug = slugOf(request)
      const make = async () => create(await draftOf(request), staffOf(request), slug)
      return answerTo(request, await (addressOf(table) && slug === undefined ? withMadeSlug(table, make) : make()))
    },
  })

  route(app, `PUT ${path}/:id`, {
    access: access.write,
    ...writing,
    summary: `Update ${one}`,
    description: `Omitted fields keep their values. ${flag ? draftsOnly : ''}With \`If-Match: "<version>"\`, the update is refused with 409 when the stored version is another one.${resource.notShown ? ` ${namesLosses}` : ''}`,
    headers: ifMatch,
    ...(resource.columnsOfDraft && { query: publishQuery }),
    ...body,
    answer: saved,
    errors: [409],
    handler: async (request) => {
      const id = request.params.id
      const by = staffOf(request)
      const { workingCopy } = request.query
      const before = await untilNotOvertaken(async () => {
        // Answers 404 before the slow work of `prepare`.
        const stored = await find(id)
        const draft = await draftOf(request, stored)
        const work = async (trx: Transaction) => {
          const columns = async (before: LockedRow) => {
            await resource.beforeUpdate?.(trx, draft, before)
            const written = { ...(await resource.changes(trx, draft, before, by)) }
            expectAsRead(pick(stored, reads), before, written)
            return written
          }
          const options = { version: expectedVersion(request), draft }
          const changed = await changeRecord(trx, { ...resource, id }, by, columns, options)
          if (changed && workingCopy === 'publish') await deleteCopy(trx, { table, id })
          return changed
        }
        await change(id, work, { slug: slugOf(request) })
        return stored
      })
      return answerTo(request, await read(id), before)
    },
  })

  revisionRoutes(app, database, { ...resource, access: access.read })
  if (entityOf(table)?.reviewed) previewLinkRoutes(app, database, resource, read)
  bulkRoute(app, database, resource, store)
  duplicateRoute(app, database, resource, store)
  actRoutes(app, { ...resource, access }, store)
  workingCopyRoutes(app, { resource, store, writing, body, draftOf, saved, answerTo })

  if (flags) {
    route(app, `PATCH ${path}/:id`, {
      access: access.write,
      summary: `Change the status of ${one}`,
      description: 'The version of the record stays the same.',
      input: flags,
      answer: record,
      handler: async (request) => {
        const id = request.params.id
        const flagged = request.body as Flags
        await untilNotOvertaken(async () => {
          const { columns, read = {} } = (await resource.flagColumns?.(id, flagged)) ?? { columns: flagged }
          const columnsFor = (before: LockedRow) => {
            expectAsRead({ ...read }, before, {})
            return { ...columns }
          }
          await change(id, (trx) => setFlags(trx, resource, id, staffOf(request), columnsFor))
        })
        return read(id)
      },
    })
  }

  route(app, `DELETE ${path}/:id`, {
    access: access.write,
    summary: `Delete ${one}`,
    answer: doneBody,
    errors: [409],
    handler: async (request) => {
      const id = request.params.id
      await change(id, (trx) => removeRecord(trx, { ...resource, id }, staffOf(request), { first: beforeRemoval }))
      return { message: `${label} deleted successfully` }
    },
  })
}

const pick = (record: object, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, (record as Record<string, unknown>)[name]]))

const draftsOnly = 'Someone who may not publish changes drafts only; anything else is refused with 403. '
const namesLosses = '`notShown` names the parts of the texts that pages will not show.'
/** In plain words: `<iframe>`, `“onclick” at <p>`. It is left out when pages show all. */
const notShownField = { notShown: z.optional(z.array(z.string())) }

type Params = Record<string, string | undefined>

/** Answers 404 for a record of another parent at all calls of a plugin that have the parent's id in their path. */
function checkParent(
  app: FastifyInstance,
  database: Database,
  {
    parent: { param, label: parent, has, own },
    table,
    label,
  }: Pick<AnyResource, 'table' | 'label'> & { parent: Parent },
): void {
  app.addHook('preHandler', async ({ params }) => {
    const { [param]: parentId, id } = params as Params
    if (parentId === undefined) return
    if (!(await has(parentId))) throw notFound(`${parent} not found`)
    if (id === undefined) return
    const found = presentRows(database.db, table).select('id').where('id', '=', id).where(own(parentId))
    if (!(await found.executeTakeFirst())) throw notFound(`${label} not found`)
  })
}

/** The schema of a body that may be a multipart form with a picture. */
function formBody(input: z.ZodMiniType) {
  const fields = input as z.ZodMiniObject
  return {
    input: z.safeExtend(fields, { image: fileField }) as z.ZodMiniType,
    consumes: ['multipart/form-data', 'application/json'],
    preValidation: [readForm(fields)],
  }
}
