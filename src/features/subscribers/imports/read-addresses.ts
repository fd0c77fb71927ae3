import type { Column } from '../ground/imports.contract.ts'
import type { SubscriberState } from '../ground/subscribers.contract.ts'
import { betweenTopics, type Topic } from '../ground/subscription-settings.contract.ts'
import { addressesIn, isFormula, nameOf, reasons } from './addresses-in.ts'
import { joinNames, namePlaceOf, stateReader, type UnknownValue } from './column-meanings.ts'
import { type DateForm, readDate } from './read-date.ts'
import { isStopped, strictest } from './state-words.ts'

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

export type LineReader = (cells: string[]) => Entry[]

type Reading = {
  zone: string
  /** In milliseconds since 1970. */
  now: number
  topics?: readonly Topic[]
  /** How the people of all lines have left that do not say so. */
  everyone?: 'unsubscribed' | 'bounced' | undefined
}

export function lineReader(columns: Column[], { zone, now, topics = [], everyone }: Reading): LineReader {
  const form: DateForm = { zone, monthFirst: columns.find(({ meaning }) => meaning === 'date')?.monthFirst }
  const places = columns.map(({ heading }) => namePlaceOf(heading))
  const states = columns.map((column) => (column.meaning === 'state' ? stateReader(column) : undefined))
  return (cells) => {
    const all = (meaning: Column['meaning']) =>
      cells.filter((cell, at) => columns[at]?.meaning === meaning && cell !== '')
    const addresses = all('email').flatMap(addressesIn)
    const names = cells.flatMap((text, at) =>
      columns[at]?.meaning === 'name' && text !== '' ? { text, place: places[at] ?? 0 } : [],
    )
    const wholeName = joinNames(names)
    if (addresses.length === 0) return [{ text: wholeName, reason: reasons.empty }]
    const [date = ''] = all('date')
    const rowName = nameOf(wholeName)
    const found = states.flatMap((read, at) => read?.(cells[at] ?? '') ?? [])
    const own = strictest(found.filter((one) => typeof one === 'string'))
    const state = isStopped(own) ? own : (everyone ?? own)
    const unknown = found.find((one): one is UnknownValue => typeof one === 'object')
    const chosen = readTopics(all('topic'), topics)
    return addresses.map((address) => {
      if ('reason' in address) return address
      const name = rowName ?? address.name
      if (name && isFormula(name)) return { text: name, reason: reasons.formula }
      if (unknown && !isStopped(state)) return { text: address.email, reason: unknown.reason }
      if (state === 'skip') return { text: address.email, reason: reasons.skipped }
      const read = readDate(date, form, now)
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
