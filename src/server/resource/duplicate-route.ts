import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { copySlug, copyTitle } from '#contract/slugs.ts'
import type { Database } from '#server/database/connect.ts'
import { idParams } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import { withoutEmptyTimes } from '#server/record/shared-fields.ts'
import { unusedSlug } from '#server/record/slugged.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { type AnyResource, type AnyStore, accessOf, idOf, withArticle } from './resource.ts'

type Values = Record<string, unknown>

/** @throws HttpError 422 when a value, stored by an older version, would be refused today */
function checked(input: z.ZodMiniType, values: Values): unknown {
  const { data, error } = z.safeParse(input, values)
  if (!error) return data
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new HttpError(422, 'This record has invalid values. Open and save it first.', issues)
}

/** The call that copies a record, as if its form had sent the same values. The copy is a separate, unpublished record. */
export function duplicateRoute(
  app: FastifyInstance,
  { db }: Database,
  resource: AnyResource,
  { create, read }: AnyStore,
): void {
  const { path, tag, label, table, input, record, copy } = resource
  if (!copy) return

  app.post(
    `${path}/:id/duplicate`,
    {
      config: { access: accessOf(resource).write },
      schema: {
        tags: [tag],
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
      const draft = await resource.prepare(withoutEmptyTimes(values), { stored: undefined, upload: undefined })
      return reply.code(201).send(await create(draft, staffOf(request)))
    },
  )
}
