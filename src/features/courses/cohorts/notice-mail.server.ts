import { zoneName } from '#contract/zoned-format.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import type { MailKind } from '#server/mail/mail-kind.ts'
import { minute } from '#server/security/counters.ts'
import type { Days, NoticeKind } from '../ground/cohorts.contract.ts'
import { cohortNotices } from '../ground/courses.table.ts'
import type { RegistrationState } from '../ground/registration-words.contract.ts'
import { dayAndYear, daysInWords } from './cohort-words.ts'
import {
  calendarStatus,
  messageTo,
  readFullRegistrations,
  readStoredCohorts,
  registrationUrl,
  seatCalendar,
  seatFacts,
} from './course-messages.server.ts'
import type { NoticeGroup } from './notices.contract.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** The subject of each is the notice, its recipient the registration. */
    cohortMoved: MovePayload
    cohortCancelled: undefined
    cohortOpened: undefined
  }
}

/** The days that the person knows, and those to which the date was moved. */
type MovePayload = { before?: Days | undefined; after: Days }

/** Composes the message of a notice to one person, unless it has become untrue for that person during the hold. */
const notice: MailKind<'cohortMoved' | 'cohortCancelled' | 'cohortOpened'> = ({ config, database, site, render }) => ({
  // Longer than the hold: a later due time was written while the clock was ahead.
  longestWait: 5 * minute,
  async compose({ subjectId = '', recipientId = '', payload }) {
    const stored = await database.db
      .selectFrom('cohortNotices')
      .selectAll()
      .where('id', '=', subjectId)
      .where('undoneAt', 'is', null)
      .executeTakeFirst()
    if (!stored) return { skip: 'The message was undone' }
    const { kind, body, cohortId } = cohortNotices.decode(stored)
    const [asked] = await readFullRegistrations(database, [recipientId])
    const date = (await readStoredCohorts(database, [cohortId])).get(cohortId)
    if (!asked || !date) return { skip: 'The registration was deleted' }
    const { state, name, email, course } = asked
    if (email === undefined) return { skip: 'No email address' }
    if (state === 'withdrawn') return { skip: 'Withdrew' }
    if (state === 'declined') return { skip: 'Was declined' }
    if (kind !== 'opened' && asked.cohortId !== cohortId) return { skip: 'Moved to another date' }
    if (kind === 'opened' && state !== 'waiting') return { skip: 'No longer interested in a date' }
    const isGone = date.cancelled || date.deletedAt !== undefined
    if (kind === 'cancelled' && !isGone) return { skip: 'The date is no longer cancelled' }
    if (kind !== 'cancelled' && isGone) return { skip: 'The date was cancelled' }
    if (kind === 'opened' && date.closed) return { skip: 'The date was closed' }
    const { before, after }: Partial<MovePayload> = payload ?? {}
    if (after && !sameDays(after, date)) return { skip: 'The days have changed again' }
    const settings = await site.now()
    const { company, publicUrl } = settings
    const { subject, text, closing } = noticeWords({
      ...{ kind, course: course.title, days: date, before, group: groupOf(kind, state), company },
      zone: zoneName(config.timeZone, Date.parse(date.startsOn)),
    })
    const status = kind === 'opened' ? undefined : calendarStatus(asked)
    const entry = status && { cohort: date, before, status: kind === 'cancelled' ? ('CANCELLED' as const) : status }
    const words = {
      ...{ subject, title: subject, name, lines: text, quote: body, closing },
      // Who hears of a new date has not asked for a seat of it.
      facts: seatFacts(
        { ...asked, date, ...(kind === 'opened' && { createdAt: database.now() }) },
        settings,
        asked.offeredPeople,
      ),
      calendar: seatCalendar(asked, [entry], settings, database.now()),
      ...(kind === 'opened' && { button: { label: 'View the date', href: `${publicUrl}/courses/${course.slug}` } }),
      link: {
        label: kind === 'cancelled' ? 'View your request' : 'View or withdraw your request',
        href: await registrationUrl(database, publicUrl, recipientId, 'withdraw'),
      },
    }
    return messageTo(email, words, company, render)
  },
})

const groups: Partial<Record<RegistrationState, NoticeGroup>> = { waiting: 'waiting', offered: 'waiting', new: 'asked' }

/** The relation of someone with a registration in this state to the date of a notice. */
export const groupOf = (kind: NoticeKind, state: RegistrationState): NoticeGroup =>
  kind === 'opened' ? 'interested' : (groups[state] ?? 'enrolled')

export const cohortMoved: MailKind<'cohortMoved'> = notice
export const cohortCancelled: MailKind<'cohortCancelled'> = notice

/** Someone who was told of a new date no longer waits for one, unless the message did not arrive. */
export const cohortOpened: MailKind<'cohortOpened'> = (context) => ({
  ...notice(context),
  sent: (trx, { recipientId = '' }) => markNotified(trx, recipientId, true),
  undelivered: (trx, { recipientId = '' }) => markNotified(trx, recipientId, false),
})

async function markNotified(trx: Transaction, id: string, notified: boolean): Promise<void> {
  const [from, state] = notified ? (['waiting', 'notified'] as const) : (['notified', 'waiting'] as const)
  await trx
    .updateTable('registrations')
    .set({ state, stateAt: nowIn(trx), reason: notified ? null : 'The email about the new date was not delivered' })
    .where('id', '=', id)
    .where('kind', '=', 'nextDate')
    .where('state', '=', from)
    // Someone may have asked again since.
    .$if(!notified, (rows) =>
      rows.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('registrations as other')
              .select('other.id')
              .whereRef('other.courseId', '=', 'registrations.courseId')
              .where('other.kind', '=', 'nextDate')
              .where('other.state', '=', 'waiting')
              .where('other.deletedAt', 'is', null)
              .where(({ eb, fn }) => eb(fn('lower', ['other.email']), '=', fn('lower', ['registrations.email']))),
          ),
        ),
      ),
    )
    .execute()
}

export const sameDays = (one: Days, other: Days): boolean =>
  one.startsOn === other.startsOn &&
  (one.endsOn ?? '') === (other.endsOn ?? '') &&
  (one.timetable ?? '') === (other.timetable ?? '')

type NoticeContent = {
  kind: NoticeKind
  /** The title of the course. */
  course: string
  days: Days
  /** The days that the person knows, of a date that was moved. */
  before?: Days | undefined
  zone: string
  group: NoticeGroup
  company: { email: string; phone: string }
}

/** The text of a notice, in paragraphs before and after what staff add. */
export function noticeWords({ kind, course, days, before, zone, group, company }: NoticeContent) {
  const day = dayAndYear(days.startsOn)
  const when = daysInWords(days, zone)
  if (kind === 'cancelled')
    return {
      subject: `${course}: ${day} is cancelled`,
      text: [`We are sorry: “${course}” on ${when} is cancelled.`],
      closing: [`Questions? Call ${company.phone}, write to ${company.email} or reply to this email.`],
    }
  if (kind === 'opened')
    return {
      subject: `${course}: a new date on ${day}`,
      text: [`You asked to hear about the next date of “${course}”. It is ${when}.`],
      closing: [],
    }
  return {
    subject: `${course}: the date has moved to ${day}`,
    text: [
      before
        ? `“${course}” has moved from ${daysInWords(before, zone)} to ${when}.`
        : `The date of “${course}” has moved. It is now ${when}.`,
      stays(group),
    ],
    closing: [
      'If the new date does not work for you, withdraw with the link below, so that someone else can have the seat.',
    ],
  }
}

const stays = (group: NoticeGroup) =>
  group === 'enrolled'
    ? 'Your enrollment is valid for the new date. There is nothing to do.'
    : group === 'waiting'
      ? 'You keep your place on the waitlist. There is nothing to do.'
      : 'Your request is unchanged. There is nothing to do.'

type CohortVersion = { at: string; days: Days; cancelled: boolean }

/** The state of a date at a time, by its history from the oldest on. A time before the history has the first of it. */
export const stateThen = <State extends { at: string }>(history: State[], time: string): State | undefined =>
  history.findLast(({ at }) => at <= time) ?? history[0]

/** Since when a date is cancelled, by its history from the oldest on. */
export function cancelledSince(history: CohortVersion[]): string {
  const last = history.findLastIndex(({ cancelled }) => !cancelled)
  return history[last + 1]?.at ?? ''
}
