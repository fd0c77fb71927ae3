import { sql } from 'kysely'
import { may } from '#contract/roles.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { updateRow } from '#server/database/rows.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { invalid } from '#server/runtime/http-error.ts'
import { refusedAt } from '../ground/course-queries.server.ts'
import { cohorts, type StoredCohort } from '../ground/courses.table.ts'
import { isPresentOffer, offers, ofOffer } from '../ground/offers.server.ts'
import { type CohortContext, cohortRows, type Moment, momentOf } from './cohort-queries.server.ts'
import { later } from './timetable.ts'

type Trained = Pick<StoredCohort, 'trainerIds'>

/** The condition that someone is one of the trainers of a row of `cohorts`. */
const isTrainer = (db: Db, userId: string) =>
  contains({ db }, [sql`cast("cohorts"."trainerIds" as text)`], JSON.stringify(userId))

/** The condition that someone teaches a row of `cohorts`, as `dateAccess` says of one date. */
export const isTaughtBy = (db: Db, userId: string) => sql<boolean>`(${isTrainer(db, userId)} or exists (
  select 1 from "courses" inner join "instructors" on "instructors"."id" = "courses"."instructorId"
  where "courses"."id" = "cohorts"."courseId" and "instructors"."userId" = ${userId}))`

/**
 * The trainers of a date as they are stored, each once. They see personal data, so only someone who sees these may choose them. A trainer who
 * can no longer sign in may stay, but not be added.
 * @throws HttpError 403, or 422 for someone who is not an active user
 */
export async function withTrainers<Draft extends Trained>(
  trx: Transaction,
  draft: Draft,
  stored: readonly string[] = [],
  by: Staff,
): Promise<Draft> {
  if (draft.trainerIds === undefined) return draft
  const { trainerIds, ...rest } = draft
  const chosen = [...new Set(trainerIds)]
  const added = chosen.filter((id) => !stored.includes(id))
  // A list that is not changed keeps saying whether the date has lost its trainers.
  if (added.length === 0 && chosen.length === stored.length) return rest as Draft
  if (!may(by, 'readContacts'))
    throw refusedAt('trainerIds', 'Your role cannot give others access to participants. Ask an owner.')
  const known = added.length > 0 ? await activeUsers(trx, added) : []
  if (known.length < added.length) throw invalid('trainerIds', 'A trainer must be an active user')
  return { ...draft, trainerIds: chosen.length > 0 ? chosen : undefined }
}

async function activeUsers(db: Db, ids: string[]): Promise<string[]> {
  const found = db.selectFrom('users').select('id').where('id', 'in', ids).where('active', '=', true)
  return (await found.execute()).map(({ id }) => id)
}

/**
 * Takes a colleague who is deleted off their dates, which keep an empty list where they were the only trainer (`readUntaught`). The new version reaches
 * forms that are open.
 */
export async function releaseTrainers(trx: Transaction, userId: string): Promise<void> {
  const rows = await trx.selectFrom('cohorts').select(['id', 'trainerIds']).where(isTrainer(trx, userId)).execute()
  for (const { id, trainerIds = [] } of rows.map((row) => cohorts.decode(row)))
    await updateRow(trx, cohorts, id, { trainerIds: trainerIds.filter((one) => one !== userId) })
}

/** The dates that start within a week, the next one first, with the titles of their courses or pages. */
export const startingSoon = (db: Db, moment: Moment) =>
  cohortRows(db, moment)
    .innerJoin(offers(db), ofOffer('cohorts'))
    .select('offers.title')
    .where(isPresentOffer)
    .where('cohorts.cancelled', '=', false)
    .where('cohorts.startsOn', '>=', moment.today)
    .where('cohorts.startsOn', '<=', later(moment.today, 7))
    .orderBy('cohorts.startsOn')
    .orderBy('cohorts.id')

/** The dates within a week that nobody teaches any more, because their trainers were deleted or deactivated; undefined without any. */
export async function readUntaught(context: CohortContext) {
  const { db } = context.database
  const moment = await momentOf(context)
  const rows = await startingSoon(db, moment)
    .leftJoin('instructors', 'instructors.id', 'offers.instructorId')
    .select('instructors.userId')
    .where('cohorts.trainerIds', 'is not', null)
    .execute()
  const dates = rows.map(({ title, userId, ...row }) => {
    const { id, courseId, pageId, startsOn, trainerIds = [] } = cohorts.decode(row)
    return {
      cohort: id,
      course: courseId,
      event: pageId,
      startsOn,
      title,
      teachers: userId ? [...trainerIds, userId] : trainerIds,
    }
  })
  const teachers = [...new Set(dates.flatMap(({ teachers }) => teachers))]
  const active = teachers.length > 0 ? await activeUsers(db, teachers) : []
  const [first, ...more] = dates.filter(({ teachers }) => !teachers.some((id) => active.includes(id)))
  if (!first) return undefined
  const { teachers: _, ...named } = first
  return { count: 1 + more.length, ...named }
}
