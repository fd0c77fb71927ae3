import type { Note } from '../ground/transfer.contract.ts'

/** Adds a note. */
export type Noting = (kind: Note['kind'], subject: string, sentence: string) => void

/** Names in a sentence: “a”, “b” and “c”. Of many the first. */
export function named(names: string[], most = 8): string {
  const shown = names.slice(0, most).map((name) => `“${name}”`)
  if (names.length > most) shown.push(`${names.length - most} more`)
  const last = shown.pop() ?? ''
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last
}

/** The notes of an item, each once. */
export const uniqueNotes = (notes: Note[]): Note[] => [
  ...new Map(notes.map((note) => [`${note.kind} ${note.subject} ${note.sentence}`, note])).values(),
]

/** The begin of a text up to a length, with an ellipsis where words are missing. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1).toWellFormed()
  return `${cut.replace(/\s+\S{0,30}$/u, '').trimEnd()}…`
}

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
