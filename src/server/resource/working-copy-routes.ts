import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Transaction } from '#server/database/connect.ts'
import { idParams } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { staffOf } from '#server/identity/access.ts'
import { expectedVersion, ifMatch } from '#server/record/versions.ts'
import { discardCopy, keepCopy } from '#server/record/working-copies.ts'
import { type AnyResource, type AnyStore, idOf } from './resource.ts'

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
  const { path, tag, label, table, record, columnsOfDraft, alongside } = resource
  if (!columnsOfDraft) return
  const name = label.toLowerCase()

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
        params: idParams,
        headers: ifMatch,
        ...body,
        response: { 200: record, ...errorSchemas(409) },
      },
    },
    async (request) => {
      const id = idOf(request)
      const draft = await draftOf(request, await store.find(id))
      const columns = { ...columnsOfDraft(draft) }
      const version = expectedVersion(request)
      const work = async (trx: Transaction) => {
        const kept = await keepCopy(trx, { table, id }, staffOf(request), columns, version)
        if (kept) await alongside?.(trx, id, draft)
        return kept
      }
      await store.change(id, work, { unseen: true })
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
