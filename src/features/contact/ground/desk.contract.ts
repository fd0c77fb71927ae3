import * as z from 'zod/mini'
import { cleanText } from '#contract/clean-text.ts'
import { storedStates } from '#contract/deliveries.ts'
import { optionalTime, recordId, requiredText } from '#contract/fields.ts'
import { contactRequest, eventDetails, eventKinds, plainRequest } from './contact.contract.ts'

/** The screen of a request with its answer open, from which everything leads that says to answer. */
export const answerPath = (id: string) => `/admin/contacts/${id}?tab=answer`
/** How long its author can delete a note, in minutes. */
export const noteLifetime = 10
/** How long a colleague counts as typing, in seconds. */
export const typingLifetime = 60

/** The longest answer, and the longest part of the visitor's message that it quotes, in characters. */
export const longestAnswer = 20_000
export const longestQuote = 4_000

/**
 * An entry in the timeline of a request. `html` is an answer with its look. `state` is that of the mail of an answer; while it is `waiting`, it leaves at `leavesAt` and can be undone
 * until then. `otherAddress` says that a received message came from another address than the visitor's. `beforeName` and `afterName` are the names
 * of owners, and `file` is the file that an answer links to. A `deletable` note is one that the caller can still delete.
 */
export const contactEvent = z.object({
  _id: z.string(),
  at: z.string(),
  kind: z.enum(eventKinds),
  by: z.optional(z.string()),
  byId: z.optional(z.string()),
  body: z.optional(z.string()),
  html: z.optional(z.string()),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  beforeName: z.optional(z.string()),
  afterName: z.optional(z.string()),
  messageId: z.optional(z.string()),
  from: z.optional(z.string()),
  otherAddress: z.optional(z.boolean()),
  details: z.optional(eventDetails),
  file: z.optional(z.object({ name: z.string(), url: z.string() })),
  state: z.optional(z.enum(storedStates)),
  leavesAt: z.optional(z.string()),
  reason: z.optional(z.string()),
  deletable: z.optional(z.boolean()),
})
export type ShownEvent = z.infer<typeof contactEvent>

const colleague = z.object({ _id: z.string(), name: z.string() })
/** An owner in the filter of the list. A `former` one has left; `open` counts their pending requests. */
export const ownerChoice = z.extend(colleague, { open: z.int(), former: z.optional(z.boolean()) })
export type OwnerChoice = z.infer<typeof ownerChoice>

/**
 * The ids of a colleague, who may have left, and of the new owner; without one, they have none. `ids` are those of the requests, if they are not all that
 * are pending.
 */
export const handOverInput = z.object({
  from: recordId('from'),
  to: z.nullable(recordId('to')),
  ids: z.optional(z.array(recordId('ids')).check(z.minLength(1, 'Name at least one request'), z.maxLength(1_000))),
})
export const handOverAnswer = z.object({ given: z.int(), ids: z.array(z.string()) })
export type HandOverAnswer = z.infer<typeof handOverAnswer>

/** The id of another request, and the version that the caller has seen. */
export const joinInput = z.object({ other: recordId('other'), otherVersion: z.optional(z.int()) })
export const separateInput = z.nullish(z.object({ other: z.optional(recordId('other')) }))

export const typing = z.object({ typing: z.array(colleague) })

/**
 * The person behind a request. `key` is that of `/persons/{key}`; `others` are the newest other requests from the same address, and `open` the ids of
 * all that are pending, with this one, and their versions.
 */
const contactPerson = z.object({
  key: z.string(),
  others: z.array(z.pick(contactRequest, { _id: true, subject: true, status: true, createdAt: true, version: true })),
  othersTotal: z.int(),
  open: z.array(z.object({ _id: z.string(), version: z.int() })),
  subscription: z.optional(
    z.object({
      state: z.string(),
      subscribedAt: z.string(),
      consentAt: z.optional(z.string()),
      consent: z.optional(z.string()),
      consentPage: z.optional(z.string()),
      source: z.optional(z.string()),
      sourceDetail: z.optional(z.string()),
    }),
  ),
})

/** A request that was joined to another one. `joinedBy` is the name of a member of staff. */
const joinedRequest = z.extend(plainRequest, { joinedAt: z.string(), joinedBy: z.optional(z.string()) })
export type JoinedRequest = z.infer<typeof joinedRequest>

/** A reply that an assistant has drafted, for a person who edits and sends it. `by`: 'Claude for Priya Nair'. */
export const draftedAnswerInput = z.object({ text: requiredText('Text', longestAnswer) })
export const draftedAnswer = z.object({ text: z.string(), by: z.string(), at: z.string() })
export type DraftedAnswer = z.infer<typeof draftedAnswer>

/** A request with its timeline, oldest entry first; `joinedRequests` are others about the same, whose entries it has too. `answerTo` is the address that staff chose to write to. `form` is the page or the opening whose form it answers, with its screen; `mail` says how answers leave. */
export const contactDetail = z.extend(contactRequest, {
  answerTo: z.optional(z.string()),
  course: z.optional(z.object({ _id: z.string(), title: z.string(), slug: z.string() })),
  form: z.optional(z.object({ title: z.string(), screen: z.optional(z.string()) })),
  events: z.array(contactEvent),
  joinedRequests: z.array(joinedRequest),
  person: contactPerson,
  typing: z.array(colleague),
  draft: z.optional(draftedAnswer),
  mail: z.enum(['smtp', 'files']),
})
export type ContactDetail = z.infer<typeof contactDetail>

export const noteInput = z.object({ body: requiredText('Note', longestAnswer) })

const flag = (initial: boolean) => z._default(z.boolean('must be true or false'), initial)

/**
 * An answer as it is to arrive, line by line; `**bold**`, `[links](https://…)`, lists and quoted lines get a look. `quote` adds the visitor's last message, `fileId` a link to a file of the library. `sentElsewhere` logs an answer that staff
 * have sent from their own mail program.
 */
export const answerInput = z.object({
  body: requiredText('Reply', longestAnswer),
  resolve: flag(false),
  quote: flag(true),
  fileId: z.optional(recordId('File')),
  subject: z.optional(requiredText('Subject', 310)),
  sentElsewhere: flag(false),
})
export type AnswerInput = z.infer<typeof answerInput>

/** An answer that is being written, and its mail as it would arrive. */
export const answerDraft = z.pick(answerInput, { body: true, quote: true, fileId: true, subject: true })
export type AnswerDraft = z.infer<typeof answerDraft>
export const answerPreview = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type AnswerPreview = z.infer<typeof answerPreview>

/** The text of an answer that was undone, as it was sent. */
export const undoneAnswer = z.object({
  body: z.string(),
  quote: z.boolean(),
  resolve: z.boolean(),
  fileId: z.optional(z.string()),
  subject: z.optional(z.string()),
})
export type UndoneAnswer = z.infer<typeof undoneAnswer>

/** A message of the visitor that staff enter by hand. Without `at` it came now. */
export const receivedInput = z.object({ body: requiredText('Message', 100_000), at: optionalTime('Received at') })

/** The received message to whose sender answers go from now on; without one, to the visitor's own address. */
export const answerToInput = z.object({ eventId: z.optional(z.nullable(z.string())) })

/** `Re:` as mail programs write it, in their languages and with their counts. */
const replied =
  '(?:re|aw|antw|antwort|sv|vs|odp|ynt|res|vá|vast|απ|σχετ|отв|ответ|відп|回复|回覆|答复|答覆|返信|回信|회신|답장|ตอบ|ตอบกลับ|trả lời|balas|رد|الرد|השב|תגובה)'
const repliedPrefix = new RegExp(`${replied}(?: ?[[(^*]?\\d{1,3}[\\])]?)? ?[:：]\\s*`, 'giu')
const prefixes = new RegExp(`^(?:\\s*(?:${replied}(?: ?[[(^*]?\\d{1,3}[\\])]?)?|fwd?|fw|wg) ?[:：])+\\s*`, 'iu')

/** The subject of an answer, which says `Re:` once. */
export function answerSubject(subject: string): string {
  const [before = ''] = prefixes.exec(subject) ?? []
  return `Re: ${before.replace(repliedPrefix, '').trimStart()}${subject.slice(before.length)}`.trim()
}

/** The longest text that is stored; the mailbox has the rest, as the end of the text says. */
export const longestText = 100_000
export const restInMailbox = '\n\n[The rest is in the mailbox.]'

/** The part of a received text that is stored. @param isCut the end is already missing */
export const cutText = (text: string, isCut = false): string =>
  isCut || text.length > longestText ? `${text.slice(0, longestText).toWellFormed()}${restInMailbox}` : text

/** A text from outside, without characters that a database cannot store. It is never refused, since no one could correct it. */
const anyText = z.string().check(z.overwrite((text) => cleanText(text.replaceAll('\0', ''), '\n')))
const texts = z.optional(z.union([anyText, z.array(anyText)]))

/**
 * A received message as a mail service or a mail server hands it in. The site reads `html` where `text` is blank or a stub, and recognises messages
 * of programs by `headers`; `auto` says that one is. `messageId`, `inReplyTo` and `references` are Message-IDs, with or without angle brackets. `cut`
 * says that the end of the text is missing. `date` is when it was sent, as its header says. `report` is what a mail server reports on a delivery (RFC 3464). Attachments are not stored, only their names, without those that `html` shows by their `contentId`.
 */
export const inboundMessage = z.object({
  from: anyText,
  to: texts,
  subject: z.optional(anyText),
  date: z.optional(anyText),
  text: z.optional(anyText),
  html: z.optional(anyText),
  messageId: z.optional(anyText),
  inReplyTo: texts,
  references: texts,
  headers: z.optional(z.array(z.object({ name: anyText, value: anyText }))),
  auto: z.optional(z.boolean('auto must be true or false')),
  cut: z.optional(z.boolean('cut must be true or false')),
  report: z.optional(
    z.object({
      messageIds: z.array(anyText),
      recipients: z.array(z.object({ addresses: z.array(anyText), action: anyText, status: anyText, reason: anyText })),
    }),
  ),
  attachments: z.optional(
    z.array(
      z.union([
        anyText,
        z.object({
          name: z.optional(anyText),
          filename: z.optional(anyText),
          contentId: z.optional(anyText),
          contentType: z.optional(anyText),
        }),
      ]),
    ),
  ),
})
export type InboundMessage = z.infer<typeof inboundMessage>

/**
 * The one count of the requests that wait for us, for every screen: `waiting`, of which the first, `next`, has waited since `since`. `mail` says how answers leave: `files` where no mail server is set.
 * `median` is the median time to the first answer in the last 90 days, and `promised` the time in the settings: both in minutes of office hours.
 */
export const deskFigures = z.object({
  waiting: z.int(),
  since: z.optional(z.string()),
  next: z.optional(z.string()),
  overdue: z.int(),
  followUps: z.int(),
  answered: z.int(),
  median: z.optional(z.int()),
  promised: z.int(),
  mail: z.enum(['smtp', 'files']),
})
export type DeskFigures = z.infer<typeof deskFigures>

/** Minutes as a figure: "3 h 10", "45 min". */
export const asFigure = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`
}

const counted = (value: number, one: string) => `${value} ${value === 1 ? one : `${one}s`}`

/** Minutes in words: "3 hours 10 minutes". */
export const inWords = (minutes: number): string =>
  [
    minutes >= 60 && counted(Math.floor(minutes / 60), 'hour'),
    (minutes % 60 > 0 || minutes === 0) && counted(minutes % 60, 'minute'),
  ]
    .filter(Boolean)
    .join(' ')
