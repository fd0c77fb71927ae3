import { dayAndMonth } from '#contract/zoned-format.ts'
import type { Days, NoticeKind, Times } from '../ground/cohorts.contract.ts'
import { dayAndYear, dayInWords, daysInWords } from './cohort-words.ts'
import type { NoticeGroup } from './notices.contract.ts'
import { startOf, zoneOf } from './timetable.ts'

type NoticeContent = {
  kind: NoticeKind
  /** The title of the course or the event. */
  title: string
  days: Times
  /** The days that the person knows, of a date that was moved. */
  before?: Days | undefined
  /** The company's time zone, and its present day. */
  timeZone: string
  today: string
  group: NoticeGroup
  company: { email: string; phone: string }
}

type NoticeWords = { subject: string; text: string[]; closing: string[] }

/** The text of a notice, in paragraphs before and after what staff add. */
export function noticeWords({
  kind,
  title,
  days,
  before,
  timeZone,
  today,
  group,
  company,
}: NoticeContent): NoticeWords {
  const first = startOf(days, timeZone)
  const { zone } = first
  const day = dayAndYear(days.startsOn)
  const short = dayAndMonth(days.startsOn)
  const when = daysInWords(days, zone)
  const question = ['Questions? Reply to this email.']
  switch (kind) {
    case 'cancelled':
      return {
        subject: `${title}: ${day} is cancelled`,
        text: [`We are sorry: “${title}” on ${when} is cancelled.`],
        closing: [`Questions? Call ${company.phone}, write to ${company.email} or reply to this email.`],
      }
    case 'opened':
      return {
        subject: `${title}: a new date on ${day}`,
        text: [`You asked to hear about the next date of “${title}”. It is ${when}.`],
        closing: [],
      }
    case 'moved': {
      const isSameDay = before?.startsOn === days.startsOn && before.endsOn === days.endsOn
      return {
        subject: isSameDay ? `${title}: new times on ${day}` : `${title}: the date has moved to ${day}`,
        text: [
          before
            ? `“${title}” has moved from ${daysInWords(before, zoneOf(before, timeZone))} to ${when}.`
            : `The date of “${title}” has moved. It is now ${when}.`,
          stays(group, isSameDay),
        ],
        closing: [
          `If the new ${isSameDay ? 'times do' : 'date does'} not work for you, withdraw with the link below, so that someone else can have the seat.`,
        ],
      }
    }
    case 'joining':
      return {
        subject: `Joining details for ${short}: ${title}`,
        text: [`Here is everything you need to join “${title}”.`],
        closing: question,
      }
    case 'reminder': {
      const away = daysBetween(today, first.day)
      const soon = away === 0 ? 'today' : away === 1 ? 'tomorrow' : `in ${away} days`
      const time = first.start ? ` at ${first.start}` : ''
      return {
        subject: `${title} starts ${soon}${time}`,
        text: [`“${title}” starts ${soon}: ${dayInWords(first.day)}${first.start ? `, ${first.start} ${zone}` : ''}.`],
        closing: question,
      }
    }
    case 'note':
      return {
        subject: `About ${title} on ${short}`,
        text: [`This is about “${title}”, ${when}.`],
        closing: question,
      }
    case 'thanks':
      return {
        subject: `Thank you for attending ${title}`,
        text: [`Thank you for attending “${title}”. We hope you found it useful.`],
        closing: ['Tell us how it went: reply to this email.'],
      }
  }
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

const stays = (group: NoticeGroup, isSameDay: boolean) =>
  group === 'enrolled'
    ? `Your enrollment is valid for the new ${isSameDay ? 'times' : 'date'}. There is nothing to do.`
    : group === 'waiting'
      ? 'You keep your place on the waitlist. There is nothing to do.'
      : 'Your request is unchanged. There is nothing to do.'

/** The message of a notice as a reader of staff knows it, where it did not arrive: 'The reminder'. */
export const noticeNames: Record<NoticeKind, string> = {
  moved: 'The email about the moved date',
  cancelled: 'The email about the cancelled date',
  opened: 'The email about the new date',
  joining: 'The email with the joining details',
  reminder: 'The reminder',
  note: 'The note',
  thanks: 'The thank-you email',
}
