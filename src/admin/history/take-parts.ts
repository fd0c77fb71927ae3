import { diffArrays } from 'diff'
import { asText } from '#admin/drafts/compare-texts.ts'

/** A value of a form's field. */
export type FieldValue = string | boolean | string[] | undefined

/** A stretch of paragraphs, lines or rows; `changed` ones can be taken over one by one. */
export type Part = { before: string[]; now: string[]; changed: boolean }

/** A paragraph, with the blank lines after it. */
const paragraphs = /[\s\S]+?(?:\n(?:[^\S\n]*\n)+|$)/g

const piecesOf = (value: FieldValue): string[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? (value.match(paragraphs) ?? []) : [asText(value)]

/** Compares an earlier value of a field with the present one, by paragraphs or rows. */
export function partsOf(before: FieldValue, now: FieldValue): Part[] {
  const parts: Part[] = []
  const changes = diffArrays(piecesOf(now), piecesOf(before), { comparator: (a, b) => a.trimEnd() === b.trimEnd() })
  for (const { value, added, removed } of changes) {
    const last = parts.at(-1)
    if (!added && !removed) parts.push({ before: value, now: value, changed: false })
    else if (last?.changed) last[added ? 'before' : 'now'].push(...value)
    else parts.push({ before: added ? value : [], now: removed ? value : [], changed: true })
  }
  return parts
}

/** The present value with some parts as they were before. @param taken the places of these parts */
export function takeParts(now: FieldValue, before: FieldValue, parts: Part[], taken: ReadonlySet<number>): FieldValue {
  if (parts.every(({ changed }, place) => !changed || taken.has(place))) return before
  const pieces = parts.flatMap((part, place) => (taken.has(place) ? part.before : part.now))
  if (Array.isArray(now)) return pieces
  // The last paragraph of a text has no blank line after it, and may now be in the middle.
  const apart = pieces.map((piece, place) =>
    place < pieces.length - 1 && !/\n[^\S\n]*\n$/.test(piece) ? `${piece.trimEnd()}\n\n` : piece,
  )
  return apart.join('').trimEnd()
}
