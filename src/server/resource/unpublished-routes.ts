import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { copySlug, copyTitle } from '#contract/slugs.ts'
import { createdPreviewLink, newPreviewLink, previewLinkList } from '#contract/unpublished.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { idParams } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { describeIssue } from '#server/http/validate.ts'
import { staffOf } from '#server/identity/access.ts'
import { addPreviewLink, listPreviewLinks, revokePreviewLink } from '#server/record/preview-links.ts'
import { unusedSlug } from '#server/record/slugged.ts'
import { expectedVersion, ifMatch } from '#server/record/versions.ts'
import { discardCopy, keepCopy } from '#server/record/working-copies.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { type AnyResource, type AnyStore, accessOf, idOf, withArticle } from './resource.ts'

type CopyRoutes = {
  resource: AnyResource
  store: AnyStore
  /** The route options and the schema of a call whose body is the record's input. */
  writing: RouteShorthandOptions
  body: object
  // biome-ignore lint/suspicious/noExplicitAny: the type of the record does not matter here
  draftOf: (request: FastifyRequest, stored: any) => Promise<unknown>
  /** The answer of a save, and its schema. */
  saved: z.ZodMiniType
  // biome-ignore lint/suspicious/noExplicitAny: see above
  answerTo: (request: FastifyRequest, answer: any, stored: any) => Promise<unknown>
}

/** The calls that save changes to a live record as draft, and that discard them. */
export function workingCopyRoutes(
  app: FastifyInstance,
  { resource, store, writing, body, draftOf, saved, answerTo }: CopyRoutes,
): void {
  const { path, label, table, record, columnsOfDraft, alongside } = resource
  if (!columnsOfDraft) return
  const name = label.toLowerCase()

  app.put(
    `${path}/:id/working-copy`,
    {
      config: { access: 'writeContent' },
      ...writing,
      schema: {
        summary: `Save changes to a live ${name} as draft`,
        description:
          'Visitors see the live record until it is updated with `workingCopy=publish`. With `If-Match: "<version>"`, the call is refused with 409 when the stored version is another one.',
        params: idParams,
        headers: ifMatch,
        ...body,
        response: { 200: saved, ...errorSchemas(409) },
      },
    },
    async (request) => {
      const id = idOf(request)
      const stored = await store.find(id)
      const draft = await draftOf(request, stored)
      const columns = { ...columnsOfDraft(draft) }
      const version = expectedVersion(request)
      const work = async (trx: Transaction) => {
        const kept = await keepCopy(trx, { table, id }, staffOf(request), columns, version)
        if (kept) await alongside?.(trx, id, draft)
        return kept
      }
      await store.change(id, work, { unseen: true })
      return answerTo(request, await store.read(id), stored)
    },
  )

  app.delete(
    `${path}/:id/working-copy`,
    {
      config: { access: 'writeContent' },
      schema: {
        summary: `Discard the unpublished changes of a ${name}`,
        description: 'They stay in its history.',
        params: idParams,
        headers: ifMatch,
        response: { 200: record, ...errorSchemas(409) },
      },
    },
    async (request) => {
      const id = idOf(request)
      const version = expectedVersion(request)
      await store.change(id, (trx) => discardCopy(trx, { table, id }, version), { unseen: true })
      return store.read(id)
    },
  )
}

/** The calls to share an unpublished record. */
export function previewLinkRoutes(
  app: FastifyInstance,
  database: Database,
  { path, label, table }: AnyResource,
  read: (id: string) => Promise<unknown>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const name = label.toLowerCase()

  routes.get(
    `${path}/:id/preview-links`,
    {
      config: { access: 'staff' },
      schema: {
        summary: `List the preview links of a ${name}`,
        description: 'Only those that still work. Their tokens are not stored.',
        params: idParams,
        response: { 200: previewLinkList },
      },
    },
    async ({ params: { id } }) => ({ links: await listPreviewLinks(database, { table, id }) }),
  )

  routes.post(
    `${path}/:id/preview-links`,
    {
      config: { access: 'writeContent', activity: 'always' },
      schema: {
        summary: `Make a preview link of a ${name}`,
        description:
          'Anyone with the link sees the record, including unpublished changes, until the link expires or is revoked.',
        params: idParams,
        body: newPreviewLink,
        response: { 201: createdPreviewLink },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await read(id)
      const { days } = request.body
      return reply.code(201).send(await addPreviewLink(database, { table, id }, { by: staffOf(request).name, days }))
    },
  )

  routes.delete(
    `${path}/:id/preview-links/:link`,
    {
      config: { access: 'writeContent', activity: 'always' },
      schema: {
        summary: `Revoke a preview link of a ${name}`,
        params: z.extend(idParams, { link: z.string() }),
        response: { 200: doneBody },
      },
    },
    async ({ params: { id, link } }) => {
      await revokePreviewLink(database, { table, id }, link)
      return { message: 'The link is revoked' }
    },
  )
}

type Values = Record<string, unknown>

/** @throws HttpError 422 when a value, stored by an older version, would be refused today */
function checked(input: z.ZodMiniType, values: Values): unknown {
  const { data, error } = z.safeParse(input, values)
  if (!error) return data
  throw new HttpError(422, 'This record has invalid values. Open and save it first.', error.issues.map(describeIssue))
}

/** The call that copies a record, as if its form had sent the same values. The copy is a separate, unpublished record. */
export function duplicateRoute(
  app: FastifyInstance,
  { db }: Database,
  resource: AnyResource,
  { create, read }: AnyStore,
): void {
  const { path, label, table, input, record, copy } = resource
  if (!copy) return

  app.post(
    `${path}/:id/duplicate`,
    {
      config: { access: accessOf(resource).write },
      schema: {
        summary: `Copy ${withArticle(label)}`,
        description: 'The copy is not public, has no schedule, and has its own address. Both share pictures.',
        params: idParams,
        response: { 201: record },
      },
    },
    async (request: FastifyRequest, reply) => {
      const stored = (await read(idOf(request))) as Values
      const name = copyTitle(String(stored[copy.nameField]))
      const slug = stored['slug'] && (await unusedSlug(db, table, copySlug(String(stored['slug']))))
      const own = { [copy.nameField]: name, slug, publishAt: null, unpublishAt: null }
      const values = checked(input, { ...stored, ...own, ...copy.values(stored) })
      const draft = await resource.prepare(values, { stored: undefined, upload: undefined })
      return reply.code(201).send(await create(draft, staffOf(request)))
    },
  )
}
