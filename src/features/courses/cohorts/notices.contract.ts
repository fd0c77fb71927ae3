import * as z from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import { attendeeKinds, noticeAudiences, noticeKinds } from '../ground/cohorts.contract.ts'

/**
 * The relation of someone to the date of a notice: has a seat, has asked for one, is on the waitlist, or wishes for another date; was there, or was
 * not; or was named by a booker to get the joining details.
 */
export const noticeGroups = ['enrolled', 'asked', 'waiting', 'interested', 'attended', 'absent', 'informed'] as const
export type NoticeGroup = (typeof noticeGroups)[number]

/** The email is absent for those who may not read registrations. */
const reader = z.object({ _id: z.string(), name: z.string(), email: z.optional(z.string()) })

/**
 * Whom a notice would reach now: `count` people, those left out with why, and the text. `refusal` says why it cannot be sent; with `copies` its text
 * can be sent from elsewhere, because no mail server is set up. `audience` is who of the date gets it, one of `audiences`.
 */
const noticeAudience = z.object({
  kind: z.enum(noticeKinds),
  audience: z.optional(z.enum(noticeAudiences)),
  audiences: z.array(z.enum(noticeAudiences)),
  count: z.int(),
  ...({
    enrolled: z.int(),
    asked: z.int(),
    waiting: z.int(),
    interested: z.int(),
    attended: z.int(),
    absent: z.int(),
    informed: z.int(),
  } satisfies Record<NoticeGroup, unknown>),
  people: z.array(z.extend(reader, { group: z.enum(noticeGroups) })),
  leftOut: z.array(z.extend(reader, { reason: z.string() })),
  refusal: z.optional(z.string()),
  copies: z.optional(z.literal(true)),
  /** The addition of staff is between the two parts of the text. `details` are the joining details, in Markdown. */
  preview: z.object({
    subject: z.string(),
    text: z.array(z.string()),
    closing: z.array(z.string()),
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
    details: z.optional(z.string()),
  }),
})
export type NoticeAudience = z.infer<typeof noticeAudience>

/**
 * A notice that was sent, or taken back at `undoneAt`. `leavesAt` is there while it can be taken back. `sending` counts what has not left. An automatic
 * one has `daysBefore` the first day of the date, negative for days after its last day.
 */
export const cohortNotice = z.object({
  _id: z.string(),
  kind: z.enum(noticeKinds),
  audience: z.optional(z.enum(noticeAudiences)),
  daysBefore: z.optional(z.int()),
  body: z.optional(z.string()),
  count: z.int(),
  sending: z.int(),
  sent: z.int(),
  failed: z.int(),
  skipped: z.int(),
  at: z.string(),
  by: z.optional(z.string()),
  undoneAt: z.optional(z.string()),
  leavesAt: z.optional(z.string()),
})
export type CohortNotice = z.infer<typeof cohortNotice>

const noticeKind = z.enum(noticeKinds, `Kind must be one of ${noticeKinds.join(', ')}`)
const audience = z.optional(z.enum(noticeAudiences, `Audience must be one of ${noticeAudiences.join(', ')}`))
export const noticeQuery = z.object({ kind: z.optional(noticeKind), audience })
/** `kinds` are the messages that suit the state of the date, `sends` those of them that the reader may send, `scheduled` the automatic ones to come. */
export const noticeList = z.object({
  notices: z.array(cohortNotice),
  scheduled: z.array(z.object({ kind: z.enum(attendeeKinds), at: z.string(), daysBefore: z.int() })),
  kinds: z.array(z.enum(noticeKinds)),
  sends: z.array(z.enum(noticeKinds)),
  audience: z.optional(noticeAudience),
})
export type NoticeList = z.infer<typeof noticeList>

/** `count` is how many people the sender has seen it would reach; `body` is added to the text, and is that of a note. */
export const noticeInput = z
  .object({
    kind: noticeKind,
    audience,
    body: z.nullable(optionalText('Text', 5_000)),
    count: z.int('Count must be a whole number'),
  })
  .check(
    z.refine(({ kind, body }) => kind !== 'note' || Boolean(body?.trim()), {
      path: ['body'],
      error: 'Text is required',
    }),
  )
