import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Company } from '#contract/company.ts'
import { zoneName } from '#contract/zoned-format.ts'
import type { AppContext } from '#server/feature.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { courseContent } from '../course-queries.server.ts'
import { momentOf, readCohorts } from './cohort-queries.server.ts'
import type { Cohort } from './cohorts.contract.ts'
import { firstDayOf, momentIn, offsetAt, readTimetable, type Slot, timetableText } from './timetable.ts'

type Dated = {
  cohort: Cohort
  course: { title: string; slug: string; description: string }
  company: Pick<Company, 'brand'>
  timeZone: string
  publicUrl: string
}

const dayMs = 86_400_000
const basic = (text: string) => text.replaceAll(/[-:]/g, '').replace(' ', 'T')
const inUtc = (moment: string | number) => `${basic(new Date(moment).toISOString()).slice(0, 15)}Z`
const nextDay = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n')

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

const offsetText = (offset: number) => {
  const minutes = Math.abs(offset) / 60_000
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${parts.join('')}`
}

/** The time zone from a moment to another: its offset at the first, and each change until the last. */
function zoneLines(timeZone: string, from: number, until: number): string[] {
  const observance = (kind: string, begins: string, before: number, after: number, moment: number) => [
    `BEGIN:${kind}`,
    `DTSTART:${begins}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `TZNAME:${zoneName(timeZone, moment)}`,
    `END:${kind}`,
  ]
  let offset = offsetAt(from, timeZone)
  const lines = observance('STANDARD', '19700101T000000', offset, offset, from)
  for (let moment = from; moment < until; moment += dayMs) {
    const after = offsetAt(moment + dayMs, timeZone)
    if (after === offset) continue
    let [low, high] = [moment, moment + dayMs]
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000
      if (offsetAt(middle, timeZone) === offset) low = middle
      else high = middle
    }
    const begins = basic(new Date(high + offset).toISOString()).slice(0, 15)
    lines.push(...observance(after > offset ? 'DAYLIGHT' : 'STANDARD', begins, offset, after, high))
    offset = after
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
  const wholeDays = [`DTSTART;VALUE=DATE:${basic(startsOn)}`, `DTEND;VALUE=DATE:${basic(nextDay(endsOn))}`]
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
    ...(slots.length > 0 ? zoneLines(timeZone, start, momentIn(timeZone, endsOn, '23:59') + dayMs) : []),
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
      const dates = await readCohorts(database.db, await momentOf(parts), [course._id])
      const cohort = dates.get(course._id)?.find(({ _id, state }) => _id === id && state !== 'past')
      if (!cohort) throw notFound('Date not found')
      const { company } = await site.now()
      const { timeZone, publicUrl } = config
      reply.header('cache-control', 'no-cache').type('text/calendar; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${cohort.startsOn}-${course.slug}.ics"`)
      return calendarOf({ cohort, course, company, timeZone, publicUrl })
    },
  )
}
