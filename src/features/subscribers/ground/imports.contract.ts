import * as z from 'zod/mini'
import { emailAddress, isDay, optionalText, requiredDay, requiredText } from '#contract/fields.ts'
import { subscriberStates } from './subscribers.contract.ts'

/** Several columns of addresses are read in turn, those of names are joined, topics count together, and of several states the strictest counts. */
export const meanings = ['email', 'name', 'date', 'state', 'topic', 'ignore'] as const
export type Meaning = (typeof meanings)[number]

/** Whether the new subscribers count as confirmed, or each of them is asked to confirm. */
export const importModes = ['confirmed', 'ask'] as const
export type ImportMode = (typeof importModes)[number]

/** Who the people of a file are: those who agreed, or people who have all left, or whose addresses have all bounced. */
export const everyoneKinds = ['agreed', 'unsubscribed', 'bounced'] as const
export type Everyone = (typeof everyoneKinds)[number]

/** What a value of a column of states says: may receive mail, has not confirmed, has left, has bounced, or is left out. */
export const valueMeanings = ['confirmed', 'pending', 'unsubscribed', 'bounced', 'skip'] as const

/** A value of a column of states, and in how many lines it is; null for all values that are too many to name. `means` is absent until it is known. */
const columnValue = z.object({
  value: z.nullable(z.string()),
  lines: z.int(),
  means: z.optional(z.enum(valueMeanings)),
})
export type ColumnValue = z.infer<typeof columnValue>

/** `monthFirst`: dates are as 2/13/2026. `values`: those of states, until the file is applied. `namesLeavers`: one speaks of leaving. */
export type Column = {
  heading: string
  meaning: Meaning
  monthFirst?: true
  values?: ColumnValue[]
  namesLeavers?: true
}

/** `open` until it is applied; `applying` while it is, and after it was interrupted; `incomplete` if it can no longer go on. */
export const importStates = ['open', 'applying', 'applied', 'incomplete', 'undone'] as const

/** A file as text. A file of any encoding is sent as the body itself, with the type `text/csv`. */
export const importUpload = z.object({
  csv: z.string('Choose a file').check(z.minLength(1, 'The file is empty')),
  fileName: optionalText('The name of the file', 200),
})

const agreed = requiredText('Source', 500)
const agreedOn = requiredDay('Date')
const once = (meaning: Meaning) => (columns: Meaning[]) => columns.filter((one) => one === meaning).length <= 1

/** Omitted fields keep their values. */
export const importChoices = z.object({
  columns: z.optional(
    z.array(z.enum(meanings, `A column is one of ${meanings.join(', ')}`)).check(
      z.refine((columns) => columns.includes('email'), 'Choose the column with the email addresses'),
      z.refine(once('date'), 'Choose one column for the date'),
    ),
  ),
  /** What values of columns of states say. Columns count from 0. */
  values: z.optional(
    z
      .array(
        z.object({
          column: z.int('Name the column by its number, from 0'),
          value: z.nullable(z.string('A value is a text, or null for all others')),
          means: z.enum(valueMeanings, `A value means one of ${valueMeanings.join(', ')}`),
        }),
      )
      .check(z.maxLength(2_000, 'At most 2,000 values at once')),
  ),
  everyone: z.optional(z.enum(everyoneKinds, `Choose one of ${everyoneKinds.join(', ')}`)),
  agreed: z.optional(agreed),
  /** Any day, as it is stored while it is typed. */
  agreedOn: z.optional(z.string('Date must be a date').check(z.trim(), z.refine(isDay, 'Date must be a date'))),
  mode: z.optional(z.enum(importModes, 'Choose confirmed or ask')),
})

export const importConsent = z.object({ agreed, agreedOn })

/** One address that staff add. Without a mode it counts as confirmed. */
export const oneSubscriber = z.extend(importConsent, {
  email: emailAddress(),
  name: optionalText('Name', 200),
  mode: z.optional(z.enum(importModes, 'Choose confirmed or ask')),
})

/** `known` ones do not change; `stopped` ones get mail now and have left or bounced by the file; `erased` ones were erased on request. */
export const outcomes = ['new', 'known', 'stopped', 'unsubscribed', 'erased', 'unreadable', 'repeated'] as const
export type Outcome = (typeof outcomes)[number]

/** How many addresses were known or left out; `stopped` are the subscribers who get no more newsletters. */
const counts = {
  known: z.int(),
  stopped: z.int(),
  unsubscribed: z.int(),
  erased: z.int(),
  unreadable: z.int(),
  repeated: z.int(),
}

const reasonCount = z.object({ reason: z.string(), count: z.int() })
export type ReasonCount = z.infer<typeof reasonCount>

/** The sums of a file, as they were when it was checked. */
const checkSums = z.object({
  new: z.int(),
  ...counts,
  reasons: z.array(reasonCount),
  /** The addresses whose date cannot be read. They get the day of the import. */
  undated: z.int(),
  /** The topics that are not known and left out, with how many addresses have each. */
  unknownTopics: z.optional(z.array(reasonCount)),
})
export type CheckSums = z.infer<typeof checkSums>

/** The first addresses as they will be, the sums, and the headings of the columns that are left out although they speak of leaving. */
const check = z.extend(checkSums, {
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
  unreadColumns: z.array(z.string()),
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
  linesLeft: z.int(),
  mode: z.enum(importModes),
  everyone: z.enum(everyoneKinds),
  agreed: z.optional(z.string()),
  agreedOn: z.optional(z.string()),
  /** How many addresses were added, known and left out, once it is applied. */
  added: z.int(),
  ...counts,
  left: z.int(),
  appliedAt: z.optional(z.string()),
  /** When it was given up as incomplete. */
  endedAt: z.optional(z.string()),
  undoneAt: z.optional(z.string()),
  /** Until when it can be taken back. */
  undoUntil: z.optional(z.string()),
})
export type ImportSummary = z.infer<typeof summary>
export const importList = z.object({ imports: z.array(summary) })

/** One import. `columns` and `check` are there while it is open, `reasons` once it is applied, `asked` if each is asked to confirm. */
export const subscriberImportStatus = z.extend(summary, {
  columns: z.optional(
    z.array(
      z.object({
        heading: z.string(),
        samples: z.array(z.string()),
        meaning: z.enum(meanings),
        values: z.optional(z.array(columnValue)),
      }),
    ),
  ),
  check: z.optional(check),
  reasons: z.optional(z.array(reasonCount)),
  /** How many lines that were left out can still be downloaded, and until when. */
  leftLines: z.optional(z.int()),
  leftUntil: z.optional(z.string()),
  /** The messages that ask to confirm: those sent, and those that follow. */
  asked: z.optional(z.object({ sent: z.int(), waiting: z.int() })),
  /** How many subscribers were removed when it was taken back, and how many were kept, with the reasons. */
  taken: z.optional(z.int()),
  /** How many of those whom it unsubscribed are subscribed again since it was taken back. */
  restored: z.optional(z.int()),
  kept: z.optional(z.array(reasonCount)),
})
export type ImportStatus = z.infer<typeof subscriberImportStatus>
