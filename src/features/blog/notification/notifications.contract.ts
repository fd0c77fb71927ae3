import * as z from 'zod/mini'
import { staffListQuery } from '#contract/fields.ts'

/**
 * Where a post's notification stands. `none`: nobody was told, and nobody is about to be. `held`: it leaves at `holdUntil`, unless it is
 * undone. `draft`: it waits because the post is a draft again. `sent`: there is nothing left to do, though some may have failed.
 */
const notificationStates = ['none', 'held', 'draft', 'paused', 'sending', 'sent'] as const
export type NotificationState = (typeof notificationStates)[number]

/** What can become of one recipient's message. `retrying` is one that was put off and will be tried again. */
const recipientStates = ['waiting', 'retrying', 'sending', 'sent', 'skipped', 'failed'] as const
export type RecipientState = (typeof recipientStates)[number]

const count = z.int()
const counts = z.object({ waiting: count, retrying: count, sending: count, sent: count, skipped: count, failed: count })

/** Times are ISO 8601 in UTC. `recipients` is how many there were when it was decided; `removed` of them have been removed since. */
export const notificationStatus = z.object({
  blogId: z.string(),
  title: z.string(),
  state: z.enum(notificationStates),
  recipients: count,
  removed: count,
  counts,
  holdUntil: z.optional(z.string()),
  createdAt: z.optional(z.string()),
  createdBy: z.optional(z.string()),
  /** When the last message left or was given up. */
  finishedAt: z.optional(z.string()),
  /** Why messages failed, the most common first. */
  failures: z.array(z.object({ reason: z.string(), count })),
})
export type NotificationStatus = z.infer<typeof notificationStatus>

export const notificationList = z.object({ notifications: z.array(notificationStatus) })

export const recipientQuery = staffListQuery
const recipient = z.object({
  _id: z.string(),
  email: z.string(),
  state: z.enum(recipientStates),
  attempts: count,
  /** Why it was skipped, has failed or is tried again. */
  reason: z.optional(z.string()),
  /** When it was sent or given up, or when it is due. */
  at: z.string(),
})
export type Recipient = z.infer<typeof recipient>
export const recipientList = z.object({ recipients: z.array(recipient) })

/** Who would be told now, and how mail leaves: `files` means that nothing leaves the machine. `hold` is in seconds. */
export const audience = z.object({ subscribers: count, mail: z.enum(['smtp', 'files']), hold: z.number() })
export type Audience = z.infer<typeof audience>
