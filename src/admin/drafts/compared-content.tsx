import { useMemo } from 'react'
import type { AnyPieces } from '#admin/fields/fields.ts'
import { useTimeZone } from '#admin/time.tsx'
import { comparableText } from '#content/markup/comparable-text.ts'
import { type ComparedProps, ComparedTexts } from './compared-texts.tsx'

const richText = (source: string) => comparableText(source) ?? source

/** @returns null for content that is too complex */
const readText = (text: string, pieces: AnyPieces | undefined, zone: string): string | null => {
  if (!pieces) return comparableText(text)
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => pieces.words(line, { rich: richText, zone })).join('\n\n')
}

/** Two versions of rich text, compared by the words that readers see. Content that is too complex is compared as typed. */
export default function ComparedContent({
  older,
  newer,
  base,
  pieces,
  ...props
}: ComparedProps & { pieces: AnyPieces | undefined }) {
  const zone = useTimeZone()
  const olderText = useMemo(() => readText(older.text, pieces, zone), [older.text, pieces, zone])
  const newerText = useMemo(() => readText(newer.text, pieces, zone), [newer.text, pieces, zone])
  const baseText = useMemo(() => (base === undefined ? undefined : readText(base, pieces, zone)), [base, pieces, zone])
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
