import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { classNames } from '#ui/class-names.ts'

type Version = { /** Whose text it is. */ name: string; text: string }

export type ComparedProps = { field: string; older: Version; newer: Version }

/** Two texts side by side, with the words marked that the other one does not have: red in the older one, green in the newer one. */
export function ComparedTexts({ field, older, newer }: ComparedProps) {
  const compared = useMemo(() => compareTexts(older.text, newer.text), [older.text, newer.text])
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <ComparedText field={field} name={older.name} segments={compared.older} mark={removed} />
      <ComparedText field={field} name={newer.name} segments={compared.newer} mark={added} />
    </div>
  )
}

const removed = "bg-danger-soft text-danger before:content-['−']"
const added = "bg-success-soft text-success before:content-['+']"

type ComparedTextProps = { field: string; name: string; segments: Segment[]; mark: string }

function ComparedText({ field, name, segments, mark }: ComparedTextProps) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-fine text-muted">{name}</p>
      <section
        aria-label={`${field}: ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, with the keyboard too
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-control border border-line bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap"
      >
        {segments.every(({ text }) => text === '') ? (
          <span className="text-muted">(empty)</span>
        ) : (
          segments.map(({ text, changed }, place) =>
            changed ? (
              <mark key={place} className={classNames('rounded-mark before:mr-0.5 before:font-[600]', mark)}>
                {text}
              </mark>
            ) : (
              text
            ),
          )
        )}
      </section>
    </div>
  )
}

/** A stretch of text; `changed` where the other text differs from it. */
type Segment = { text: string; changed: boolean }

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
