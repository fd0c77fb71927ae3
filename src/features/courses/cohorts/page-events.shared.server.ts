import { rememberNotes } from '#server/activity/activity.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { isPresent, scheduleColumns } from '#server/database/lifecycle.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { changeRecord, createRecord } from '#server/record/change-record.ts'
import type { PlannedDay } from '#server/record/entity.ts'
import type { Publishing } from '#server/record/publishing.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { usualReminders } from '../ground/cohort-words.contract.ts'
import { isAsked } from '../ground/course-queries.server.ts'
import { cohorts, registrations, type StoredCohort } from '../ground/courses.table.ts'
import type { PageEvent, ShownEvent } from '../ground/page-events.contract.ts'
import { momentOf, readCohorts } from './cohort-queries.server.ts'
import { daysOfEvent } from './timetable.ts'

/** The date is public by its page, whose save has asked who may publish it. People with a seat know it also without the page. */
const publishing: Publishing = {
  schedule: [],
  async isSeen(db, { id }) {
    const asked = db.selectFrom('registrations').select('id').where('cohortId', '=', id).where(isPresent(registrations))
    return (await asked.limit(1).executeTakeFirst()) !== undefined
  },
}
const record = { table: cohorts, access: { write: 'writeContent' as const }, publishing }

/** People with a seat read the title of a page in messages and at their links, also while it is a draft. */
export const pagePublishing: Publishing = {
  schedule: Object.keys(scheduleColumns),
  isSeen: async (db, { id, active }) => Boolean(active) || isAsked(db, 'pageId', id),
}

type Change = {
  pageId: string
  by: Staff
  /** The event of the page before the save, and after it. That before may be from a newer version of the program. */
  before: PageEvent | 'unreadable' | undefined
  after: PageEvent | undefined
}

/**
 * Keeps the date of a page in step with its event section, in the transaction of the save. Without the section the date is closed, and its people are
 * kept; it is open again once the section is back.
 */
export async function syncEvent(
  trx: Transaction,
  { pageId, by, before, after }: Change,
  { timeZone }: { timeZone: string },
): Promise<void> {
  const columns = after && columnsOf(after, timeZone)
  const former = before === 'unreadable' ? before : before && columnsOf(before, timeZone)
  if (JSON.stringify(former) === JSON.stringify(columns)) return
  const stored = await trx.selectFrom('cohorts').select('id').where('pageId', '=', pageId).executeTakeFirst()
  // The entry of the page in the log says it.
  const forgetNotes = rememberNotes(trx)
  if (stored) {
    // Staff may have closed it themselves, which a change of the section keeps.
    const flags = before && after ? {} : { closed: after === undefined }
    await changeRecord(trx, { ...record, id: stored.id }, by, () => ({ ...columns, ...flags }))
  } else if (columns) await createRecord(trx, record, by, { pageId, ...usual, ...columns })
  forgetNotes()
}

/** A date of a page is asked for by its form, and costs nothing. */
const usual = {
  ...({ enrolVia: 'request', bookedElsewhere: 0, closed: false, cancelled: false } as const),
  remindAt: usualReminders,
}

/** The columns of a date that its section says. */
const columnsOf = ({ startsAt, endsAt, place, online, seats }: PageEvent, timeZone: string): Partial<StoredCohort> => ({
  ...{ startsAt, endsAt, ...daysOfEvent({ startsAt, endsAt }, timeZone) },
  ...{ mode: online ? (place ? 'both' : 'online') : 'place', place, seats },
})

/** The details that the section of an event shows besides its fields. A preview has the times of the section, and the seats of the date as it is. */
export async function readEvent(
  context: Pick<AppContext, 'database' | 'config' | 'site'>,
  page: ShownEvent['page'],
  { startsAt, endsAt }: PageEvent,
): Promise<Omit<ShownEvent, keyof PageEvent>> {
  const { timeZone } = context.config
  const [date] = (await readCohorts(context.database.db, await momentOf(context), [page._id])).get(page._id) ?? []
  const left = date?.seats !== undefined && { seatsLeft: Math.max(0, date.seats - date.booked) }
  return {
    ...{ ...daysOfEvent({ startsAt, endsAt }, timeZone), timeZone, page },
    ...(date && { date: { _id: date._id, state: date.state, ...left } }),
  }
}

/** Deletes what belongs to the date of a page that is deleted for good. The date and its people go with the page. */
export const eraseEvent = (trx: Transaction, pageId: string) =>
  trx
    .deleteFrom('revisions')
    .where('entity', '=', 'cohorts')
    .where('recordId', 'in', trx.selectFrom('cohorts').select('id').where('pageId', '=', pageId))
    .execute()

/** The days on which the events of active pages start. */
export async function plannedEvents({ db }: Database, from: string, until: string): Promise<PlannedDay[]> {
  const rows = await db
    .selectFrom('pages')
    .innerJoin('cohorts', 'cohorts.pageId', 'pages.id')
    .where('pages.deletedAt', 'is', null)
    .where('pages.active', '=', true)
    .where(isPresent(cohorts))
    .where('cohorts.cancelled', '=', false)
    .where('cohorts.startsOn', '>=', from)
    .where('cohorts.startsOn', '<=', until)
    .select(['pages.id', 'pages.title as name', 'cohorts.startsOn as day'])
    .execute()
  return rows.map((row) => ({ of: 'pages', what: 'starts', ...row }))
}

/** The refusal of a call that makes or removes the date of a page. */
export const ofPage = () => new HttpError(409, 'This date comes from the event section of its page. Change it there.')

/** The fields of an event's date that its section has. */
const ofSection = ['startsOn', 'endsOn', 'timetable', 'mode', 'place', 'seats'] as const
/** Those that an event does not have. */
const ofCourses = ['enrolBy', 'price', 'discountedPrice', 'discountUntil', 'enrollmentUrl'] as const

/** @throws HttpError 422 for a value of a page's date that only its section changes */
export function expectSection(before: StoredCohort, draft: Partial<StoredCohort>): void {
  const isChanged = (name: keyof StoredCohort) => name in draft && (draft[name] ?? undefined) !== before[name]
  const name = [...ofSection, ...ofCourses].find(isChanged) ?? (draft.enrolVia === 'link' ? 'enrolVia' : undefined)
  if (name) throw invalid(name, 'Change this in the event section of the page')
}
