import { useMemo } from 'react'
import { classNames } from '#ui/class-names.ts'
import { compareTexts, type Segment } from './compare-texts.ts'

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
