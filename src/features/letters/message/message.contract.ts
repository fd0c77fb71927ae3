import * as z from 'zod/mini'
import { hasNoNul, optionalTime, recordId } from '#contract/fields.ts'
import { audience } from '#features/letters/letters.contract.ts'

const line = z.nullish(z.string().check(z.trim(), z.maxLength(2_000), hasNoNul))

/** A letter as it is typed, which need not be complete or stored. */
export const typedLetter = z.object({
  title: line,
  subject: line,
  preheader: line,
  greeting: line,
  body: z.nullish(z.string().check(z.maxLength(1_000_000), hasNoNul)),
})
export type TypedLetter = z.infer<typeof typedLetter>

/** The message of a letter; `bytes` is the size of its HTML. */
export const letterPreview = z.object({ subject: z.string(), html: z.string(), text: z.string(), bytes: z.int() })
export type LetterPreview = z.infer<typeof letterPreview>

/** What is checked: a letter as it is typed, or with `blogId` the message about a post. `letterId` is the letter that it is, once it is stored. */
export const checkedMessage = z.extend(typedLetter, {
  audience: z.nullish(audience),
  sendAt: optionalTime('When'),
  letterId: z.nullish(recordId('Letter')),
  blogId: z.nullish(recordId('Post')),
})
export type CheckedMessage = z.infer<typeof checkedMessage>

const findingKinds = ['subject', 'text', 'audience', 'link', 'picture', 'weight', 'moment', 'domain'] as const
/** A finding prevents nothing. An error is one that most people would notice. */
const finding = z.object({ kind: z.enum(findingKinds), message: z.string(), level: z.enum(['error', 'warning']) })
export type Finding = z.infer<typeof finding>
export const findings = z.object({ findings: z.array(finding) })

/** A letter as its page shows it, or the path to which the code of another message leads. */
export const sharedLetter = z.object({
  title: z.string(),
  html: z.optional(z.string()),
  /** When it was sent. */
  at: z.optional(z.string()),
  movedTo: z.optional(z.string()),
})
export type SharedLetter = z.infer<typeof sharedLetter>
