import * as z from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import { noticeKinds } from '../ground/cohorts.contract.ts'

/** The relation of someone to the date of a notice: has a seat, has asked for one, is on the waitlist, or wishes for another date. */
export const noticeGroups = ['enrolled', 'asked', 'waiting', 'interested'] as const
export type NoticeGroup = (typeof noticeGroups)[number]

const reader = z.object({ _id: z.string(), name: z.string(), email: z.optional(z.string()) })

/** Whom a notice would reach now: `count` people, those left out with why, and the text. `refusal` says why it cannot be sent. */
const noticeAudience = z.object({
  kind: z.enum(noticeKinds),
  count: z.int(),
  enrolled: z.int(),
  asked: z.int(),
  waiting: z.int(),
  interested: z.int(),
  people: z.array(z.extend(reader, { group: z.enum(noticeGroups) })),
  leftOut: z.array(z.extend(reader, { reason: z.string() })),
  refusal: z.optional(z.string()),
  /** The addition of staff is between the two parts of the text. */
  preview: z.object({ subject: z.string(), text: z.array(z.string()), closing: z.array(z.string()) }),
})
export type NoticeAudience = z.infer<typeof noticeAudience>

/** A notice that was sent, or taken back at `undoneAt`. `leavesAt` is there while it can be taken back. `sending` counts what has not left. */
export const cohortNotice = z.object({
  _id: z.string(),
  kind: z.enum(noticeKinds),
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

const noticeKind = z.enum(noticeKinds, 'Kind must be moved, cancelled or opened')
export const noticeQuery = z.object({ kind: z.optional(noticeKind) })
/** `kinds` are the messages that suit the state of the date. */
export const noticeList = z.object({
  notices: z.array(cohortNotice),
  kinds: z.array(z.enum(noticeKinds)),
  audience: z.optional(noticeAudience),
})
export type NoticeList = z.infer<typeof noticeList>

/** `count` is how many people the sender has seen it would reach; `body` is added to the text. */
export const noticeInput = z.object({
  kind: noticeKind,
  body: z.nullable(optionalText('Text', 5_000)),
  count: z.int('Count must be a whole number'),
})
