import type { FieldChange } from '#contract/activity.ts'

/** The longest value in an entry, in characters. The whole one is in the record's history. */
const longest = 200
/** The number of unchanged characters shown before the difference. */
const lead = 30

type Fields = Record<string, unknown>

/** The fields in which two states of a record differ, with the values before and after. */
export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [old, now] = [toText(before[field]), toText(after[field])]
    if (old === now) return []
    const start = Math.max(0, firstDifference(old, now) - lead)
    const part = (text: string) => (text === '' ? undefined : cut(text, start))
    return [{ field, before: part(old), after: part(now) }]
  })
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(', ')
  return JSON.stringify(value)
}

function firstDifference(one: string, other: string): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place++
  return place
}

/** A part of a long text, with an ellipsis on each side where text is cut. */
function cut(text: string, start: number): string {
  if (text.length <= longest) return text
  const from = Math.min(start, text.length - lead)
  const part = text.slice(from, from + longest)
  // Half a surrogate pair cannot be stored.
  return `${from > 0 ? '…' : ''}${part.toWellFormed()}${from + longest < text.length ? '…' : ''}`
}
