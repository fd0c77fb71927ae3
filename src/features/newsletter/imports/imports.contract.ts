import * as z from 'zod/mini'
import { optionalText, requiredDay, requiredText } from '#contract/fields.ts'
import { subscriberStates } from '#features/newsletter/newsletter.contract.ts'

/** The meanings of the columns of an imported file. Several columns of addresses are read one after the other, those of names are joined, and those of topics count together. */
export const meanings = ['email', 'name', 'date', 'state', 'topic', 'ignore'] as const
export type Meaning = (typeof meanings)[number]

/** Whether the new subscribers count as confirmed, or each of them is asked to confirm. */
export const importModes = ['confirmed', 'ask'] as const
export type ImportMode = (typeof importModes)[number]

/** `open` until it is applied; `applying` while it is, and after it was interrupted. */
export const importStates = ['open', 'applying', 'applied', 'undone'] as const

/** A file as text. A file of any encoding is sent as the body itself, with the type `text/csv`. */
export const importUpload = z.object({
  csv: z.string('Choose a file').check(z.minLength(1, 'The file is empty')),
  fileName: optionalText('The name of the file', 200),
})

const agreed = requiredText('Where they agreed', 500)
const agreedOn = requiredDay('The day on which they agreed')
const once = (meaning: Meaning) => (columns: Meaning[]) => columns.filter((one) => one === meaning).length <= 1

/** Omitted fields keep their values. */
export const importChoices = z.object({
  columns: z.optional(
    z.array(z.enum(meanings, `A column is one of ${meanings.join(', ')}`)).check(
      z.refine((columns) => columns.includes('email'), 'Choose the column of the addresses'),
      z.refine(once('date'), 'Choose one column for the date'),
      z.refine(once('state'), 'Choose one column for the state'),
    ),
  ),
  agreed: z.optional(agreed),
  agreedOn: z.optional(agreedOn),
  mode: z.optional(z.enum(importModes, 'Choose confirmed or ask')),
})

/** The facts that must be known before the import. */
export const importConsent = z.object({ agreed, agreedOn })

/**
 * The result for an address. `known` ones do not change; `unsubscribed` ones stay so; `erased` ones were erased on request. A `repeated` one
 * is new and in the file twice.
 */
export const outcomes = ['new', 'known', 'unsubscribed', 'erased', 'unreadable', 'repeated'] as const
export type Outcome = (typeof outcomes)[number]

const reasonCount = z.object({ reason: z.string(), count: z.int() })
export type ReasonCount = z.infer<typeof reasonCount>

/** The first addresses as they will be, and the sums. */
const check = z.object({
  rows: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      name: z.optional(z.string()),
      date: z.optional(z.string()),
      topics: z.optional(z.array(z.string())),
      state: z.enum(subscriberStates),
      outcome: z.enum(outcomes),
      reason: z.optional(z.string()),
    }),
  ),
  new: z.int(),
  known: z.int(),
  unsubscribed: z.int(),
  erased: z.int(),
  unreadable: z.int(),
  repeated: z.int(),
  /** The reasons why addresses are left out. */
  reasons: z.array(reasonCount),
  /** The addresses whose date cannot be read. They get the day of the import. */
  undated: z.int(),
  /** The topics that are not known and left out, with how many addresses have each. */
  unknownTopics: z.optional(z.array(reasonCount)),
})
export type ImportCheck = z.infer<typeof check>

/** An import as lists show it. Times are ISO 8601 in UTC. */
const summary = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.optional(z.string()),
  fileName: z.optional(z.string()),
  state: z.enum(importStates),
  lines: z.int(),
  mode: z.enum(importModes),
  agreed: z.optional(z.string()),
  agreedOn: z.optional(z.string()),
  /** How many addresses were added, known and left out, once it is applied. */
  added: z.int(),
  known: z.int(),
  left: z.int(),
  unsubscribed: z.int(),
  erased: z.int(),
  unreadable: z.int(),
  repeated: z.int(),
  appliedAt: z.optional(z.string()),
  undoneAt: z.optional(z.string()),
  /** Until when it can be taken back. */
  undoUntil: z.optional(z.string()),
})
export type ImportSummary = z.infer<typeof summary>
export const importList = z.object({ imports: z.array(summary) })

/** One import. `columns` and `check` are there while it is open, `reasons` once it is applied, `asked` if each is asked to confirm. */
export const subscriberImportStatus = z.extend(summary, {
  columns: z.optional(
    z.array(z.object({ heading: z.string(), samples: z.array(z.string()), meaning: z.enum(meanings) })),
  ),
  check: z.optional(check),
  /** Why addresses were left out. */
  reasons: z.optional(z.array(reasonCount)),
  /** How many lines that were left out can still be downloaded, and until when. */
  leftLines: z.optional(z.int()),
  leftUntil: z.optional(z.string()),
  /** The messages that ask to confirm: those sent, and those that follow. */
  asked: z.optional(z.object({ sent: z.int(), waiting: z.int() })),
  /** How many subscribers were removed when it was taken back, and how many were kept, with the reasons. */
  taken: z.optional(z.int()),
  kept: z.optional(z.array(reasonCount)),
})
export type ImportStatus = z.infer<typeof subscriberImportStatus>
