import * as z from 'zod/mini'
import { may } from '#contract/roles.ts'
import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/connect.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import { isStorable } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { rowResource } from '#server/resource/row-resource.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { defaultAuthorName } from '#server/site-config/site-config.ts'
import { refusedAt } from '../ground/course-queries.server.ts'
import { instructors } from '../ground/courses.table.ts'
import { type InstructorInput, instructor, instructorInput, listedInstructor } from './instructors.contract.ts'

/** An instructor whom a course names, also one in the trash, cannot be deleted; nor can the default one. */
export const instructorRoutes = feature('Instructors', async (app, { database }) => {
  route(app, 'GET /instructors', {
    access: 'staff',
    summary: 'List all instructors by name',
    answer: z.array(listedInstructor),
    handler: async () => {
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
  })

  resourceRoutes(app, database, {
    ...rowResource(database, instructors),
    path: '/instructors',
    label: 'Instructor',
    input: instructorInput,
    record: instructor,
    duplicate: { path: 'isDefault', message: 'Someone else has just become the default instructor' },
    prepare: async (input: InstructorInput) => input,
    newRow: async (trx, draft, actor) => {
      await checkColleague(trx, draft, undefined, actor)
      if (draft.isDefault) await clearDefault(trx)
      return { bio: '', isDefault: false, ...draft }
    },
    changes: async (trx, draft, before, actor) => {
      await checkColleague(trx, draft, before['userId'], actor)
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
        throw new HttpError(409, `${count === 1 ? 'One course has' : `${count} courses have`} this instructor`)
    },
  })
})

/** Whom an instructor is decides on who sees personal data, so only someone who sees these may say it. */
async function checkColleague(
  trx: Transaction,
  draft: { userId?: string | undefined },
  stored: unknown,
  by: Staff,
): Promise<void> {
  const { userId } = draft
  if (!('userId' in draft) || userId === stored) return
  if (!may(by, 'readContacts'))
    throw refusedAt('userId', 'Your role cannot give others access to participants. Ask an owner.')
  if (userId === undefined) return
  const user = await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (!user) throw invalid('userId', 'This team member does not exist')
}

/** Refuses a colleague as instructor of a course with registrations, from someone who may not see the people: the colleague would. */
export async function checkInstructor(
  trx: Transaction,
  { id, instructorId }: { id: string; instructorId: string },
  next: string,
  by: Staff,
): Promise<void> {
  if (next === instructorId || may(by, 'readContacts')) return
  const colleague = trx.selectFrom('instructors').select('id').where('id', '=', next).where('userId', 'is not', null)
  const asked = trx.selectFrom('registrations').select('id').where('courseId', '=', id).limit(1)
  if (!(await colleague.executeTakeFirst()) || !(await asked.executeTakeFirst())) return
  throw refusedAt(
    'instructor',
    'This instructor would see the participants of the course. Ask an owner to choose them.',
  )
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

const clearDefault = (trx: Transaction) =>
  trx.updateTable('instructors').set({ isDefault: false }).where('isDefault', '=', true).execute()

export const createInstructor = (trx: Transaction, instructor: NewRow<typeof instructors>) =>
  insertRow(trx, instructors, instructor)
