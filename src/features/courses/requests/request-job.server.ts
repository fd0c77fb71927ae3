import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { writeActivity } from '#server/activity/activity.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { forAllRecords, forEachRecord } from '#server/database/each-record.ts'
import { overwriteDeleted } from '#server/database/overwrite.ts'
import { whileClaimed } from '#server/database/rows.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { workRegularly } from '#server/runtime/after-first-answer.ts'
import { hour, minute } from '#server/security/counters.ts'
import { trainingOf } from '../ground/training-settings.shared.server.ts'
import { inLine, lapsedOffers, lapseOffer, offerFreeSeats } from './course-offers.server.ts'
import { eraseCourseRequests } from './course-request-personal-data.server.ts'
import { freeSeats, openDates } from './course-seats.server.ts'

type Parts = Pick<AppContext, 'database' | 'config' | 'site' | 'mailService'>
type Log = Pick<FastifyBaseLogger, 'error'>

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
  let offers = 0
  for (const id of await datesInLine(database.db, cohortIds)) {
    // Only an offer changes what visitors see, so that pages stay in the cache.
    if (!(await canOffer({ database, config, site }, id))) continue
    offers += await changeContent(database, (trx) => offerFreeSeats(trx, config, id, offerHours))
  }
  if (offers > 0) mailService.wake()
}

/** The dates with a waiting list, or those of the given ones that have one. */
async function datesInLine(db: Database['db'], cohortIds?: string[]): Promise<string[]> {
  const waiting = await db
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
  return waiting.map(({ id }) => id)
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
export async function deleteOld({ database, site }: Parts, log: Log): Promise<void> {
  const { own, timeZone } = await site.now()
  const months = Number(own?.['consent']?.['resolvedMonths']) || 0
  if (months === 0) return
  const before = Temporal.Instant.from(database.now()).toZonedDateTimeISO(timeZone).subtract({ months })
  const [day, time] = [before.toPlainDate().toString(), before.toInstant().toString({ fractionalSecondDigits: 3 })]
  const next = async (failed: string[]) => {
    const rows = await database.db
      .selectFrom('courseRequests')
      .leftJoin('cohorts', 'cohorts.id', 'courseRequests.cohortId')
      .select('courseRequests.id')
      // A question is deleted with its message.
      .where('courseRequests.contactId', 'is', null)
      .$if(failed.length > 0, (some) => some.where('courseRequests.id', 'not in', failed))
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
    return rows.map(({ id }) => id)
  }
  const all = await forAllRecords(log, 'An old request for a course could not be deleted', next, (ids) =>
    database.transaction((trx) => eraseCourseRequests(trx, ids)),
  )
  if (all === 0) return
  const what = `Delete old requests for courses: ${all}`
  await writeActivity(database, { kind: 'delete', what, entity: 'courseRequests' })
  // The free pages, which still have them.
  await overwriteDeleted(database, [], [])
}

/** Marks lapsed offers, and offers the free seats. */
export const tendOffers = (parts: Parts, log: Log): Promise<void> =>
  whileClaimed(parts.database, 'course offers claim', claim, () => tend(parts, log))

async function tend(parts: Parts, log: Log): Promise<void> {
  const { database, mailService } = parts
  const due = await lapsedOffers(database.db, database.now()).execute()
  const lapsed = await forEachRecord(
    log,
    'An offer of a seat could not lapse',
    due.map(({ id }) => id),
    (id) => database.transaction((trx) => lapseOffer(trx, parts, id)),
  )
  if (lapsed > 0) mailService.wake()
  const dates = await datesInLine(database.db)
  await forEachRecord(log, 'The free seats of a date could not be offered', dates, (id) => offerByItself(parts, [id]))
}

/** Tends the offers every minute, and deletes old requests every hour. */
export function tendRegularly(app: FastifyInstance, parts: Parts): void {
  workRegularly(app, minute, () =>
    tendOffers(parts, app.log).catch((error) => logFailure(app.log, error, 'Offers of seats could not be made')),
  )
  workRegularly(app, hour, () =>
    deleteOld(parts, app.log).catch((error) =>
      logFailure(app.log, error, 'Old requests for courses could not be deleted'),
    ),
  )
}
