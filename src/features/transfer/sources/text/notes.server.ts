import type { Note, NoteKind } from '../../ground/transfer.contract.ts'

/** Says what is lost, or looks different. */
export type Say = (kind: NoteKind, subject: string, sentence: string) => void

/** Collects what a text loses: one note for each thing, however often it occurs. */
export type Notes = { add: Say; all(): Note[] }

/** More notes of one text say nothing more. */
const mostNotes = 100

export function collectNotes(given: Note[] = []): Notes {
  const found = new Map(given.map((note) => [`${note.kind} ${note.subject}`, note]))
  return {
    add(kind, subject, sentence) {
      const key = `${kind} ${subject}`
      if (!found.has(key) && found.size < mostNotes) found.set(key, { kind, subject: subject.slice(0, 300), sentence })
    },
    all: () => [...found.values()],
  }
}
