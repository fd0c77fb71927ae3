import * as z from 'zod/mini'
import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/connect.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import { isStorable } from '#server/database/storage-errors.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { rowResource, withPublicId } from '#server/resource/resource.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { defaultAuthorName } from '#server/site-config/site-config.ts'
import { instructors } from '../courses.table.ts'
import { type InstructorInput, instructor, instructorInput, listedInstructor } from './instructors.contract.ts'

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
        response: { 200: z.array(listedInstructor) },
      },
    },
    async () => {
      const found = await database.db
        .selectFrom('instructors')
        .selectAll()
        .select(({ selectFrom }) =>
          selectFrom('courses')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('courses.instructorId', '=', 'instructors.id')
            .where('courses.deletedAt', 'is', null)
            .as('courses'),
        )
        .orderBy('name')
        .orderBy('id')
        .execute()
      return found.map((row) => ({ ...withPublicId(instructors.decode(row)), courses: row.courses ?? 0 }))
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
      if (draft.isDefault === false && before['isDefault'])
        throw invalid('isDefault', 'Make another instructor the default one instead')
      if (draft.isDefault) await clearDefault(trx)
      return draft
    },
    beforeRemoval: async (trx, { id, isDefault }) => {
      if (isDefault) throw new HttpError(409, 'Make another instructor the default one first')
      // Those in the trash count, since they can be restored.
      const { count } = await trx
        .selectFrom('courses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('instructorId', '=', id)
        .executeTakeFirstOrThrow()
      if (count > 0)
        throw new HttpError(409, `${count === 1 ? 'One course names' : `${count} courses name`} this instructor`)
    },
  })
}

/** The instructor with this id, or else the default one. Without a default, the company becomes it. */
export async function instructorOrDefault(
  trx: Transaction,
  id: string | undefined,
  config: Pick<Config, 'company'>,
): Promise<string> {
  const named = await trx
    .selectFrom('instructors')
    .select('id')
    .where('id', '=', id !== undefined && isStorable(id) ? id : '')
    .executeTakeFirst()
  if (named) return named.id
  const standard = await trx.selectFrom('instructors').select('id').where('isDefault', '=', true).executeTakeFirst()
  return (
    standard?.id ??
    (await createInstructor(trx, { name: await defaultAuthorName(trx, config), bio: '', isDefault: true })).id
  )
}

/** Makes room for a new default, since there is exactly one at a time. */
async function clearDefault(trx: Transaction): Promise<void> {
  await trx.updateTable('instructors').set({ isDefault: false }).where('isDefault', '=', true).execute()
}

export const createInstructor = (trx: Transaction, instructor: NewRow<typeof instructors>) =>
  insertRow(trx, instructors, instructor)
