import * as z from 'zod/mini'
import type { Transaction } from '#server/database/connect.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import type { Staff } from '#server/identity/staff.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { rowResource, withPublicId } from '#server/resource/row-resource.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { clearDefault, countCourses, isDefault } from './instructor-writes.server.ts'
import { type InstructorInput, instructor, instructorInput } from './instructors.contract.ts'
import { instructors } from './instructors.table.ts'

/** An instructor whom a course names, also one in the trash, cannot be deleted; nor can the default one. */
export const instructorRoutes: FeatureRoutes = async (app, { database }) => {
  const tag = 'Instructors'
  app.get(
    '/instructors',
    {
      config: { access: 'staff' },
      schema: {
        tags: [tag],
        summary: 'List all instructors by name',
        response: { 200: z.array(instructor) },
      },
    },
    async () => {
      const found = await database.db.selectFrom('instructors').selectAll().orderBy('name').orderBy('id').execute()
      return found.map((row) => withPublicId(instructors.decode(row)))
    },
  )

  const rows = rowResource(database, instructors)
  const prepare = async ({ avatarUrl, ...input }: InstructorInput) => ({
    ...input,
    ...(avatarUrl === undefined ? {} : { avatarUrl: avatarUrl || undefined }),
  })
  type Draft = Awaited<ReturnType<typeof prepare>>

  resourceRoutes(app, database, {
    ...rows,
    path: '/instructors',
    tag,
    label: 'Instructor',
    input: instructorInput,
    record: instructor,
    duplicate: { path: 'isDefault', message: 'Someone else has just become the default instructor' },
    prepare,
    create: async (trx: Transaction, draft: Draft, by: Staff) => {
      if (draft.isDefault) await clearDefault(trx)
      return rows.create(trx, { bio: '', isDefault: false, ...draft }, by)
    },
    update: async (trx: Transaction, id: string, draft: Draft, by: Staff) => {
      if (draft.isDefault === false && (await isDefault(trx, id))) throw noDefaultLeft()
      if (draft.isDefault) await clearDefault(trx)
      return rows.update(trx, id, draft, by)
    },
    remove: async (trx: Transaction, id: string, by: Staff) => {
      if (await isDefault(trx, id)) throw new HttpError(409, 'Make another instructor the default one first')
      const { count } = await countCourses(trx, id)
      if (count > 0)
        throw new HttpError(409, `${count === 1 ? 'One course names' : `${count} courses name`} this instructor`)
      return rows.remove(trx, id, by)
    },
  })
}

function noDefaultLeft() {
  const message = 'Make another instructor the default one instead'
  return new HttpError(422, message, [{ path: 'isDefault', message }])
}
