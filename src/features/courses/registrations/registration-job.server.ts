import { consentSettings } from '#features/consent/consent-settings.contract.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { forAllRecords, forEachRecord } from '#server/database/each-record.ts'
import type { Job } from '#server/database/jobs.ts'
import type { Log } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { chosenTerm, type Retention } from '#server/record/retention.ts'
import { minute } from '#server/security/counters.ts'
import type { CohortContext } from '../cohorts/cohort-queries.server.ts'
import { isPresentOffer, offers, ofOffer } from '../ground/offers.server.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'
import { canBeOffered, lapsedOffers, lapseOffer, offerFreeSeats, queuedRegistrations } from './offers.server.ts'
import { eraseRegistrations } from './registration-personal-data.server.ts'
import { freeSeats, openCohort } from './seats.server.ts'

type Context = CohortContext & Pick<AppContext, 'mailService'>

/** How many old registrations one transaction deletes. */
const batch = 200

/** Offers free seats if the settings say so and mail can be sent. @param cohortIds left out for all dates with a waitlist */
export async function offerAutomatically(context: Context, cohortIds?: string[]): Promise<void> {
  const { database, config, site, mailService } = context
  const { automaticOffers: isOn, offerHours } = trainingSettings.of(await site.now())
  if (!isOn || mailService.kind !== 'smtp' || cohortIds?.length === 0) return
  for (const id of await cohortsWithQueue(database.db, cohortIds)) {
    // Only an offer changes what visitors see, so that pages stay in the cache.
    if (!(await canOffer(context, id))) continue
    await changeContent(database, (trx) => offerFreeSeats(trx, config, id, offerHours))
  }
}

/** The dates with a waitlist, or those of the given ones that have one. */
async function cohortsWithQueue(db: Db, cohortIds?: string[]): Promise<string[]> {
  const waiting = await db
    .selectFrom('registrations')
    .innerJoin('cohorts', 'cohorts.id', 'registrations.cohortId')
    .innerJoin(offers(db), ofOffer('cohorts'))
    .select('cohorts.id')
    .distinct()
    .where('registrations.state', '=', 'waiting')
    .where('registrations.verifiedAt', 'is not', null)
    .where('registrations.deletedAt', 'is', null)
    .where(isPresentOffer)
    .$if(cohortIds !== undefined, (rows) => rows.where('cohorts.id', 'in', cohortIds ?? []))
    .orderBy('cohorts.id')
    .execute()
  return waiting.map(({ id }) => id)
}

/** Whether the seats are enough for the first in line. */
async function canOffer(context: CohortContext, id: string): Promise<boolean> {
  const date = await openCohort(context, id)
  const first = await queuedRegistrations(context.database.db, id).executeTakeFirst()
  return date !== undefined && first !== undefined && canBeOffered(first, freeSeats(date))
}

/** Registrations of past dates, and participants without one. One without a date counts from its last change, unless it still waits. A question is deleted with its message. */
export const registrationRetention: Retention = {
  name: 'Registrations',
  keep: (settings) => chosenTerm('months', consentSettings.of(settings).resolvedMonths),
  entity: 'registrations',
  async erase({ database }, { day, time }, log) {
    const next = async (failed: string[]) => {
      const rows = await database.db
        .selectFrom('registrations')
        .leftJoin('cohorts', 'cohorts.id', 'registrations.cohortId')
        .select('registrations.id')
        .where('registrations.contactId', 'is', null)
        .$if(failed.length > 0, (some) => some.where('registrations.id', 'not in', failed))
        .where(({ or, and, eb, fn }) =>
          or([
            eb(fn.coalesce('cohorts.endsOn', 'cohorts.startsOn'), '<', day),
            and([
              eb('registrations.cohortId', 'is', null),
              eb('registrations.stateAt', '<', time),
              or([eb('registrations.verifiedAt', 'is', null), eb('registrations.state', '!=', 'waiting')]),
            ]),
          ]),
        )
        .limit(batch)
        .execute()
      return rows.map(({ id }) => id)
    }
    const erased = await forAllRecords(log, 'An old registration could not be deleted', next, (ids) =>
      database.transaction((trx) => eraseRegistrations(trx, ids)),
    )
    return erased + (await database.transaction((trx) => eraseOrphans(trx, day)))
  },
}

/** Deletes the participants of past dates whose registration was erased. Their certificates stay. @returns how many */
async function eraseOrphans(trx: Transaction, day: string): Promise<number> {
  const orphans = trx
    .selectFrom('participants')
    .innerJoin('cohorts', 'cohorts.id', 'participants.cohortId')
    .select('participants.id')
    .where('participants.registrationId', 'is', null)
    .where(({ fn, eb }) => eb(fn.coalesce('cohorts.endsOn', 'cohorts.startsOn'), '<', day))
  await trx.updateTable('certificates').set({ participantId: null }).where('participantId', 'in', orphans).execute()
  const { numDeletedRows } = await trx.deleteFrom('participants').where('id', 'in', orphans).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function runOfferJob(context: Context, log: Log): Promise<void> {
  const { database } = context
  const due = await lapsedOffers(database.db, database.now()).execute()
  await forEachRecord(
    log,
    'An offer of a seat could not lapse',
    due.map(({ id }) => id),
    (id) => database.transaction((trx) => lapseOffer(trx, context, id)),
  )
  const dates = await cohortsWithQueue(database.db)
  await forEachRecord(log, 'The free seats of a date could not be offered', dates, (id) =>
    offerAutomatically(context, [id]),
  )
}

export const seatOffers: Job<Context> = { name: 'Offer free seats', once: 'site', every: minute, work: runOfferJob }
