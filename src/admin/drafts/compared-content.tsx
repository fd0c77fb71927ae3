import { useMemo } from 'react'
import { comparableText } from '#content/markup/comparable-text.ts'
import { type ComparedProps, ComparedTexts } from './compared-texts.tsx'

/** Two versions of rich text, compared by the words that readers see. Content that is too complex is compared as typed. */
export default function ComparedContent({ older, newer, base, ...props }: ComparedProps) {
  const olderText = useMemo(() => comparableText(older.text), [older.text])
  const newerText = useMemo(() => comparableText(newer.text), [newer.text])
  const baseText = useMemo(() => (base === undefined ? undefined : comparableText(base)), [base])
  if (olderText === null || newerText === null || baseText === null)
    return <ComparedTexts {...props} older={older} newer={newer} base={base} />
  return (
    <>
      <ComparedTexts
        {...props}
        older={{ ...older, text: olderText }}
        newer={{ ...newer, text: newerText }}
        base={baseText}
      />
      {olderText === newerText && (
        <p className="mt-1.5 text-small text-muted">The words are the same. The formatting or an image differs.</p>
      )}
    </>
  )
}
