import { nowIn, type Transaction } from '#server/database/connect.ts'
import type { MailContext, MailKind } from '#server/mail/mail-kind.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { minute } from '#server/security/counters.ts'
import { type Days, isForAttendees } from '../ground/cohorts.contract.ts'
import { type CohortNotice, cohortNotices, participants, type StoredCohort } from '../ground/courses.table.ts'
import { offers, ofOffer } from '../ground/offers.server.ts'
import { participantRows } from '../ground/participant-rows.server.ts'
import { enrolledStates, noAddress } from '../ground/registration-words.contract.ts'
import { sameDays } from './cohort-history.server.ts'
import {
  attendeeFacts,
  calendarStatus,
  type FullRegistration,
  joiningDetails,
  type MessageText,
  messageHtml,
  messageTo,
  type NamedOffer,
  nounOf,
  readFullRegistrations,
  readStoredCohorts,
  registrationUrl,
  seatCalendar,
  seatFacts,
  withdrawLabel,
} from './course-messages.server.ts'
import { groupOf } from './notice-recipients.server.ts'
import { noticeWords } from './notice-words.server.ts'
import { showsDetails, startOf } from './timetable.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** The subject of each is the notice, its recipient the registration. */
    cohortMoved: MovePayload
    cohortCancelled: undefined
    cohortOpened: undefined
    /** Its recipient is a registration, or a participant. */
    cohortJoining: MovePayload
    cohortReminder: MovePayload
    cohortNote: undefined
    cohortThanks: undefined
  }
}

/** The days that the person knows, and those of the date when the message was queued. */
type MovePayload = { before?: Days | undefined; after: Days }
type NoticeMail =
  | 'cohortMoved'
  | 'cohortCancelled'
  | 'cohortOpened'
  | 'cohortJoining'
  | 'cohortReminder'
  | 'cohortNote'
  | 'cohortThanks'

type Skip = { skip: string }
/** A notice to one person: the registration, or the participant without it. */
type About = {
  notice: CohortNotice
  date: StoredCohort
  days: Partial<MovePayload>
  asked: FullRegistration | undefined
  recipientId: string
}

/** Composes the message of a notice to one person, unless it has become untrue for that person during the hold. */
const notice: MailKind<NoticeMail> = (context) => ({
  // Longer than the hold: a later due time was written while the clock was ahead.
  longestWait: 5 * minute,
  async compose({ subjectId = '', recipientId = '', payload }) {
    const { database, site, render } = context
    const stored = await database.db
      .selectFrom('cohortNotices')
      .selectAll()
      .where('id', '=', subjectId)
      .where('undoneAt', 'is', null)
      .executeTakeFirst()
    if (!stored) return { skip: 'The message was undone' }
    const found = cohortNotices.decode(stored)
    const { kind, cohortId } = found
    const [asked] = await readFullRegistrations(database, [recipientId])
    const date = (await readStoredCohorts(database, [cohortId])).get(cohortId)
    if (!date) return { skip: 'The date was deleted' }
    const isGone = date.cancelled || date.deletedAt !== undefined
    if (kind === 'cancelled' && !isGone) return { skip: 'The date is no longer cancelled' }
    if (kind !== 'cancelled' && isGone) return { skip: 'The date was cancelled' }
    if (kind === 'opened' && date.closed) return { skip: 'The date was closed' }
    const days: Partial<MovePayload> = payload ?? {}
    if (days.after && !sameDays(days.after, date)) return { skip: 'The days have changed again' }
    const about = { notice: found, date, days, asked, recipientId }
    const written = kind === 'joining' && !asked ? await toParticipant(context, about) : await toBooker(context, about)
    if ('skip' in written) return written
    const { to, ...text } = written
    return messageTo(to, text, (await site.now()).company, render)
  },
})

type Written = Skip | (MessageText & { to: string })

async function toBooker(context: MailContext, about: About): Promise<Written> {
  const { config, database, site } = context
  const { notice, date, days, asked, recipientId } = about
  const { kind, body, audience } = notice
  if (!asked) return { skip: 'The registration was deleted' }
  const { state, name, email, offer } = asked
  if (email === undefined) return { skip: noAddress }
  if (state === 'withdrawn') return { skip: 'Withdrew' }
  if (state === 'declined') return { skip: 'Was declined' }
  if (kind !== 'opened' && asked.cohortId !== date.id) return { skip: 'Moved to another date' }
  if (kind === 'opened' && state !== 'waiting') return { skip: 'No longer interested in a date' }
  const isEnrolled = enrolledStates.includes(state)
  if (isForAttendees(kind) && audience === 'waiting' && isEnrolled) return { skip: 'No longer on the waitlist' }
  if (isForAttendees(kind) && audience !== 'waiting' && !isEnrolled) return { skip: 'No longer enrolled' }
  const { timeZone } = config
  const now = database.now()
  const today = dayIn(timeZone)(now)
  if (kind === 'reminder' && startOf(date, timeZone).moment <= Date.parse(now)) return { skip: 'The date has started' }
  const settings = await site.now()
  const { company, publicUrl } = settings
  const { subject, text, closing } = noticeWords({
    ...{ kind, title: offer.title, days: date, before: days.before, group: groupOf(kind, state), company },
    ...{ timeZone, today },
  })
  const words = { to: email, subject, title: subject, name, lines: text, closing }
  const link = async (label: string | undefined) =>
    label !== undefined && {
      link: { label, href: await registrationUrl(database, publicUrl, recipientId, 'withdraw') },
    }
  if (kind === 'note')
    return { ...words, html: messageHtml(body ?? '', settings), ...(await link(withdrawLabel(state))) }
  if (kind === 'thanks')
    return { ...words, quote: body, link: { label: othersLabel(offer), href: `${publicUrl}/courses` } }
  if (kind === 'joining' || kind === 'reminder') {
    const isSoon = kind === 'joining' || showsDetails(date, today, timeZone)
    const details = isSoon ? joiningDetails(date, settings) : undefined
    const attends = { name, people: asked.people, informed: details !== undefined, timeZone }
    return {
      ...{ ...words, ...details, quote: body },
      facts: attendeeFacts(offer, date, attends),
      calendar: seatCalendar(asked, [attendance(date, isSoon)], settings, now),
      ...(await link(withdrawLabel(state))),
    }
  }
  const status = kind === 'opened' ? undefined : calendarStatus(asked)
  const entry = status && {
    cohort: date,
    before: days.before,
    status: kind === 'cancelled' ? ('CANCELLED' as const) : status,
  }
  return {
    ...{ ...words, quote: body },
    // Who hears of a new date has not asked for a seat of it.
    facts: seatFacts({ ...asked, date, ...(kind === 'opened' && { createdAt: now }) }, settings, asked.offeredPeople),
    calendar: seatCalendar(asked, [entry], settings, now),
    ...(kind === 'opened' && { button: { label: 'View the date', href: publicUrl + offer.path } }),
    ...(await link(kind === 'cancelled' ? 'View your request' : 'View or withdraw your request')),
  }
}

const othersLabel = ({ entity }: NamedOffer) => (entity === 'courses' ? 'See our other courses' : 'See our courses')

const attendance = (date: StoredCohort, isSoon: boolean) => ({
  cohort: date,
  status: 'CONFIRMED' as const,
  ...(isSoon && { joinUrl: date.joinUrl }),
})

/** The joining details for someone whom the booker has named: nothing of the booking, and who gave us the address. */
async function toParticipant(context: MailContext, { date, notice, recipientId }: About): Promise<Written> {
  const { config, database, site } = context
  const row = await participantRows(database.db, date.id)
    .innerJoin('cohorts', 'cohorts.id', 'participants.cohortId')
    .innerJoin(offers(database.db), ofOffer('cohorts'))
    .select(['registrations.name as booker', 'offers.entity', 'offers.title', 'offers.path', 'offers.description'])
    .where('participants.id', '=', recipientId)
    .executeTakeFirst()
  if (!row) return { skip: 'No longer enrolled' }
  const { name, email, informed } = participants.decode(row)
  if (email === undefined) return { skip: noAddress }
  if (!informed) return { skip: 'Gets no joining details' }
  const now = database.now()
  const settings = await site.now()
  const { timeZone } = config
  const { subject, text, closing } = noticeWords({
    ...{ kind: 'joining', title: row.title, days: date, group: 'informed', company: settings.company },
    ...{ timeZone, today: dayIn(timeZone)(now) },
  })
  const details = joiningDetails(date, settings)
  return {
    ...{
      to: email,
      subject,
      title: subject,
      ...(name !== undefined && { name }),
      lines: text,
      quote: notice.body,
      closing,
    },
    ...details,
    facts: attendeeFacts(row, date, { informed: details !== undefined, timeZone }),
    calendar: seatCalendar({ offer: row }, [attendance(date, true)], settings, now),
    small: `${row.booker ?? 'The person who booked'} gave us your address so that you receive the details of this ${nounOf(row)}.`,
  }
}

export const cohortMoved: MailKind<'cohortMoved'> = notice
export const cohortCancelled: MailKind<'cohortCancelled'> = notice
export const cohortJoining: MailKind<'cohortJoining'> = notice
export const cohortReminder: MailKind<'cohortReminder'> = notice
export const cohortNote: MailKind<'cohortNote'> = notice
export const cohortThanks: MailKind<'cohortThanks'> = notice

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
