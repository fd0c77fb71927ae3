import { diffWordsWithSpace } from 'diff'

/** A stretch of text; `changed` where the other text differs from it. */
export type Segment = { text: string; changed: boolean }

/** With more differences the texts have little in common, and marking them does not help. */
const mostDifferences = 2000

/** Marks in each text the words that the other one does not have. */
export function compareTexts(older: string, newer: string): { older: Segment[]; newer: Segment[] } {
  const parts = diffWordsWithSpace(older, newer, { maxEditLength: mostDifferences })
  if (!parts) return { older: [{ text: older, changed: true }], newer: [{ text: newer, changed: true }] }
  const side = (without: 'added' | 'removed'): Segment[] =>
    joined(
      parts
        .filter((part) => !part[without])
        .map(({ value, added, removed }) => ({ text: value, changed: added || removed })),
    )
  return { older: side('added'), newer: side('removed') }
}

/** Changed words with only spaces between them become one change. */
function joined(segments: Segment[]): Segment[] {
  const result: Segment[] = []
  segments.forEach((segment, place) => {
    const last = result.at(-1)
    const isGap = /^[^\S\n]+$/.test(segment.text) && segments[place + 1]?.changed === true
    if (last?.changed && (segment.changed || isGap)) last.text += segment.text
    else result.push({ ...segment })
  })
  return result
}

/** A field's value as text for a comparison; lists have one entry per line. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === undefined || value === null ? '' : String(value)
}
