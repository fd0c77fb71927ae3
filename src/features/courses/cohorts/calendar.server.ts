import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Company } from '#contract/company.ts'
import { zoneName } from '#contract/zoned-format.ts'
import type { AppContext } from '#server/feature.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { courseContent } from '../course-queries.server.ts'
import { momentOf, readCohort } from './cohort-queries.server.ts'
import type { Cohort } from './cohorts.contract.ts'
import { firstDayOf, later, momentIn, readTimetable, type Slot, timetableText } from './timetable.ts'

type Dated = {
  cohort: Cohort
  course: { title: string; slug: string; description: string }
  company: Pick<Company, 'brand'>
  timeZone: string
  publicUrl: string
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
function slotLines(slot: Slot, { startsOn, endsOn }: Cohort, timeZone: string): string[] {
  const day = firstDayOf(slot, startsOn)
  const at = (time: string) => `;TZID=${timeZone}:${basic(`${day}T${time}:00`)}`
  const until = endsOn && inUtc(momentIn(timeZone, endsOn, '23:59'))
  const byDay = slot.days.map((number) => weekdays[number - 1]).join(',')
  return [
    `DTSTART${at(slot.start)}`,
    `DTEND${at(slot.end)}`,
    ...(until ? [`RRULE:FREQ=WEEKLY;UNTIL=${until};BYDAY=${byDay}`] : []),
  ]
}

/** A date as a calendar (RFC 5545): its weekly times if its timetable can be read, else its days. */
export function calendarOf({ cohort, course, company, timeZone, publicUrl }: Dated): string {
  const { _id, startsOn, endsOn = startsOn, timetable, mode, place, cancelled, version, updatedAt } = cohort
  const start = momentIn(timeZone, startsOn, '00:00')
  const zone = zoneName(timeZone, start)
  const slots = (readTimetable(timetable, zone) ?? []).filter(
    (slot) => firstDayOf(slot, startsOn) <= (cohort.endsOn ?? '9999'),
  )
  const wholeDays = [`DTSTART;VALUE=DATE:${basic(startsOn)}`, `DTEND;VALUE=DATE:${basic(later(endsOn, 1))}`]
  const times = slots.length > 0 ? slots.map((slot) => slotLines(slot, cohort, timeZone)) : [wholeDays]
  const url = `${publicUrl}/courses/${course.slug}`
  const where = [mode !== 'online' && place, mode !== 'place' && 'Online'].filter(Boolean).join(' / ')
  const description = [timetable && timetableText(timetable, zone), course.description, url].filter(Boolean).join('\n')
  const events = times.flatMap((lines, index) => [
    'BEGIN:VEVENT',
    `UID:${_id}${index > 0 ? `-${index + 1}` : ''}`,
    `DTSTAMP:${inUtc(updatedAt)}`,
    `SEQUENCE:${version}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...lines,
    `SUMMARY:${escaped(course.title)}`,
    `DESCRIPTION:${escaped(description)}`,
    ...(where ? [`LOCATION:${escaped(where)}`] : []),
    `URL:${url}`,
    'END:VEVENT',
  ])
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(company.brand)}//Courses//EN`,
    'METHOD:PUBLISH',
    ...(slots.length > 0 ? zoneLines(timeZone, start, momentIn(timeZone, later(endsOn, 1), '23:59')) : []),
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** The calendar file of a date, also of a cancelled one, so that calendars which have it learn of that. */
export function calendarRoute(app: FastifyInstance, parts: AppContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/courses/:slug/dates/:id.ics',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Download a date of an active course as a calendar file',
        params: z.object({ slug: z.string(), id: z.string() }),
        response: { 200: { description: 'The calendar', content: { 'text/calendar': { schema: z.string() } } } },
      },
    },
    async ({ params: { slug, id } }, reply) => {
      const { database, config, site } = parts
      const course = await courseContent.find(parts, slug)
      if (!course) throw notFound('Course not found')
      const cohort = await readCohort(database.db, await momentOf(parts), id)
      if (!cohort || cohort.courseId !== course._id || cohort.state === 'past') throw notFound('Date not found')
      const { company } = await site.now()
      const { timeZone, publicUrl } = config
      reply.header('cache-control', 'no-cache').type('text/calendar; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${cohort.startsOn}-${course.slug}.ics"`)
      return calendarOf({ cohort, course, company, timeZone, publicUrl })
    },
  )
}
