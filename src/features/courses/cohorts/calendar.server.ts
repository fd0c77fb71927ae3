import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Company } from '#contract/company.ts'
import { zoneName } from '#contract/zoned-format.ts'
import type { AppContext } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { CalendarFile } from '#server/mail/mail.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { offerIdOf } from '../ground/cohort-words.contract.ts'
import type { Days, Times } from '../ground/cohorts.contract.ts'
import { courseContent } from '../ground/course-queries.server.ts'
import type { StoredCohort } from '../ground/courses.table.ts'
import { findOffer, isLiveOffer } from '../ground/offers.server.ts'
import { momentOf, readCohort } from './cohort-queries.server.ts'
import { placeText } from './cohort-words.ts'
import { firstDayOf, later, momentIn, readTimetable, type Slot, timetableText, zoneOf } from './timetable.ts'

/** A date in a calendar. `status` is that of the reader: an offer that is open is tentative, and the seat of someone who gave it back is cancelled. */
export type CalendarEntry = {
  cohort: Pick<StoredCohort, 'id' | 'version' | 'mode' | 'place' | keyof Times>
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  /** The days that the reader knows, of a date that was moved. */
  before?: Days | undefined
  /** Where the reader joins online. */
  joinUrl?: string | undefined
}
type CalendarContent = {
  entries: CalendarEntry[]
  /** The course, or the page with an event. */
  offer: { title: string; path: string; description: string }
  company: Pick<Company, 'brand' | 'email'>
  timeZone: string
  publicUrl: string
  /** ISO 8601 in UTC. */
  now: string
}

const basic = (text: string) => text.replaceAll(/[-:]/g, '').replace(' ', 'T')
const inUtc = (moment: string | number) => `${basic(new Date(moment).toISOString()).slice(0, 15)}Z`

/** A text as RFC 5545 has it: without controls, and with `\\n` for all that some program takes for the end of a line. */
const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '')

/** A line in pieces of at most 75 octets, none of which ends within a character. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const character of line) {
    if (Buffer.byteLength(current + character) > 75) {
      lines.push(current)
      current = ' '
    }
    current += character
  }
  return [...lines, current].join('\r\n')
}

/** The time zone from a moment to another: its offset at the first, and each change until the last. */
function zoneLines(timeZone: string, from: number, until: number): string[] {
  const observance = (kind: string, begins: string, before: Temporal.ZonedDateTime, after: Temporal.ZonedDateTime) => [
    `BEGIN:${kind}`,
    `DTSTART:${basic(begins)}`,
    `TZOFFSETFROM:${before.offset.replace(':', '')}`,
    `TZOFFSETTO:${after.offset.replace(':', '')}`,
    `TZNAME:${zoneName(timeZone, after.epochMilliseconds)}`,
    `END:${kind}`,
  ]
  let before = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone)
  const lines = observance('STANDARD', '1970-01-01T00:00:00', before, before)
  let change = before.getTimeZoneTransition('next')
  while (change && change.epochMilliseconds < until) {
    const begins = change.withTimeZone(before.offset).toPlainDateTime().toString()
    const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
    lines.push(...observance(kind, begins, before, change))
    before = change
    change = change.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...lines, 'END:VTIMEZONE']
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The times of one slot until the date's last day; without a last day it meets once. */
function slotLines(slot: Slot, { startsOn, endsOn }: Days, timeZone: string): string[] {
  const day = firstDayOf(slot, startsOn)
  const at = (time: string) => `;TZID=${timeZone}:${basic(`${day}T${time}:00`)}`
  const until = endsOn && inUtc(momentIn(timeZone, endsOn, '23:59'))
  const byDay = slot.days.map((number) => weekdays[number - 1]).join(',')
  const repeats = byDay ? `FREQ=WEEKLY;UNTIL=${until};BYDAY=${byDay}` : `FREQ=DAILY;UNTIL=${until}`
  return [`DTSTART${at(slot.start)}`, `DTEND${at(slot.end)}`, ...(until ? [`RRULE:${repeats}`] : [])]
}

/** The times of each event of a date: its minutes, its slots if its timetable can be read, else its days. */
function eventsOf(days: Times, timeZone: string): string[][] {
  const { startsOn, endsOn = startsOn, startsAt, endsAt, timetable } = days
  if (startsAt && endsAt) return [[`DTSTART:${inUtc(startsAt)}`, `DTEND:${inUtc(endsAt)}`]]
  const slots = readTimetable(timetable, zoneOf(days, timeZone)) ?? []
  const met = slots.filter((slot) => firstDayOf(slot, startsOn) <= (days.endsOn ?? '9999'))
  if (met.length > 0) return met.map((slot) => slotLines(slot, days, timeZone))
  return [[`DTSTART;VALUE=DATE:${basic(startsOn)}`, `DTEND;VALUE=DATE:${basic(later(endsOn, 1))}`]]
}

/** Dates of a course or a page as a calendar (RFC 5545). A stable UID and a growing SEQUENCE let calendars follow each change; events that a moved date lost are cancelled. */
export function calendarOf({ entries, offer, company, timeZone, publicUrl, now }: CalendarContent): string {
  const url = `${publicUrl}${offer.path}`
  const events = entries.flatMap(({ cohort, status, before, joinUrl }) => {
    const { id, timetable, version } = cohort
    const zone = zoneOf(cohort, timeZone)
    const where = placeText(cohort)
    const description = [joinUrl, timetable && timetableText(timetable, zone), offer.description, url].filter(Boolean)
    const times = eventsOf(cohort, timeZone)
    const former = before ? eventsOf(before, timeZone).slice(times.length) : []
    return [...times, ...former].map((lines, index) => [
      'BEGIN:VEVENT',
      `UID:${id}${index > 0 ? `-${index + 1}` : ''}`,
      `DTSTAMP:${inUtc(now)}`,
      `SEQUENCE:${version}`,
      `STATUS:${index < times.length ? status : 'CANCELLED'}`,
      `ORGANIZER;CN="${company.brand.replaceAll(/["\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')}":mailto:${company.email}`,
      ...lines,
      `SUMMARY:${escaped(offer.title)}`,
      `DESCRIPTION:${escaped(description.join('\n'))}`,
      ...(where ? [`LOCATION:${escaped(where)}`] : []),
      `URL:${url}`,
      'END:VEVENT',
    ])
  })
  const days = entries.flatMap(({ cohort, before }) => [cohort, ...(before ? [before] : [])])
  const bounds = days.flatMap(({ startsOn, endsOn = startsOn }) => [startsOn, endsOn]).sort()
  const [first = '', last = first] = [bounds[0], bounds.at(-1)]
  const isTimed = events.flat().some((line) => line.startsWith('DTSTART;TZID'))
  const zoneUntil = momentIn(timeZone, later(last, 1), '23:59')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(company.brand)}//Dates//EN`,
    `METHOD:${methodOf(entries)}`,
    ...(isTimed ? zoneLines(timeZone, momentIn(timeZone, first, '00:00'), zoneUntil) : []),
    ...events.flat(),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

const methodOf = (entries: CalendarEntry[]) =>
  entries.every(({ status }) => status === 'CANCELLED') ? 'CANCEL' : 'PUBLISH'

/** The same as a file, for a message or a download. */
export function calendarFile(dated: CalendarContent): CalendarFile {
  const { entries, offer } = dated
  const fileName = `${entries[0]?.cohort.startsOn}-${offer.path.split('/').at(-1)}.ics`
  return { method: methodOf(entries), fileName, content: calendarOf(dated) }
}

const calendarAnswer = {
  description: 'The days of the date, for calendar apps.',
  content: { 'text/calendar': { schema: z.string() } },
}

/** The calendar files of dates, also of cancelled ones, so that calendars which have them learn of that. */
export function calendarRoute(app: FastifyInstance, context: AppContext): void {
  const { database, config, site } = context

  /** @throws HttpError 404 for a date that is not of the offer, or is past */
  async function send(reply: FastifyReply, id: string, offer: CalendarContent['offer'] & { id: string }) {
    const cohort = await readCohort(database.db, await momentOf(context), id)
    if (!cohort || offerIdOf(cohort) !== offer.id || cohort.state === 'past') throw notFound('Date not found')
    const { company } = await site.now()
    const { timeZone, publicUrl } = config
    reply.header('cache-control', 'no-cache').type('text/calendar; charset=utf-8')
    const status = cohort.cancelled ? 'CANCELLED' : 'CONFIRMED'
    const entries: CalendarEntry[] = [{ cohort: { ...cohort, id }, status }]
    const file = calendarFile({ entries, offer, company, timeZone, publicUrl, now: database.now() })
    reply.header('content-disposition', `attachment; filename="${file.fileName}"`)
    return file.content
  }

  route(app, 'GET /courses/:slug/dates/:id.ics', {
    access: 'public',
    summary: 'Download a date of an active course as a calendar file',
    answer: calendarAnswer,
    handler: async ({ params: { slug, id } }, reply) => {
      const course = await courseContent.find(context, slug)
      if (!course) throw notFound('Course not found')
      return send(reply, id, { ...course, id: course._id, path: `/courses/${course.slug}` })
    },
  })

  route(app, 'GET /pages/:page/dates/:id.ics', {
    access: 'public',
    summary: 'Download the event of a public page as a calendar file',
    answer: calendarAnswer,
    handler: async ({ params: { page, id } }, reply) => {
      const offer = await findOffer(database.db, page).where(isLiveOffer(database.now())).executeTakeFirst()
      if (offer?.entity !== 'pages') throw notFound('Page not found')
      return send(reply, id, offer)
    },
  })
}
