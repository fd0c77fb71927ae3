import * as z from 'zod/mini'
import { formSignals } from '#contract/bot-signals.ts'
import { doneBody, emailAddress } from '#contract/fields.ts'

export const subscription = z.object({ email: emailAddress(), ...formSignals })

/** `confirm`: the site asks every new address to confirm, and this is where a visitor learns of it. */
export const subscribed = z.extend(doneBody, { confirm: z.optional(z.boolean()) })

/** Only a confirmed address is written to; one that is unsubscribed or has bounced is kept so that it is not written to again. */
export const subscriberStates = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const
export type SubscriberState = (typeof subscriberStates)[number]

/** An address as staff see it, since when it is in its state, and why it bounced. Times are ISO 8601 in UTC. */
export const subscriber = z.object({
  _id: z.string(),
  email: z.string(),
  subscribedAt: z.string(),
  state: z.enum(subscriberStates),
  stateSince: z.string(),
  stateReason: z.optional(z.string()),
})
export type Subscriber = z.infer<typeof subscriber>
export const subscriberList = z.object({ subscribers: z.array(subscriber) })

/** What a signed link in a message is for, and what can be done by it. */
const linkPurposes = ['unsubscribe', 'confirm'] as const
export type LinkPurpose = (typeof linkPurposes)[number]
const linkActions = ['unsubscribe', 'undo', 'confirm'] as const
export type LinkAction = (typeof linkActions)[number]

/**
 * How things stand for whoever holds a link. `email` is masked; `removed` is an address that we no longer know, `expired` a link to confirm
 * that has ended.
 */
export const subscriptionLink = z.object({
  purpose: z.enum(linkPurposes),
  email: z.string(),
  state: z.enum([...subscriberStates, 'removed', 'expired']),
})
export type SubscriptionLink = z.infer<typeof subscriptionLink>

const linkToken = z.string()
export const linkQuestion = z.object({ purpose: z.enum(linkPurposes), token: linkToken })
export const linkAnswer = z.object({ purpose: z.enum(linkPurposes), token: linkToken, action: z.enum(linkActions) })

export const subscriberImport = z.object({ csv: z.string('Choose a file').check(z.minLength(1, 'The file is empty')) })
/** How many were added, and how many were known already; `faults` are the first lines without an address, of `faulty`. */
export const importAnswer = z.object({
  added: z.int(),
  known: z.int(),
  faulty: z.int(),
  faults: z.array(z.object({ line: z.int(), text: z.string() })),
})
export type ImportAnswer = z.infer<typeof importAnswer>
