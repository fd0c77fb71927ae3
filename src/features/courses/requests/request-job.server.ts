import type { FastifyInstance } from 'fastify'
import { writeActivity } from '#server/activity/activity.ts'
import { changeContent } from '#server/database/content-version.ts'
import { overwriteDeleted } from '#server/database/overwrite.ts'
import { claimWork } from '#server/database/rows.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { workRegularly } from '#server/runtime/after-first-answer.ts'
import { hour, minute } from '#server/security/counters.ts'
import { inLine, lapseOffers, offerFreeSeats } from '../course-offers.server.ts'
import { freeSeats, openDates } from '../course-seats.server.ts'
import { trainingOf } from '../training-settings.shared.server.ts'
import { eraseCourseRequests } from './course-request-personal-data.server.ts'

type Parts = Pick<AppContext, 'database' | 'config' | 'site' | 'mailService'>

/** How many old requests one transaction deletes. */
const batch = 200
/** How long a process claims the work, in milliseconds. */
const claim = 50_000

/**
 * Offers the free seats of a date to those who wait, if the settings say so. Without a mail server no person would learn of an offer.
 * @param cohortIds left out for all dates with a waiting list
 */
export async function offerByItself(
  { database, config, site, mailService }: Parts,
  cohortIds?: string[],
): Promise<void> {
  const { offerByItself: isOn, offerHours } = trainingOf(await site.now())
  if (!isOn || mailService.kind !== 'smtp' || cohortIds?.length === 0) return
  const waiting = await database.db
    .selectFrom('courseRequests')
    .innerJoin('cohorts', 'cohorts.id', 'courseRequests.cohortId')
    .innerJoin('courses', 'courses.id', 'cohorts.courseId')
    .select('cohorts.id')
    .distinct()
    .where('courseRequests.state', '=', 'waiting')
    .where('courseRequests.verifiedAt', 'is not', null)
    .where('courseRequests.deletedAt', 'is', null)
    .where('courses.deletedAt', 'is', null)
    .$if(cohortIds !== undefined, (rows) => rows.where('cohorts.id', 'in', cohortIds ?? []))
    .orderBy('cohorts.id')
    .execute()
  let offers = 0
  for (const { id } of waiting) {
    // Only an offer changes what visitors see, so that pages stay in the cache.
    if (!(await canOffer({ database, config, site }, id))) continue
    offers += await changeContent(database, (trx) => offerFreeSeats(trx, config, id, offerHours))
  }
  if (offers > 0) mailService.wake()
}

/** Whether an offer can be made: the seats are enough for the first in line. */
async function canOffer(parts: Pick<AppContext, 'database' | 'config' | 'site'>, id: string): Promise<boolean> {
  const date = (await openDates(parts, [id])).get(id)
  const first = await inLine(parts.database.db, id).executeTakeFirst()
  return date !== undefined && first !== undefined && first.people <= freeSeats(date)
}

/**
 * Deletes requests for good when their date was as many months ago as resolved messages are kept. A request without a date counts from its last
 * change, unless it still waits for one.
 */
export async function deleteOld({ database, site }: Parts): Promise<void> {
  const { own, timeZone } = await site.now()
  const months = Number(own?.['consent']?.['resolvedMonths']) || 0
  if (months === 0) return
  const before = Temporal.Instant.from(database.now()).toZonedDateTimeISO(timeZone).subtract({ months })
  const [day, time] = [before.toPlainDate().toString(), before.toInstant().toString({ fractionalSecondDigits: 3 })]
  let all = 0
  for (let deleted = batch; deleted === batch; all += deleted) {
    deleted = await database.transaction(async (trx) => {
      const rows = await trx
        .selectFrom('courseRequests')
        .leftJoin('cohorts', 'cohorts.id', 'courseRequests.cohortId')
        .select('courseRequests.id')
        // A question is deleted with its message.
        .where('courseRequests.contactId', 'is', null)
        .where(({ or, and, eb, fn }) =>
          or([
            eb(fn.coalesce('cohorts.endsOn', 'cohorts.startsOn'), '<', day),
            and([
              eb('courseRequests.cohortId', 'is', null),
              eb('courseRequests.stateAt', '<', time),
              or([eb('courseRequests.verifiedAt', 'is', null), eb('courseRequests.state', '!=', 'waiting')]),
            ]),
          ]),
        )
        .limit(batch)
        .execute()
      return eraseCourseRequests(
        trx,
        rows.map(({ id }) => id),
      )
    })
  }
  if (all === 0) return
  const what = `Delete old requests for courses: ${all}`
  await writeActivity(database, { kind: 'delete', what, entity: 'courseRequests' })
  // The free pages, which still have them.
  await overwriteDeleted(database, [], [])
}

/** Marks lapsed offers, and offers the free seats. */
export async function tendOffers(parts: Parts): Promise<void> {
  const { database, mailService } = parts
  if (!(await claimWork(database.db, 'course offers claim', claim, Date.parse(database.now())))) return
  const lapsed = await database.transaction(lapseOffers)
  if (lapsed > 0) mailService.wake()
  await offerByItself(parts)
}

/** Tends the offers every minute, and deletes old requests every hour. */
export function tendRegularly(app: FastifyInstance, parts: Parts): void {
  workRegularly(app, minute, () =>
    tendOffers(parts).catch((error) => logFailure(app.log, error, 'Offers of seats could not be made')),
  )
  workRegularly(app, hour, () =>
    deleteOld(parts).catch((error) => logFailure(app.log, error, 'Old requests for courses could not be deleted')),
  )
}
