import { formatIn } from '#contract/zoned-format.ts'
import type { NoticeKind } from './cohorts.contract.ts'
import type { NoticeGroup } from './notices.contract.ts'

/** The days of a date, and when on these days. */
export type Days = { startsOn: string; endsOn?: string | undefined; timetable?: string | undefined }

const weekday = formatIn('en-GB', { weekday: 'short' })('UTC')
const dayAndYear = formatIn('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })('UTC')
const dayInWords = (day: string) => `${weekday.format(new Date(day))} ${dayAndYear.format(new Date(day))}`

/** @param zone the short name of the company's time zone, which a time needs */
export function daysInWords({ startsOn, endsOn, timetable }: Days, zone: string): string {
  const days = endsOn && endsOn !== startsOn ? `${dayInWords(startsOn)} to ${dayInWords(endsOn)}` : dayInWords(startsOn)
  if (!timetable) return days
  return `${days}, ${timetable}${/\d[:.]\d\d/.test(timetable) ? ` ${zone}` : ''}`
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
      text: [`We are sorry: “${course}” on ${when} does not take place.`],
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
        ? 'You keep your place on the waiting list, and need not do anything.'
        : 'Your request stays as it is, and you need not do anything.',
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
