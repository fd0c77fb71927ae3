import { diffArrays } from 'diff'

/** A value of a form's field. */
export type FieldValue = string | boolean | string[] | undefined

/** A stretch of paragraphs, lines or rows; `changed` ones can be taken over one by one. */
export type Part = { then: string[]; now: string[]; changed: boolean }

/** A paragraph, with the blank lines after it. */
const paragraphs = /[\s\S]+?(?:\n(?:[^\S\n]*\n)+|$)/g

const piecesOf = (value: FieldValue): string[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? (value.match(paragraphs) ?? []) : [asText(value)]

/** A value as text; rows have one line each. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === undefined || value === null ? '' : String(value)
}

/** Compares a field's value of then with the one of now, by paragraphs or rows. */
export function partsOf(then: FieldValue, now: FieldValue): Part[] {
  const parts: Part[] = []
  const changes = diffArrays(piecesOf(now), piecesOf(then), { comparator: (a, b) => a.trimEnd() === b.trimEnd() })
  for (const { value, added, removed } of changes) {
    const last = parts.at(-1)
    if (!added && !removed) parts.push({ then: value, now: value, changed: false })
    else if (last?.changed) last[added ? 'then' : 'now'].push(...value)
    else parts.push({ then: added ? value : [], now: removed ? value : [], changed: true })
  }
  return parts
}

/** The value of now, with these parts as they were then. @param taken the places of the parts to take */
export function takeParts(now: FieldValue, then: FieldValue, parts: Part[], taken: ReadonlySet<number>): FieldValue {
  if (parts.every(({ changed }, place) => !changed || taken.has(place))) return then
  const pieces = parts.flatMap((part, place) => (taken.has(place) ? part.then : part.now))
  if (Array.isArray(now)) return pieces
  // The last paragraph of a text has no blank line after it, and may now be in the middle.
  const apart = pieces.map((piece, place) =>
    place < pieces.length - 1 && !/\n[^\S\n]*\n$/.test(piece) ? `${piece.trimEnd()}\n\n` : piece,
  )
  return apart.join('').trimEnd()
}
