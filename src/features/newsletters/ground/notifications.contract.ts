import * as z from 'zod/mini'
import { shownStates } from '#contract/deliveries.ts'
import { staffListQuery } from '#contract/lists.ts'

/**
 * The states of a post's notification. `none`: there is none. `scheduled`: the post appears at `holdUntil`, and it is sent then. `held`: it is sent at `holdUntil` unless it is undone.
 * `draft`: it is on hold because the post is a draft again.
 * `sent`: nothing is left to send, though some messages may have failed.
 */
const notificationStates = ['none', 'scheduled', 'held', 'draft', 'paused', 'sending', 'sent'] as const
export type NotificationState = (typeof notificationStates)[number]

/** What staff can do with a notification that exists. */
export const notificationActs = ['undo', 'pause', 'resume', 'retry'] as const
export type NotificationAct = (typeof notificationActs)[number]

const count = z.int()
const counts = z.object({ waiting: count, retrying: count, sending: count, sent: count, skipped: count, failed: count })

/** Times are ISO 8601 in UTC. `recipients` is how many there were when it was queued; `removed` of them have been deleted since. */
export const notificationStatus = z.object({
  blogId: z.optional(z.string()),
  newsletterId: z.optional(z.string()),
  /** Its id, which audiences name. */
  notificationId: z.optional(z.string()),
  title: z.string(),
  state: z.enum(notificationStates),
  acts: z.array(z.enum(notificationActs)),
  recipients: count,
  removed: count,
  counts,
  holdUntil: z.optional(z.string()),
  createdAt: z.optional(z.string()),
  createdBy: z.optional(z.string()),
  /** When the last message was sent or given up. */
  finishedAt: z.optional(z.string()),
  /** Why messages failed, the most common first. */
  failures: z.array(z.object({ reason: z.string(), count })),
  /** Why it is sent to nobody: its audience does not exist any more. */
  problem: z.optional(z.string()),
})
export type NotificationStatus = z.infer<typeof notificationStatus>

export const notificationList = z.object({ notifications: z.array(notificationStatus) })

export const recipientQuery = staffListQuery
const recipient = z.object({
  _id: z.string(),
  email: z.string(),
  state: z.enum(shownStates),
  attempts: count,
  /** Why the message was skipped, failed or is tried again. */
  reason: z.optional(z.string()),
  /** When the message was sent or given up, or else when it is due. */
  at: z.string(),
})
export type Recipient = z.infer<typeof recipient>
export const recipientList = z.object({ recipients: z.array(recipient) })

/** How many get a notification now, and how mail is sent: with `files`, no mail is sent. `hold` is in seconds. */
export const audienceSize = z.object({ subscribers: count, mail: z.enum(['smtp', 'files']), hold: z.number() })
export type AudienceSize = z.infer<typeof audienceSize>

/** The parts of a message that differ between its readers: the addresses of their own pages, and the greeting. */
export type MessageLinks = { unsubscribe: string; preferences: string; greeting: string }

/** A message for all of its readers, with placeholders. `greeting` is as typed, with `{name}`. */
export type RenderedContent = { subject: string; html: string; text: string; greeting?: string | undefined }
