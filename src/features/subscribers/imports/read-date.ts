export type DateForm = {
  /** The company's, in which dates are read. */
  zone: string
  /** Whether 1/2/2026 is 2 January. */
  monthFirst?: boolean | undefined
}

/**
 * A date as tables have it: ISO 8601, `22.11.2026`, `22/11/2026` (see `dayPlace`) or `22 Nov 2026`, with or without a time.
 * A day without a time is its noon, and today is now.
 * @returns ISO 8601 in UTC; undefined for another text and for later days
 */
export function readDate(text: string, form: DateForm, now: number): string | undefined {
  const moment = momentOf(text.trim(), form)
  if (moment === undefined || moment <= 0) return undefined
  const dayOf = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(form.zone).toPlainDate()
  return moment <= now || dayOf(moment).equals(dayOf(now)) ? new Date(Math.min(moment, now)).toISOString() : undefined
}

const numbers = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(.*)$/
const monthName =
  /\b(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)\b/i

/** Whether the day is the first or the second number of a date such as 13/2/2026; undefined where it may be either, and for another text. */
export function dayPlace(text: string): 'first' | 'second' | undefined {
  const [, first, second] = numbers.exec(text.trim()) ?? []
  if (Number(second) > 12) return 'second'
  return Number(first) > 12 ? 'first' : undefined
}

function momentOf(text: string, { zone, monthFirst }: DateForm): number | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(.*)$/.exec(text)
  if (iso) return inZone(zone, [iso[1], iso[2], iso[3]], iso[4])
  const numeric = numbers.exec(text)
  if (numeric) {
    const [, first, second, year, rest] = numeric
    const place = dayPlace(text) ?? (monthFirst ? 'second' : 'first')
    return inZone(zone, place === 'second' ? [year, first, second] : [year, second, first], rest)
  }
  if (!monthName.test(text) || !/\d{4}/.test(text)) return undefined
  const named = new Date(`${text} UTC`)
  if (Number.isNaN(named.getTime())) return undefined
  const day = [named.getUTCFullYear(), named.getUTCMonth() + 1, named.getUTCDate()].map(String)
  return inZone(zone, day, /\d:\d/.test(text) ? named.toISOString().slice(10, 19) : '')
}

function inZone(zone: string, [year, month, day]: (string | undefined)[], rest = ''): number | undefined {
  const [, hour = '12', minute = '00', second = '00', offset] =
    /^[T,\s]\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(rest) ?? []
  if (rest.trim() !== '' && !/\d:\d/.test(rest)) return undefined
  try {
    const time = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour),
        minute: Number(minute),
        second: Number(second),
      },
      { overflow: 'reject' },
    )
    return time.toZonedDateTime(offset ? (offset === 'Z' ? 'UTC' : offset) : zone).epochMilliseconds
  } catch {
    return undefined
  }
}
