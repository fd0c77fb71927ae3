import * as z from 'zod/mini'
import type { FeatureRoutes } from '#server/feature.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { rowResource, withPublicId } from '#server/resource/row-resource.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { clearDefault, countCourses } from './instructor-writes.server.ts'
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

  const prepare = async ({ avatarUrl, ...input }: InstructorInput) => ({
    ...input,
    ...(avatarUrl === undefined ? {} : { avatarUrl: avatarUrl || undefined }),
  })

  resourceRoutes(app, database, {
    ...rowResource(database, instructors),
    path: '/instructors',
    tag,
    label: 'Instructor',
    input: instructorInput,
    record: instructor,
    duplicate: { path: 'isDefault', message: 'Someone else has just become the default instructor' },
    prepare,
    newRow: async (trx, draft) => {
      if (draft.isDefault) await clearDefault(trx)
      return { bio: '', isDefault: false, ...draft }
    },
    changes: async (trx, draft, before) => {
      if (draft.isDefault === false && before['isDefault']) throw noDefaultLeft()
      if (draft.isDefault) await clearDefault(trx)
      return draft
    },
    beforeRemoval: async (trx, { id, isDefault }) => {
      if (isDefault) throw new HttpError(409, 'Make another instructor the default one first')
      const { count } = await countCourses(trx, id)
      if (count > 0)
        throw new HttpError(409, `${count === 1 ? 'One course names' : `${count} courses name`} this instructor`)
    },
  })
}

function noDefaultLeft() {
  const message = 'Make another instructor the default one instead'
  return new HttpError(422, message, [{ path: 'isDefault', message }])
}
