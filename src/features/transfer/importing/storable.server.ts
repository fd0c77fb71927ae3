import { createHash } from 'node:crypto'
import type { SourceEntry } from '../ground/source.ts'

export const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** PostgreSQL indexes at most 2,704 bytes. Ids of sources are addresses and paths in places, of any length. In characters. */
const longestKey = 400
/** With a prefix, an id is still no longer than a key. */
const longestId = 300

/** A text as a key: a long one is cut, and its digest tells it from others. */
export const keyOf = (text: string, longest = longestKey): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 33).toWellFormed()} ${digest(text)}`

/** The id of an author, or the name of a category, as all entries of an import name it. */
export const idOf = (text: string): string => keyOf(text, longestId)

/** Records of this program nest a few levels. */
const deepest = 200

/** Without what a database cannot store. */
function clean<Value>(value: Value, depth = 0): Value {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed() as Value
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return null as Value
  if (Array.isArray(value)) return value.map((one) => clean(one, depth + 1)) as Value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [clean(name), clean(one, depth + 1)])) as Value
}

/** An entry that a database can store, with ids that it can index, wherever an entry names another. */
export function storable(found: SourceEntry): SourceEntry {
  const entry = clean(found)
  if ('sourceId' in entry) entry.sourceId = idOf(entry.sourceId)
  if (entry.is !== 'post' && entry.is !== 'page') return entry
  if (entry.author !== undefined) entry.author = idOf(entry.author)
  entry.categories = entry.categories.map(idOf)
  return entry
}
