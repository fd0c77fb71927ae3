import { diffWordsWithSpace } from 'diff'

/** A stretch of text; `changed` where the other text differs from it. */
export type Segment = { text: string; changed: boolean }

/** With more differences the texts have little in common, and marking them does not help. */
const mostDifferences = 2000

/** Marks in each text the words that the other one does not have. */
export function compareTexts(theirs: string, mine: string): { theirs: Segment[]; mine: Segment[] } {
  const parts = diffWordsWithSpace(theirs, mine, { maxEditLength: mostDifferences })
  if (!parts) return { theirs: [{ text: theirs, changed: true }], mine: [{ text: mine, changed: true }] }
  const side = (without: 'added' | 'removed'): Segment[] =>
    parts
      .filter((part) => !part[without])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }))
  return { theirs: side('added'), mine: side('removed') }
}

/** A field's value as text for a comparison; lists have one entry per line. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === undefined || value === null ? '' : String(value)
}
