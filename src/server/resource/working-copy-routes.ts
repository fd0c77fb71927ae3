import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import * as z from 'zod/mini'
import { errorSchemas } from '#server/http/errors.ts'
import { staffOf } from '#server/identity/access.ts'
import { expectedVersion } from '#server/record/versions.ts'
import { discardCopy, keepCopy } from '#server/record/working-copies.ts'
import type { AnyResource, AnyStore } from './resource.ts'

const params = z.object({ id: z.string() })
const headers = z.object({ 'if-match': z.optional(z.string()) })

type CopyRoutes = {
  resource: AnyResource
  store: AnyStore
  /** The route options and the schema of a call whose body is the record's input. */
  writing: RouteShorthandOptions
  body: object
  // biome-ignore lint/suspicious/noExplicitAny: the type of the record does not matter here
  draftOf: (request: FastifyRequest, stored: any) => Promise<unknown>
}

/** The calls that save changes to a live record as draft, and that discard them. */
export function workingCopyRoutes(app: FastifyInstance, { resource, store, writing, body, draftOf }: CopyRoutes): void {
  const { path, tag, label, table, record, columnsOfDraft } = resource
  if (!columnsOfDraft) return
  const name = label.toLowerCase()
  const idOf = (request: FastifyRequest) => (request.params as z.infer<typeof params>).id

  app.put(
    `${path}/:id/working-copy`,
    {
      config: { access: 'writeContent' },
      ...writing,
      schema: {
        tags: [tag],
        summary: `Save changes to a live ${name} as draft`,
        description:
          'Visitors see the live record until it is updated with `workingCopy=publish`. With `If-Match: "<version>"`, the call is refused with 409 when the stored version is another one.',
        params,
        headers,
        ...body,
        response: { 200: record, ...errorSchemas(409) },
      },
    },
    async (request) => {
      const id = idOf(request)
      const columns = { ...columnsOfDraft(await draftOf(request, await store.find(id))) }
      const version = expectedVersion(request)
      await store.change(id, (trx) => keepCopy(trx, { table, id }, staffOf(request), columns, version), {
        unseen: true,
      })
      return store.read(id)
    },
  )

  app.delete(
    `${path}/:id/working-copy`,
    {
      config: { access: 'writeContent' },
      schema: {
        tags: [tag],
        summary: `Discard the unpublished changes of a ${name}`,
        description: 'They stay in its history.',
        params,
        headers,
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
