import type { Db, Transaction } from '#server/database/connect.ts'
import { forEachRecord } from '#server/database/each-record.ts'
import type { Job } from '#server/database/jobs.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Log } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { day, minute } from '#server/security/counters.ts'
import type { Cohort, Times } from '../ground/cohorts.contract.ts'
import { cohorts, type StoredCohort } from '../ground/courses.table.ts'
import { isPresentOffer, offers, ofOffer } from '../ground/offers.server.ts'
import { type CohortContext, type Moment, momentOf, readCohort } from './cohort-queries.server.ts'
import { recipientsOf } from './notice-recipients.server.ts'
import { queueNotice } from './notice-rows.server.ts'
import type { NoticeList } from './notices.contract.ts'
import { later, momentIn, sessionsOf, startOf } from './timetable.ts'

type Automatic = Pick<StoredCohort, keyof Times | 'remindAt' | 'thankAfter'>
/** An automatic message of a date: its time is in milliseconds, and it is of no use from `until` on. */
type Planned = { kind: 'reminder' | 'thanks'; daysBefore: number; at: number; until: number }

/** The hours of the company's day at which they leave. */
const leaves = { reminder: '09:00', thanks: '10:00' }
/** How late thanks may be, in milliseconds. */
const longestDelay = 7 * day

/** The automatic messages of a date, by their time. */
export function plannedMessages(date: Automatic, timeZone: string): Planned[] {
  const { startsOn, endsOn = startsOn, remindAt = [], thankAfter } = date
  const start = startOf(date, timeZone)
  const reminders = [...new Set(remindAt)].map((daysBefore): Planned => {
    const at = momentIn(timeZone, later(startsOn, -daysBefore), leaves.reminder)
    return { kind: 'reminder', daysBefore, at, until: start.moment }
  })
  if (thankAfter === undefined) return reminders.sort(byTime)
  const last = sessionsOf(date, start.zone).at(-1)
  const end = date.endsAt
    ? Date.parse(date.endsAt)
    : momentIn(timeZone, last?.day ?? endsOn, last?.end ?? leaves.thanks)
  // On the last day itself they leave when it is over.
  const at = Math.max(end, momentIn(timeZone, later(endsOn, thankAfter), leaves.thanks))
  const thanks: Planned = { kind: 'thanks', daysBefore: 0 - thankAfter, at, until: at + longestDelay }
  return [...reminders, thanks].sort(byTime)
}

const byTime = (one: Planned, other: Planned) => one.at - other.at

/** The last message of each kind whose time has come: of several reminders that are late, one is sent. */
const dueOf = (planned: Planned[], now: number): Planned[] =>
  [
    ...Map.groupBy(
      planned.filter(({ at }) => at <= now),
      ({ kind }) => kind,
    ).values(),
  ].flatMap((ofKind) => ofKind.slice(-1).filter(({ until }) => now < until))

/** The automatic messages of a date that are still to come. A time that is not that of the site's clock has none. */
export async function scheduledMessages(
  { database: { db }, config }: CohortContext,
  cohort: Cohort,
  moment: Moment,
): Promise<NoticeList['scheduled']> {
  if (cohort.cancelled) return []
  const now = Date.parse(moment.now)
  const planned = plannedMessages(cohort, config.timeZone).filter(({ at, until }) => at > now && at < until)
  const open = []
  for (const { kind, daysBefore, at } of planned)
    if (!(await isQueued(db, cohort, { kind, daysBefore, at })))
      open.push({ kind, daysBefore, at: new Date(at).toISOString() })
  return open
}

/**
 * Whether an automatic message was queued for the present day of a date. A reminder by hand since the day before takes the place of one, and thanks
 * are sent once, by hand or automatically.
 */
async function isQueued(
  db: Db,
  { _id, startsOn }: Pick<Cohort, '_id' | 'startsOn'>,
  { kind, daysBefore, at }: Pick<Planned, 'kind' | 'daysBefore' | 'at'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('cohortNotices')
    .select('id')
    .where('cohortId', '=', _id)
    .where('kind', '=', kind)
    .where(({ or, and, eb }) =>
      kind === 'thanks'
        ? or([eb('undoneAt', 'is', null), eb('forDay', '=', startsOn)])
        : or([
            and([eb('forDay', '=', startsOn), eb('daysBefore', '=', daysBefore)]),
            and([
              eb('daysBefore', 'is', null),
              eb('undoneAt', 'is', null),
              eb('at', '>=', new Date(at - day).toISOString()),
            ]),
          ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Queues the messages of a date that are due, in the transaction that locks it: of two processes the second finds them queued. One without recipients
 * is noted too, so that nobody who enrolls later gets it late.
 */
async function queueDue(trx: Transaction, { config }: CohortContext, moment: Moment, id: string): Promise<void> {
  await trx.selectFrom('cohorts').select('id').where('id', '=', id).forUpdate().execute()
  const cohort = await readCohort(trx, moment, id)
  if (!cohort || cohort.cancelled) return
  for (const { kind, daysBefore, at } of dueOf(plannedMessages(cohort, config.timeZone), Date.parse(moment.now))) {
    if (await isQueued(trx, cohort, { kind, daysBefore, at })) continue
    const { recipients, audience } = await recipientsOf(trx, cohort, { kind }, moment.now)
    await queueNotice(trx, cohort, { kind, audience, daysBefore, forDay: cohort.startsOn, recipients })
  }
}

/** The dates whose messages may be due: the longest reminder is 60 days before, and the latest thanks are 60 days and the longest delay after. */
async function candidates(db: Db, { today }: Moment): Promise<StoredCohort[]> {
  const rows = await db
    .selectFrom('cohorts')
    .innerJoin(offers(db), ofOffer('cohorts'))
    .selectAll('cohorts')
    .where(isPresent(cohorts))
    .where(isPresentOffer)
    .where('cohorts.cancelled', '=', false)
    .where(({ or, and, eb, fn }) =>
      or([
        and([
          eb('cohorts.remindAt', 'is not', null),
          eb(fn.coalesce('cohorts.endsOn', 'cohorts.startsOn'), '>=', today),
          eb('cohorts.startsOn', '<=', later(today, 61)),
        ]),
        and([
          eb('cohorts.thankAfter', 'is not', null),
          eb(fn.coalesce('cohorts.endsOn', 'cohorts.startsOn'), '<=', today),
          eb(fn.coalesce('cohorts.endsOn', 'cohorts.startsOn'), '>=', later(today, -70)),
        ]),
      ]),
    )
    .execute()
  return rows.map((row) => cohorts.decode(row))
}

type Context = CohortContext & { mailService: Pick<AppContext['mailService'], 'kind'> }

/** Queues the reminders and the thanks that are due. Without a mail server nothing is queued: those that are not too late leave once there is one. */
export async function queueAutomaticNotices(context: Context, log: Log): Promise<void> {
  const { database, config, mailService } = context
  if (mailService.kind !== 'smtp') return
  const moment = await momentOf(context)
  const now = Date.parse(moment.now)
  const due = []
  for (const date of await candidates(database.db, moment)) {
    const open = dueOf(plannedMessages(date, config.timeZone), now)
    const known = await Promise.all(
      open.map((planned) => isQueued(database.db, { _id: date.id, startsOn: date.startsOn }, planned)),
    )
    if (known.includes(false)) due.push(date.id)
  }
  await forEachRecord(log, 'The automatic messages about a date could not be queued', due, (id) =>
    database.transaction((trx) => queueDue(trx, context, moment, id)),
  )
}

export const automaticNotices: Job<Context> = {
  name: 'Send reminders and thanks for course dates',
  once: 'site',
  every: minute,
  work: queueAutomaticNotices,
}
