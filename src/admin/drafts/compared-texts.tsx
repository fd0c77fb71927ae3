import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import type { AnyPieces } from '#admin/fields/fields.ts'
import { classNames } from '#ui/class-names.ts'

type Version = { /** Whose text it is. */ name: string; text: string }

export type ComparedProps = {
  field: string
  older: Version
  newer: Version
  /** The text from which two people have made their own, if that is what is compared. */
  base?: string | undefined
}

/** Two texts side by side. Words that the other one lacks are red in the older and green in the newer; with a base, new words are green in both. */
export function ComparedTexts({ field, older, newer, base }: ComparedProps) {
  const compared = useMemo(() => compareTexts(older.text, newer.text, base), [older.text, newer.text, base])
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <ComparedText field={field} name={older.name} segments={compared.older} />
      <ComparedText field={field} name={newer.name} segments={compared.newer} />
    </div>
  )
}

const removedLook = "bg-danger-soft text-danger before:content-['−']"
const addedLook = "bg-success-soft text-success before:content-['+']"

type ComparedTextProps = { field: string; name: string; segments: Segment[] }

function ComparedText({ field, name, segments }: ComparedTextProps) {
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
          segments.map(({ text, changed, added }, place) =>
            changed ? (
              <mark
                key={place}
                className={classNames('rounded-mark before:mr-0.5 before:font-[600]', added ? addedLook : removedLook)}
              >
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

/** A stretch of text; `changed` where the other text differs from it, and `added` where it is new. */
type Segment = { text: string; changed: boolean; added: boolean }

/** With more differences the texts have little in common, and marking them does not help. */
const mostDifferences = 2000

/** Marks in each text the words that the other one does not have. @param base the text from which both were made */
export function compareTexts(older: string, newer: string, base?: string): { older: Segment[]; newer: Segment[] } {
  const parts = diffWordsWithSpace(older, newer, { maxEditLength: mostDifferences })
  const side = (text: string, without: 'added' | 'removed'): Segment[] => {
    const added = without === 'removed'
    const segments = parts
      ?.filter((part) => !part[without])
      .map((part) => ({ text: part.value, changed: part.added || part.removed, added }))
    return withOrigin(joined(segments ?? [{ text, changed: true, added }]), text, base)
  }
  return { older: side(older, 'added'), newer: side(newer, 'removed') }
}

/** Tells words that are new against a base from those that it has. */
function withOrigin(segments: Segment[], text: string, base: string | undefined): Segment[] {
  if (base === undefined) return segments
  const parts = diffWordsWithSpace(base, text, { maxEditLength: mostDifferences })
  const ends: { end: number; added: boolean }[] = []
  for (const { value, added, removed } of parts ?? [{ value: text, added: true, removed: false }])
    if (!removed) ends.push({ end: (ends.at(-1)?.end ?? 0) + value.length, added })
  let end = 0
  return segments.flatMap((segment) => {
    const start = end
    end += segment.text.length
    if (!segment.changed) return [segment]
    const pieces = ends.flatMap((part, at) => {
      const [from, to] = [Math.max(start, ends[at - 1]?.end ?? 0), Math.min(end, part.end)]
      return from < to ? [{ ...segment, text: text.slice(from, to), added: part.added }] : []
    })
    return ofOneOrigin(pieces)
  })
}

/** Pieces in a row of one origin become one; a space goes with the piece before it. */
function ofOneOrigin(pieces: Segment[]): Segment[] {
  const result: Segment[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last && (last.added === piece.added || piece.text.trim() === '')) last.text += piece.text
    else result.push(piece)
  }
  return result
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
export function asText(value: unknown, pieces?: AnyPieces): string {
  if (pieces) return asText(pieces.of(value ?? []))
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === undefined || value === null ? '' : String(value)
}
