import { shorten } from '#content/markup/plain-text.ts'
import type { Note } from '../ground/transfer.contract.ts'

/** Adds a note. */
export type Noting = (kind: Note['kind'], subject: string, sentence: string) => void

const lists = new Intl.ListFormat('en-GB')

/** Names in a sentence: “a”, “b” and “c”. Of many the first. */
export function named(names: string[], most = 8): string {
  const shown = names.slice(0, most).map((name) => `“${name}”`)
  if (names.length > most) shown.push(`${names.length - most} more`)
  return lists.format(shown)
}

/** The notes of an item, each once. */
export const uniqueNotes = (notes: Note[]): Note[] => [
  ...new Map(notes.map((note) => [`${note.kind} ${note.subject} ${note.sentence}`, note])).values(),
]

/** The begin of a text, as `shorten` cuts it, with its ellipsis within the length. */
export const cutAt = (text: string, most: number): string => (text.length <= most ? text : shorten(text, most - 1))

const showAtOnce = 100

/** How often each subject is named, the most frequent first. */
export function countNotes(counts: Map<string, { kind: Note['kind']; subject: string; count: number }>) {
  return [...counts.values()]
    .sort((one, other) => other.count - one.count || one.subject.localeCompare(other.subject))
    .slice(0, 10 * showAtOnce)
}

export function addNotes(counts: Map<string, { kind: Note['kind']; subject: string; count: number }>, notes: Note[]) {
  for (const key of new Set(notes.map(({ kind, subject }) => `${kind}\n${subject}`))) {
    const [kind, subject] = key.split('\n') as [Note['kind'], string]
    const counted = counts.get(key) ?? { kind, subject, count: 0 }
    counted.count++
    counts.set(key, counted)
  }
}
