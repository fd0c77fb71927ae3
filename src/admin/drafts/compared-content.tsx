import { useMemo } from 'react'
import { comparableText } from '#content/markup/comparable-text.ts'
import { type ComparedProps, ComparedTexts } from './compared-texts.tsx'

/** Two versions of rich text, compared by the words that readers see. Content that is too complex is compared as typed. */
export default function ComparedContent({ older, newer, ...props }: ComparedProps) {
  const olderText = useMemo(() => comparableText(older.text), [older.text])
  const newerText = useMemo(() => comparableText(newer.text), [newer.text])
  if (olderText === null || newerText === null) return <ComparedTexts {...props} older={older} newer={newer} />
  return (
    <>
      <ComparedTexts {...props} older={{ ...older, text: olderText }} newer={{ ...newer, text: newerText }} />
      {olderText === newerText && (
        <p className="mt-1.5 text-small text-muted">The words are the same. The formatting or a picture differs.</p>
      )}
    </>
  )
}
