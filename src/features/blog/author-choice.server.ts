import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '#server/database/connect.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { authorList } from './blog.contract.ts'

/** The authors that staff can choose. They include colleagues who have left, as do their bylines. */
export function authorRoute(app: FastifyInstance, { db }: Database) {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/authors',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'List the authors of posts by name',
        response: { 200: authorList },
      },
    },
    () => db.selectFrom('authorProfiles').select(['id as _id', 'name']).orderBy('name').orderBy('id').execute(),
  )
}

/** @throws HttpError 422 when there is no such author */
export async function expectAuthor({ db }: Database, id: string): Promise<void> {
  const found = await db.selectFrom('authorProfiles').select('id').where('id', '=', id).executeTakeFirst()
  const message = 'This author does not exist'
  if (!found) throw new HttpError(422, message, [{ path: 'authorId', message }])
}
