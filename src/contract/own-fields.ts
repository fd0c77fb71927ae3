import * as z from 'zod/mini'
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
  /** Where the form is. */
  path?: string | undefined
  /** The answer to a message, if it is not the usual one. */
  thanks?: string | undefined
  /** The page to which a message leads, in place of an answer. */
  thanksPath?: string | undefined
}

/** An answer to an own field, with the label that the field had. */
export const answer = z.object({ label: z.string(), value: z.string() })
export type Answer = z.infer<typeof answer>

/** Answers as texts, each after its label. */
export const answerLines = (answers: Answer[] = []): string[] => answers.map(({ label, value }) => `${label}: ${value}`)

/** A file that came with a message, without its bytes. `size` is in bytes. */
export const sentFile = z.object({ _id: z.string(), label: z.string(), name: z.string(), size: z.int() })
export type SentFile = z.infer<typeof sentFile>

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

/** More than a form can have, after it was changed several times while a visitor had it open. */
const mostAnswers = 20

/** An answer as a client sends it. A tick may be a boolean. */
const givenAnswer = z.object({
  label: z.string('Each answer needs a label').check(z.maxLength(1_000, 'This label is too long')),
  value: z.union([z.string(), z.boolean(), z.null()], 'The value of an answer must be a text'),
})
export type GivenAnswer = z.infer<typeof givenAnswer>

/** The answers as a client sends them: a list, or an object of values by label. Their number is checked first, since a check of very many takes seconds. */
export const answersInput = z.optional(
  z
    .pipe(
      z.transform((given: unknown, context) => {
        const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
        const list = isObject ? Object.entries(given).map(([label, value]) => ({ label, value })) : (given ?? [])
        if (!Array.isArray(list) || list.length <= mostAnswers) return list
        context.issues.push({ code: 'custom', message: `At most ${mostAnswers} answers`, input: given })
        return z.NEVER
      }),
      z.array(givenAnswer, 'answers must be a list of { label, value }, or an object'),
    )
    .register(z.globalRegistry, {
      description:
        'The answers to the form’s own fields: a list of `{ label, value }`, or an object of values by label. A file is a part of a multipart form, named `answers.` and its label.',
    }),
)
