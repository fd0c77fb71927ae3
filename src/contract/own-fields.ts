import { cleanText } from './clean-text.ts'
import { formatBytes } from './labels.ts'

/** The kinds of a form's own fields. A `file` is one PDF. */
export const ownFieldKinds = ['text', 'paragraph', 'choice', 'checkbox', 'file'] as const

/** A field that staff have added to a form, in addition to name, email and message. No two of a form have the same label. */
export type OwnField = {
  label: string
  kind: (typeof ownFieldKinds)[number]
  required?: boolean | undefined
  /** Those of a choice. */
  options?: string[] | undefined
}

/** A form that visitors fill in, as its page shows it. */
export type AskedForm = {
  /** That of the messages. Visitors do not write it. */
  subject: string
  fields: OwnField[]
  phone?: boolean | undefined
  company?: boolean | undefined
  /** Where the form is: the path, and the title of the page or the opening. */
  path?: string | undefined
  title?: string | undefined
  /** The answer to a message, if it is not the usual one. */
  thanks?: string | undefined
  /** The page to which a message leads, in place of an answer. */
  thanksPath?: string | undefined
}

/** An answer to an own field, with the label that the field had. */
export type Answer = { label: string; value: string }

/** Answers as texts, each after its label. */
export const answerLines = (answers: Answer[] = []): string[] => answers.map(({ label, value }) => `${label}: ${value}`)

/** A file that came with a message, without its bytes. `size` is in bytes. */
export type SentFile = { _id: string; label: string; name: string; size: number }

/** The largest file, in bytes. */
export const maxFileBytes = 10 * 1024 * 1024

/** A file in words: 'CV.pdf, 1.2 MB'. */
export const fileWords = ({ name, size }: Pick<SentFile, 'name' | 'size'>): string => `${name}, ${formatBytes(size)}`

export const longestLabel = 100
/** The longest answers, in characters. */
export const longestAnswers = { text: 300, paragraph: 5_000 }

/** A label without differences that nobody sees. */
export const labelKey = (label: string): string => cleanText(label, ' ').normalize().trim().toLowerCase()

/** The name of an own field in a form, and its path in errors. */
export const answerName = (label: string): string => `answers.${label}`
/** The label of a field by its name; undefined for the other fields of a form. */
export const labelOf = (name: string): string | undefined =>
  name.startsWith('answers.') ? name.slice('answers.'.length) : undefined
