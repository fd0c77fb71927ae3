import { useMemo } from 'react'
import { compareTexts, type Segment } from './compare-texts.ts'

type ComparedFieldProps = {
  label: string /** Says who changed it. */
  note: string
  changedBy: string
  theirs: string
  mine: string
}

/** Both versions of one field side by side, with the differences marked. */
export function ComparedField({ label, note, changedBy, theirs, mine }: ComparedFieldProps) {
  const compared = useMemo(() => compareTexts(theirs, mine), [theirs, mine])
  return (
    <section>
      <h3 className="mb-1.5 font-[560]">
        {label}
        <span className="ml-2 font-text text-fine font-normal tracking-normal text-muted">{note}</span>
      </h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <ComparedText
          field={label}
          name={`${changedBy} has`}
          segments={compared.theirs}
          tone="bg-danger-soft text-danger"
        />
        <ComparedText field={label} name="You have" segments={compared.mine} tone="bg-success-soft text-success" />
      </div>
    </section>
  )
}

type ComparedTextProps = {
  /** The name of the field. */
  field: string
  /** Whose text it is. */
  name: string
  segments: Segment[]
  /** The classes of the marked words. */
  tone: string
}

/** One version of a field's text, with the words marked that the other one does not have. */
export function ComparedText({ field, name, segments, tone }: ComparedTextProps) {
  const empty = segments.every(({ text }) => text === '')
  return (
    <div className="min-w-0">
      <p className="mb-1 text-fine text-muted">{name}</p>
      <section
        aria-label={`${field}: ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, with the keyboard too
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-control border border-line bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap"
      >
        {empty ? (
          <span className="text-muted">(empty)</span>
        ) : (
          segments.map(({ text, changed }, place) =>
            changed ? (
              <mark key={place} className={`rounded-mark ${tone}`}>
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
