import * as z from 'zod/mini'
import { clearable, emailAddress, isDay, markedText, recordId, requiredText } from '#contract/fields.ts'
import { bulkInput, staffListQuery } from '#contract/lists.ts'
import { isObject } from '#contract/lookup.ts'
import type { Answer, SentFile } from '#contract/own-fields.ts'
import { sourceName } from '#contract/sources.ts'
import { formSignals, optionalLine, type Visit, visit, visitInput } from '#contract/visit.ts'
import { clock, followUpStates } from './clock.contract.ts'

/** More than a form can have, after it was changed several times while a visitor had it open. */
const mostAnswers = 20

/** An answer as a client sends it. A tick may be a boolean. */
const givenAnswer = z.object({
  label: z.string('Each answer needs a label').check(z.maxLength(1_000, 'This label is too long')),
  value: z.union([z.string(), z.boolean(), z.null()], 'The value of an answer must be a text'),
})
export type GivenAnswer = z.infer<typeof givenAnswer>

/** The answers as a client sends them: a list, or an object of values by label. Their number is checked first, since a check of very many takes seconds. */
const answersInput = z.optional(
  z
    .pipe(
      z.transform((given: unknown, context) => {
        const list = isObject(given) ? Object.entries(given).map(([label, value]) => ({ label, value })) : (given ?? [])
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

export const contactStatuses = ['pending', 'resolved', 'spam'] as const

/** The position of a section on its page, which a form without scripts sends as a text. */
const sectionPosition = z.pipe(
  z.transform((value) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value)),
  z.int('section must be a position').check(z.nonnegative('section must be a position')),
)

/**
 * A message as a visitor sends it. `pageId` and `section` name the form on a page that staff have built, and `openingId` an opening: the subject is
 * theirs then.
 */
export const contactMessage = z
  .object({
    name: requiredText('Name', 200),
    email: emailAddress(),
    subject: z.optional(requiredText('Subject', 300)),
    message: requiredText('Message', 20_000),
    phone: optionalLine,
    company: optionalLine,
    pageId: z.optional(recordId('pageId')),
    section: z.optional(sectionPosition),
    openingId: z.optional(recordId('openingId')),
    answers: answersInput,
    ...visitInput,
    ...formSignals,
  })
  .check(
    z.refine(({ subject, pageId, openingId }) => subject !== undefined || (pageId ?? openingId) !== undefined, {
      error: 'Subject is required',
      path: ['subject'],
      // It is told together with the other fields at fault.
      when: ({ value, issues }) =>
        typeof value === 'object' && value !== null && !issues.some(({ path }) => path?.[0] === 'subject'),
    }),
  )

/** Who writes next on a pending request: we, or the visitor whom we have answered last. Resolved requests and spam have none. */
export const turns = ['us', 'them'] as const
export type Turn = (typeof turns)[number]

const answer: z.ZodMiniType<Answer> = z.object({ label: z.string(), value: z.string() })
const sentFile: z.ZodMiniType<SentFile> = z.object({
  _id: z.string(),
  label: z.string(),
  name: z.string(),
  size: z.int(),
})

/**
 * The fields that came with a message, as far as they are known: see `Visit`. `formTitle` is the title of the page or the opening when it was sent. `consent` is the wording under the form; `answers` are those to its own
 * fields, and `files` the PDFs, without their bytes.
 */
const cameWith = {
  ...visit,
  phone: z.optional(z.string()),
  company: z.optional(z.string()),
  pageId: z.optional(z.string()),
  openingId: z.optional(z.string()),
  formTitle: z.optional(z.string()),
  answers: z.optional(z.array(answer)),
  files: z.optional(z.array(sentFile)),
  consent: z.optional(z.string()),
}

/** A message as the specified calls answer it. `createdAt` is ISO 8601 in UTC; `flood` is set when many others had come from the same network. */
export const plainRequest = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(contactStatuses),
  createdAt: z.string(),
  flood: z.optional(z.boolean()),
  ...cameWith,
})

/** Where a search has found its words: the message of the request, or an entry of its timeline, with its sentence. `by` is the colleague who wrote it. */
export const foundText = z.object({
  in: z.enum(['message', 'answer', 'received', 'note']),
  by: z.optional(z.string()),
  at: z.string(),
  excerpt: markedText,
})
export type FoundText = z.infer<typeof foundText>

/**
 * A message in the lists of staff. `followUpOn` is a day, YYYY-MM-DD; `lastAt` is the time of the last message in either direction; `version`
 * counts the changes by staff, and the messages. `clock` is that of a request that waits for us, since `lastAt`. `earlier` counts the messages that the same
 * address sent before, `joined` those that were joined to it. `found` is only in the answer to a search.
 */
export const contactRequest = z.extend(plainRequest, {
  owner: z.optional(z.object({ _id: z.string(), name: z.string() })),
  followUpOn: z.optional(z.string()),
  firstAnswerAt: z.optional(z.string()),
  lastAt: z.optional(z.string()),
  turn: z.optional(z.enum(turns)),
  courseId: z.optional(z.string()),
  version: z.optional(z.int()),
  clock: z.optional(clock),
  followUpDue: z.optional(z.enum(followUpStates)),
  earlier: z.optional(z.int()),
  joined: z.optional(z.int()),
  found: z.optional(foundText),
})
export type ContactRequest = z.infer<typeof contactRequest>

export const contactStatusChange = z.object({
  status: z.enum(contactStatuses, 'Status must be pending, resolved or spam'),
})

const deskFields = {
  ownerId: clearable(z.string('ownerId must be the id of a colleague').check(z.maxLength(100, 'ownerId is no id'))),
  followUpOn: clearable(
    z.string('The day must be a text').check(
      z.trim(),
      z.refine((value) => value === '' || isDay(value), 'The day must be YYYY-MM-DD'),
    ),
  ),
}
export const deskChange = z.object(deskFields)
export type DeskChange = z.infer<typeof deskChange>

/**
 * Many requests at once: a status, an owner or a day for all of them, or deletion, or restoring from the trash. `version` is the one that
 * the caller has seen.
 */
export const contactBulk = z.extend(
  bulkInput([...contactStatuses, 'owner', 'followUp', 'delete', 'restore']),
  deskFields,
)

const dayOf = (name: string) => z.optional(z.string().check(z.refine(isDay, `${name} must be a day, YYYY-MM-DD`)))

/** `owner` is `me`, `none` or an id, `person` the key of a person; `from` and `to` are days in the company's time, both included. */
export const contactListQuery = z.extend(staffListQuery, {
  flood: z.optional(z.enum(['true', 'false'], 'flood must be true or false')),
  owner: z.optional(z.string().check(z.maxLength(100, 'owner must be me, none or an id'))),
  person: z.optional(z.string().check(z.maxLength(100, 'person must be a key'))),
  turn: z.optional(z.enum(turns, 'turn must be us or them')),
  overdue: z.optional(z.enum(['true', 'false'], 'overdue must be true or false')),
  followUp: z.optional(z.enum(['due'], 'followUp must be due')),
  from: dayOf('from'),
  to: dayOf('to'),
  source: z.optional(z.string().check(z.trim(), z.maxLength(300, 'source is too long'))),
})

/** The part of the list that is exported: all but the page. */
export const contactExportQuery = z.omit(contactListQuery, { page: true, limit: true })
export type ContactExportQuery = z.infer<typeof contactExportQuery>

export const eventKinds = ['note', 'answer', 'received', 'status', 'owner', 'followUp'] as const
export type EventKind = (typeof eventKinds)[number]

/** Further facts about an event of a request. */
export const eventDetails = z.object({
  /** A received message that a program sent, such as an out-of-office notice. It changes no turn. */
  auto: z.exactOptional(z.boolean()),
  /** Why the answer did not reach the visitor. It counts as no answer. */
  bounced: z.exactOptional(z.string()),
  /** An answer that staff sent from their own mail program, or a message that they entered by hand. */
  byHand: z.exactOptional(z.boolean()),
  /** The names of attachments that stayed in the mailbox. */
  attachments: z.exactOptional(z.array(z.string())),
  /** The file of the library that an answer links to. */
  fileId: z.exactOptional(z.string()),
  /** Whether an answer quotes the visitor's last message. */
  quote: z.exactOptional(z.boolean()),
  /** Whether the answer resolved the request. */
  resolve: z.exactOptional(z.boolean()),
  /** Whether the request had no owner, so that the author of the answer became it. */
  owns: z.exactOptional(z.boolean()),
  subject: z.exactOptional(z.string()),
  /** Why a colleague's mail, which became this note, was not sent to the visitor. */
  unsent: z.exactOptional(z.string()),
  /** When a message came in that was on its way for long. Its own time is the one at which it was sent. */
  receivedAt: z.exactOptional(z.string()),
})
export type EventDetails = z.infer<typeof eventDetails>

/** Where a visitor came from, in a word: the campaign's source, or else the site of the referrer. */
const sourceOf = ({ campaign, referrer }: Pick<Visit, 'campaign' | 'referrer'>): string =>
  sourceName(campaign?.source ?? referrer ?? '')

/** The campaign in one line: its source, medium and name as far as they are known. */
export const campaignLine = ({ campaign }: Pick<Visit, 'campaign'>): string =>
  [campaign?.source, campaign?.medium, campaign?.name].filter(Boolean).join(' / ')

/** Where a request came from, in a few words: "via LinkedIn · autumn"; empty if nothing is known. */
export function sourceLine(visit: Visit): string {
  const parts = [sourceOf(visit), visit.campaign?.name].filter(Boolean)
  return parts.length > 0 ? `via ${parts.join(' · ')}` : ''
}
