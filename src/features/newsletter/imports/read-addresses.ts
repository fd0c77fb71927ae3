import { cleanText, emailAddress } from '#contract/fields.ts'
import { lookup } from '#contract/lookup.ts'
import type { SubscriberState } from '../newsletter.contract.ts'
import { betweenTopics, type Topic } from '../subscription-settings.contract.ts'
import type { Meaning } from './imports.contract.ts'

/** Why an address is not imported. */
export const reasons = {
  formula: 'It looks like a spreadsheet formula',
  empty: 'The column of the addresses is empty',
  malformed: 'Not an e-mail address',
  unsubscribed: 'Has unsubscribed and stays so',
  erased: 'Was erased on request',
}

/** A spreadsheet would run a formula when the list is exported and opened. */
export const isFormula = (text: string) => /^[=+@-]/.test(text)

/** An address of a line, in lower case, or why it cannot be read. */
export type Entry =
  | {
      email: string
      name?: string | undefined
      date?: string | undefined
      undated?: boolean
      /** The ids of the chosen topics, and the names of unknown ones. */
      topics?: string[] | undefined
      unknownTopics?: string[]
      state?: SubscriberState | undefined
    }
  | { text: string; reason: string }

const longestName = 200
const contract = emailAddress()

type DateForm = {
  /** The company's, in which dates are read. */
  zone: string
  /** Whether 1/2/2026 is 2 January. */
  monthFirst?: boolean | undefined
}

/** The addresses of a line with the values of its other columns. */
export function entriesOf(
  cells: string[],
  meanings: Meaning[],
  form: DateForm,
  topics: readonly Topic[] = [],
): Entry[] {
  const all = (meaning: Meaning) => cells.filter((cell, index) => meanings[index] === meaning && cell !== '')
  const addresses = all('email').flatMap(addressesIn)
  if (addresses.length === 0) return [{ text: all('name').join(' '), reason: reasons.empty }]
  const [date = ''] = all('date')
  const [stateText = ''] = all('state')
  const rowName = nameOf(all('name').join(' '))
  const state = stateOf(stateText)
  const chosen = readTopics(all('topic'), topics)
  return addresses.map((address) => {
    if ('reason' in address) return address
    const name = rowName ?? address.name
    if (name && isFormula(name)) return { text: name, reason: reasons.formula }
    if (stateText && !state)
      return { text: address.email, reason: `The state “${stateText.slice(0, 50)}” is not known` }
    const read = readDate(date, form)
    return {
      email: address.email,
      name,
      state,
      date: read,
      ...chosen,
      ...(date !== '' && read === undefined && { undated: true }),
    }
  })
}

type Address = { email: string; name?: string | undefined } | { text: string; reason: string }

/** The addresses of a cell: one, several between commas, semicolons or spaces, each also as `Name <a@b>` or `mailto:a@b`. */
export function addressesIn(cell: string): Address[] {
  const text = cell.replace(/[\u200b-\u200d\u2060\ufeff]/g, '').trim()
  if (isFormula(text)) return [{ text, reason: reasons.formula }]
  const found: Address[] = []
  const parts = text.split('>')
  const rest = parts.pop() ?? ''
  for (const part of parts) {
    const start = part.indexOf('<')
    // Parts before the name are further addresses, but a name can have a comma.
    const before = part.slice(0, Math.max(0, start)).split(/[,;]/)
    found.push(...before.filter((text) => text.includes('@')).flatMap(plainAddresses))
    const name = before.filter((text) => !text.includes('@')).join(',')
    found.push(addressOf(part.slice(start + 1), nameOf(name.replace(/^[\s,;]+/, ''))))
  }
  return [...found, ...plainAddresses(rest)]
}

const plainAddresses = (text: string): Address[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const words = part.split(/\s+/)
      return words.every((word) => word.includes('@')) ? words : [part]
    })
    .map((part) => addressOf(part))

function addressOf(text: string, name?: string): Address {
  const address = text.trim().replace(/^mailto:([^?]*).*$/is, '$1')
  if (isFormula(address)) return { text, reason: reasons.formula }
  const parsed = contract.safeParse(address)
  return parsed.success ? { email: parsed.data.toLowerCase(), name } : { text, reason: reasons.malformed }
}

/**
 * A name without the quotation marks that mail programs put around it; undefined without a letter or a digit, since other programs write a dash
 * for an unknown name.
 */
function nameOf(text: string): string | undefined {
  const name = cleanText(text)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
    .slice(0, longestName)
  return /[\p{L}\p{N}]/u.test(name) ? name : undefined
}

/** The topics that cells name, in any case. All of them are the same as none. */
function readTopics(
  cells: string[],
  all: readonly Topic[],
): Pick<Extract<Entry, { email: string }>, 'topics' | 'unknownTopics'> {
  const names = cells
    .flatMap((cell) => cell.split(betweenTopics))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const isNamed = (topic: Topic, name: string) => topic.name.toLowerCase() === name.toLowerCase()
  const found = all.filter((topic) => names.some((name) => isNamed(topic, name)))
  const unknown = names.filter((name) => !all.some((topic) => isNamed(topic, name)))
  return {
    ...(found.length > 0 && found.length < all.length && { topics: found.map(({ id }) => id) }),
    ...(unknown.length > 0 && { unknownTopics: unknown.map((name) => name.slice(0, 60)) }),
  }
}

/** Our own states and those of other programs. */
const states: Record<string, SubscriberState> = {
  confirmed: 'confirmed',
  subscribed: 'confirmed',
  active: 'confirmed',
  pending: 'pending',
  unconfirmed: 'pending',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  cleaned: 'bounced',
}
const stateOf = (text: string) => lookup(states, text.toLowerCase())

/**
 * A date as tables have it: ISO 8601, `22.11.2026`, `22/11/2026` (see `dayPlace`) or `22 Nov 2026`, with or without a time.
 * A day without a time is its noon, and today is now.
 * @returns ISO 8601 in UTC; undefined for another text and for later days
 */
export function readDate(text: string, form: DateForm, now = Date.now()): string | undefined {
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

const headings: [Meaning, RegExp][] = [
  ['email', /^(e-?mail( ?-?address(es)?| ?id)?|addresses|mail)s?$/i],
  ['name', /^((full|first|last|given|family|display) ?)?names?$/i],
  ['date', /\b(date|since|subscribed|joined|confirmed|opt-?in time)\b/i],
  ['state', /^(state|status)$/i],
  ['topic', /^(topic|list|interest)s?$/i],
]

/**
 * The meaning of each column, by its heading or else by its cells. The second column of dates or states is ignored.
 * @param samples the first cells of each column
 */
export function guessMeanings(columns: { heading: string; samples: string[] }[]): Meaning[] {
  const named = columns.map(({ heading }) => headings.find(([, pattern]) => pattern.test(heading))?.[0])
  const hasEmail = named.includes('email')
  const used = new Set<Meaning>()
  return columns.map(({ samples }, index) => {
    const filled = samples.filter((sample) => sample !== '')
    const holdsAddresses = !hasEmail && filled.length > 0 && filled.some((sample) => sample.includes('@'))
    const meaning = holdsAddresses ? 'email' : (named[index] ?? 'ignore')
    // A column of regions is called state too.
    if (meaning === 'state' && !filled.some((sample) => stateOf(sample))) return 'ignore'
    if ((meaning === 'date' || meaning === 'state') && used.has(meaning)) return 'ignore'
    used.add(meaning)
    return meaning
  })
}

/** Whether the first line has the headings: it has no address. */
export const hasHeadings = (cells: string[]): boolean =>
  !cells.some((cell) => addressesIn(cell).some((address) => 'email' in address || address.reason === reasons.formula))
