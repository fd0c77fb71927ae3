import type { ConfigNow } from '#server/site-config/site-config.ts'
import { deskSettings } from './desk-settings.contract.ts'

/** `promised`: in how many minutes of office hours a message is answered. `reminderAt`: the time of the daily reminder, HH:MM; absent for none. */
export type Desk = { promised: number; office: OfficeTime; timeZone: string; reminderAt?: string }

const desks = new WeakMap<object, Desk>()

/** The settings of response times, with the opening hours that are computed once. */
export const deskOf = (config: ConfigNow): Desk => desks.getOrInsertComputed(config, () => readDesk(config))

function readDesk(config: ConfigNow): Desk {
  const { answerWithin, days, hours, holidays, reminderAt } = deskSettings.of(config)
  const { timeZone } = config
  return {
    promised: Math.round(answerWithin * 60),
    office: officeTime({ timeZone, days, ...hours, holidays }),
    timeZone,
    ...(reminderAt && { reminderAt }),
  }
}

/** The hours in which a promise counts. `days` are 1 (Monday) to 7; `from` and `to` are minutes after midnight, 1,440 for the end of a day. */
type OfficeHoursRules = {
  timeZone: string
  days: readonly number[]
  from: number
  to: number
  /** YYYY-MM-DD. */
  holidays: readonly string[]
}

type OfficeTime = {
  /** The minutes of a working day, and of a week. */
  workday: number
  workweek: number
  /** The minutes of office hours between two times, ISO 8601; 0 when the second is the earlier one. */
  minutesBetween(from: string, to: string): number
  /** The time from which so many minutes of office hours have passed until `now`. A message of an earlier time is older than that. */
  minutesBefore(now: string, minutes: number): string
  /** Whether the office opens on the day of a time. */
  isWorkday(at: string): boolean
}

const millisecondsOfMinute = 60_000
/** An office that is closed for so many days has no office hours. */
const longestClosed = 400

const firstDay = Temporal.PlainDate.from('1970-01-01')

/** The opening of one day, in milliseconds since 1970; both are the same on a day off. */
type Opening = { opens: number; closes: number }

/** Counts time as an office does: nights, days off and holidays do not count, and a day with a change of the clock has its true length. */
export function officeTime({ timeZone, days, from, to, holidays }: OfficeHoursRules): OfficeTime {
  const closedOn = new Set(holidays)
  // By the number of the day since 1970. A list needs years of days, so each is computed only once.
  const openings = new Map<number, Opening>()

  function dayOf(at: string): number {
    const moment = Temporal.Instant.fromEpochMilliseconds(Date.parse(at)).toZonedDateTimeISO(timeZone)
    return firstDay.until(moment.toPlainDate()).days
  }

  function momentOf(day: Temporal.PlainDate, minutes: number): number {
    const [date, rest] = minutes === 24 * 60 ? [day.add({ days: 1 }), 0] : [day, minutes]
    const plainTime = { hour: Math.floor(rest / 60), minute: rest % 60 }
    return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
  }

  const openingOf = (day: number): Opening =>
    openings.getOrInsertComputed(day, () => {
      const date = firstDay.add({ days: day })
      const opens = momentOf(date, from)
      const isOpen = days.includes(date.dayOfWeek) && !closedOn.has(date.toString())
      return { opens, closes: isOpen ? momentOf(date, to) : opens }
    })

  return {
    workday: to - from,
    workweek: (to - from) * days.length,

    minutesBetween(start, end) {
      const [first, last] = [Date.parse(start), Date.parse(end)]
      if (!(first < last)) return 0
      const lastDay = dayOf(end)
      let open = 0
      for (let day = dayOf(start); day <= lastDay; day++) {
        const { opens, closes } = openingOf(day)
        open += Math.max(0, Math.min(closes, last) - Math.max(opens, first))
      }
      return Math.floor(open / millisecondsOfMinute)
    },

    minutesBefore(now, minutes) {
      const end = Date.parse(now)
      let left = minutes * millisecondsOfMinute
      let closed = 0
      for (let day = dayOf(now); closed < longestClosed; day--) {
        const { opens, closes } = openingOf(day)
        const until = Math.min(closes, end)
        const open = Math.max(0, until - opens)
        if (open > 0 && open >= left) return new Date(until - left).toISOString()
        left -= open
        closed = closes > opens ? 0 : closed + 1
      }
      return new Date(0).toISOString()
    },

    isWorkday(at) {
      const { opens, closes } = openingOf(dayOf(at))
      return closes > opens
    },
  }
}
