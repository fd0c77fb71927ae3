import { TomlDate } from 'smol-toml'
import { fromWallTime } from '#contract/zoned-format.ts'
import { isPossibleDate } from '../../ground/source.ts'
import { textOf } from './values.ts'

/** A date of a source: as ISO 8601 in UTC, or the reason why it cannot be read. */
type ReadDate = { at: string } | { reason: string }

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const time = String.raw`(?:(?:[T ,]|\s+at)\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?)?`
const zone = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?(?:\s*\([^)]*\))?`
const weekday = String.raw`(?:[a-z]{3,9},?\s+)?`
const inIso = new RegExp(String.raw`^(\d{1,6})[-/.](\d{1,2})[-/.](\d{1,2})${time}${zone}$`, 'i')
const byDay = new RegExp(
  String.raw`^${weekday}(\d{1,2})(?:st|nd|rd|th|\.)?\s+([a-z]{3,9})\.?,?\s+(\d{4})${time}${zone}$`,
  'i',
)
const byMonth = new RegExp(
  String.raw`^${weekday}([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${time}${zone}$`,
  'i',
)
const short = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${time}${zone}$`, 'i')

/**
 * Reads a date as people and programs write it. One without a zone is in that of the site, or in UTC.
 * @param timeZone of the site: 'Asia/Kolkata'
 */
export function readDate(value: unknown, timeZone?: string): ReadDate | undefined {
  const text = value instanceof TomlDate ? tomlText(value) : textOf(value).slice(0, 200)
  if (text === '') return undefined
  if (/^\d+$/.test(text)) return fromNumber(text, timeZone)
  const iso = inIso.exec(text)
  if (iso) return made(text, [Number(iso[1]), Number(iso[2]), Number(iso[3])], iso.slice(4), timeZone)
  const day = byDay.exec(text)
  if (day) return made(text, [Number(day[3]), monthOf(day[2]), Number(day[1])], day.slice(4), timeZone)
  const month = byMonth.exec(text)
  if (month) return made(text, [Number(month[3]), monthOf(month[1]), Number(month[2])], month.slice(4), timeZone)
  const digits = short.exec(text)
  if (digits) return fromShort(text, digits, timeZone)
  return { reason: `“${text.slice(0, 60)}” is no date.` }
}

/** Local dates of TOML have no zone. */
const tomlText = (date: TomlDate) =>
  date.isLocal() || date.isDate() ? date.toISOString().replace('Z', '') : date.toISOString()

function fromNumber(text: string, timeZone?: string): ReadDate {
  const number = Number(text)
  if (text.length === 8)
    return made(text, [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6))], [], timeZone)
  if (text.length <= 4) return made(text, [number, 1, 1], [], timeZone)
  // Seconds, or milliseconds, since 1970.
  const at = new Date(text.length > 11 ? number : number * 1000)
  return Number.isNaN(at.getTime()) ? { reason: `“${text.slice(0, 60)}” is no date.` } : bounded(text, at)
}

/** 13/01/2024 can only be one day. Dots are of countries that begin with the day, slashes of those that begin with the month. */
function fromShort(text: string, [, first, sign, second, year, ...rest]: string[], timeZone?: string): ReadDate {
  const [one, other] = [Number(first), Number(second)]
  const dayFirst = one > 12 || (sign === '.' && other <= 12)
  return made(text, dayFirst ? [Number(year), other, one] : [Number(year), one, other], rest, timeZone)
}

const monthOf = (name = '') => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

function made(
  text: string,
  [year, month, day]: [number, number, number],
  rest: (string | undefined)[],
  timeZone?: string,
): ReadDate {
  const [hours, minutes, seconds, half, zone] = rest
  const twelve = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours ?? 0)
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  at.setUTCHours(twelve, Number(minutes ?? 0), Number(seconds ?? 0))
  const exists = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && twelve < 24 && Number(minutes ?? 0) < 60
  if (!exists) return { reason: `“${text.slice(0, 60)}” is no date.` }
  const inUtc = bounded(text, zone ? new Date(at.getTime() - offsetOf(zone) * 60_000) : at)
  return zone || !timeZone || 'reason' in inUtc ? inUtc : { at: inZone(at, timeZone).toISOString() }
}

const bounded = (text: string, at: Date): ReadDate =>
  isPossibleDate(at) ? { at: at.toISOString() } : { reason: `“${text.slice(0, 60)}” cannot be a date of publication.` }

/** The moment at which the clocks of a zone show a time. Seconds are the same in every zone. */
function inZone(local: Date, timeZone: string): Date {
  const moment = Date.parse(fromWallTime(local.toISOString().slice(0, 16), timeZone))
  return new Date(moment + local.getUTCSeconds() * 1000)
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0
}
