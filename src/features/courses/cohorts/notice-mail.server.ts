import { formatIn, zoneName } from '#contract/zoned-format.ts'
import type { RequestState } from '#features/courses/requests/course-requests.contract.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import type { Composer, ComposerContext } from '#server/mail/composer.ts'
import { minute } from '#server/security/counters.ts'
import { messageTo, requestUrl } from '../course-messages.server.ts'
import { cohorts } from '../courses.table.ts'
import type { Days, NoticeKind } from './cohorts.contract.ts'
import type { NoticeGroup } from './notices.contract.ts'
import { timetableText } from './timetable.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the notice, its recipient the request. The payload has the days that the person knows. */
    cohortMoved: true
    cohortCancelled: true
    cohortOpened: true
  }
}

/** Composes the message of a notice to one person, unless it has become untrue for that person during the hold. */
export function noticeComposer({ config, database, site, render }: ComposerContext): Composer {
  return {
    // Longer than the hold: a later due time was written while the clock was ahead.
    longestWait: 5 * minute,
    async compose({ subjectId = '', recipientId = '', payload = '{}' }) {
      const row = await database.db
        .selectFrom('cohortNotices')
        .innerJoin('cohorts', 'cohorts.id', 'cohortNotices.cohortId')
        .innerJoin('courses', 'courses.id', 'cohorts.courseId')
        .leftJoin('courseRequests', (join) => join.on('courseRequests.id', '=', recipientId))
        .where('cohortNotices.id', '=', subjectId)
        .select(['cohortNotices.kind', 'cohortNotices.body', 'undoneAt', 'cohortNotices.cohortId'])
        .select(['startsOn', 'endsOn', 'timetable', 'closed', 'cancelled', 'cohorts.deletedAt as cohortDeletedAt'])
        .select(['courses.title', 'courses.slug'])
        .select(['name', 'email', 'state', 'courseRequests.deletedAt as requestDeletedAt'])
        .select('courseRequests.cohortId as askedFor')
        .executeTakeFirst()
      if (!row || row.undoneAt) return { skip: 'The message was taken back' }
      const { kind, body, email, name, state, closed, cancelled, ...more } = cohorts.decode(row)
      if (email === undefined || name === undefined || more.requestDeletedAt) return { skip: 'The request was deleted' }
      if (state === 'withdrawn') return { skip: 'Has withdrawn' }
      if (state === 'declined') return { skip: 'Was declined' }
      if (kind !== 'opened' && more.askedFor !== more.cohortId) return { skip: 'Has another date now' }
      if (kind === 'opened' && state !== 'waiting') return { skip: 'No longer wants a date' }
      const isGone = cancelled || more.cohortDeletedAt !== undefined
      if (kind === 'cancelled' && !isGone) return { skip: 'The date takes place after all' }
      if (kind !== 'cancelled' && isGone) return { skip: 'The date was cancelled' }
      if (kind === 'opened' && closed) return { skip: 'The date was closed' }
      const { startsOn, endsOn, timetable, title: course, slug } = more
      const days: Days = { startsOn, endsOn, timetable }
      const { before, after } = JSON.parse(payload) as { before?: Days; after?: Days }
      if (after && !sameDays(after, days)) return { skip: 'The days have changed again' }
      const { company, publicUrl } = await site.now()
      const { subject, text, closing } = noticeWords({
        ...{ kind, course, days, before, group: groupOf(kind, state), company },
        zone: zoneName(config.timeZone, Date.parse(startsOn)),
      })
      const words = {
        ...{ subject, title: subject, name, lines: text, quote: body, closing },
        ...(kind === 'opened' && { button: { label: 'See the date', href: `${publicUrl}/courses/${slug}` } }),
        link: {
          label: 'See or withdraw your request',
          href: await requestUrl(database, publicUrl, recipientId, 'withdraw'),
        },
      }
      return messageTo(email, words, company, render)
    },
  }
}

/** The relation of someone with a request in this state to the date of a notice. */
export const groupOf = (kind: NoticeKind, state: RequestState | undefined): NoticeGroup =>
  kind === 'opened' ? 'interested' : state === 'waiting' || state === 'offered' ? 'waiting' : 'enrolled'

/** Someone who was told of a new date no longer waits for one, unless the message did not arrive. */
export const openedComposer = (context: ComposerContext): Composer => ({
  ...noticeComposer(context),
  sent: (trx, { recipientId = '' }) => setTold(trx, recipientId, true),
  undelivered: (trx, { recipientId = '' }) => setTold(trx, recipientId, false),
})

async function setTold(trx: Transaction, id: string, told: boolean): Promise<void> {
  const [from, state] = told ? (['waiting', 'told'] as const) : (['told', 'waiting'] as const)
  await trx
    .updateTable('courseRequests')
    .set({
      state,
      stateAt: nowIn(trx),
      reason: told ? null : 'The message about a new date did not arrive',
    })
    .where('id', '=', id)
    .where('kind', '=', 'nextDate')
    .where('state', '=', from)
    // Someone may have asked again since.
    .$if(!told, (rows) =>
      rows.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('courseRequests as other')
              .select('other.id')
              .whereRef('other.courseId', '=', 'courseRequests.courseId')
              .where('other.kind', '=', 'nextDate')
              .where('other.state', '=', 'waiting')
              .where('other.deletedAt', 'is', null)
              .where(({ eb, fn }) => eb(fn('lower', ['other.email']), '=', fn('lower', ['courseRequests.email']))),
          ),
        ),
      ),
    )
    .execute()
}

const weekday = formatIn('en-GB', { weekday: 'short' })('UTC')
const dayAndYear = formatIn('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })('UTC')
const dayInWords = (day: string) => `${weekday.format(new Date(day))} ${dayAndYear.format(new Date(day))}`

/** @param zone the short name of the company's time zone, which a time needs */
export function daysInWords({ startsOn, endsOn, timetable }: Days, zone: string): string {
  const days = endsOn && endsOn !== startsOn ? `${dayInWords(startsOn)} to ${dayInWords(endsOn)}` : dayInWords(startsOn)
  return timetable ? `${days}, ${timetableText(timetable, zone)}` : days
}

export const sameDays = (one: Days, other: Days): boolean =>
  one.startsOn === other.startsOn &&
  (one.endsOn ?? '') === (other.endsOn ?? '') &&
  (one.timetable ?? '') === (other.timetable ?? '')

type Told = {
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
export function noticeWords({ kind, course, days, before, zone, group, company }: Told) {
  const day = dayAndYear.format(new Date(days.startsOn))
  const when = daysInWords(days, zone)
  if (kind === 'cancelled')
    return {
      subject: `${course}: ${day} is cancelled`,
      text: [`We are sorry: “${course}” on ${when} will not take place.`],
      closing: [`Answer this message, write to ${company.email} or call ${company.phone} if you have a question.`],
    }
  if (kind === 'opened')
    return {
      subject: `${course}: a new date on ${day}`,
      text: [`You asked us to tell you the next date of “${course}”. It is ${when}.`],
      closing: [],
    }
  return {
    subject: `${course}: the date has moved to ${day}`,
    text: [
      before
        ? `“${course}” has moved from ${daysInWords(before, zone)} to ${when}.`
        : `The date of “${course}” has moved. It is now ${when}.`,
      group === 'waiting'
        ? 'You keep your place on the waiting list. You need not do anything.'
        : 'Your request stays as it is. You need not do anything.',
    ],
    closing: [
      'If you cannot come on the new date, withdraw with the link below, so that someone else can have the seat.',
    ],
  }
}

type Moment = { at: string; days: Days; cancelled: boolean }

/** The state of a date at a time, by its history from the oldest on. A time before the history has the first of it. */
export const stateThen = <State extends { at: string }>(history: State[], time: string): State | undefined =>
  history.findLast(({ at }) => at <= time) ?? history[0]

/** Since when a date is cancelled, by its history from the oldest on. */
export function cancelledSince(history: Moment[]): string {
  const last = history.findLastIndex(({ cancelled }) => !cancelled)
  return history[last + 1]?.at ?? ''
}
