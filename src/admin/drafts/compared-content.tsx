import { useMemo } from 'react'
import type { AnyPieces, PieceReaders } from '#admin/fields/fields.ts'
import { comparableText } from '#content/markup/comparable-text.ts'
import { type ComparedProps, ComparedTexts } from './compared-texts.tsx'
import { usePieceReaders } from './piece-readers.ts'

const rich = (source: string) => comparableText(source) ?? source

const piecesIn = (text: string) => text.split('\n').filter((line) => line !== '')

/** @returns null for content that is too complex */
const readText = (text: string, pieces: AnyPieces | undefined, readers: Omit<PieceReaders, 'rich'>): string | null =>
  pieces
    ? piecesIn(text)
        .map((piece) => pieces.words(piece, { ...readers, rich }))
        .join('\n\n')
    : comparableText(text)

/** Two versions of rich text, compared by the words that readers see. Content that is too complex is compared as typed. */
export default function ComparedContent({
  older,
  newer,
  base,
  pieces,
  ...props
}: ComparedProps & { pieces: AnyPieces | undefined }) {
  const readers = usePieceReaders(pieces, pieces ? [older.text, newer.text, base ?? ''].flatMap(piecesIn) : [])
  const olderText = useMemo(() => readText(older.text, pieces, readers), [older.text, pieces, readers])
  const newerText = useMemo(() => readText(newer.text, pieces, readers), [newer.text, pieces, readers])
  const baseText = useMemo(
    () => (base === undefined ? undefined : readText(base, pieces, readers)),
    [base, pieces, readers],
  )
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
