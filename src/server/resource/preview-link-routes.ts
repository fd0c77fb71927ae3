import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { createdPreviewLink, newPreviewLink, previewLinkList } from '#contract/unpublished.ts'
import type { Database } from '#server/database/connect.ts'
import { idParams } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import { addPreviewLink, listPreviewLinks, revokePreviewLink } from '#server/record/preview-links.ts'
import type { AnyResource } from './resource.ts'

/** The calls to share an unpublished record. */
export function previewLinkRoutes(
  app: FastifyInstance,
  database: Database,
  { path, tag, label, table }: AnyResource,
  read: (id: string) => Promise<unknown>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const name = label.toLowerCase()
  const tags = [tag]

  routes.get(
    `${path}/:id/preview-links`,
    {
      config: { access: 'staff' },
      schema: {
        tags,
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
        tags,
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
        tags,
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
