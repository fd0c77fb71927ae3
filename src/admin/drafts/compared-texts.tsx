import { useMemo } from 'react'
import { classNames } from '#ui/class-names.ts'
import { compareTexts, type Segment } from './compare-texts.ts'

type Version = { /** Whose text it is. */ name: string; text: string }

type ComparedTextsProps = {
  field: string
  theirs: Version
  mine: Version
  /** The version whose marked words are green; those of the other one are red. */
  kept: 'theirs' | 'mine'
}

/** Two versions of a field's text side by side, with the words marked that the other one does not have. */
export function ComparedTexts({ field, theirs, mine, kept }: ComparedTextsProps) {
  const compared = useMemo(() => compareTexts(theirs.text, mine.text), [theirs.text, mine.text])
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <ComparedText field={field} name={theirs.name} segments={compared.theirs} isKept={kept === 'theirs'} />
      <ComparedText field={field} name={mine.name} segments={compared.mine} isKept={kept === 'mine'} />
    </div>
  )
}

type ComparedTextProps = { field: string; name: string; segments: Segment[]; isKept: boolean }

function ComparedText({ field, name, segments, isKept }: ComparedTextProps) {
  const mark = classNames('rounded-mark', isKept ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger')
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
              <mark key={place} className={mark}>
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
