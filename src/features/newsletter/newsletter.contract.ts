import * as z from 'zod/mini'
import { formSignals } from '#contract/bot-signals.ts'
import { doneBody, emailAddress } from '#contract/fields.ts'
import { optionalLine } from '#contract/visit.ts'

/** `page` is the path of the page with the form. */
export const subscription = z.object({ email: emailAddress(), page: optionalLine, ...formSignals })

/** `confirm`: every new address must be confirmed, which the form tells the visitor. */
export const subscribed = z.extend(doneBody, { confirm: z.optional(z.boolean()) })

/** Only confirmed addresses receive mail. Unsubscribed and bounced ones are stored so that they do not receive any again. */
export const subscriberStates = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const
export type SubscriberState = (typeof subscriberStates)[number]
/** The sign-up form, an import of staff, or a member of staff. */
export const subscriberSources = ['form', 'import', 'staff'] as const
export type SubscriberSource = (typeof subscriberSources)[number]

/** A subscriber as staff see it, with the time of its last change of state, and why it bounced; `consent` is the wording under which its owner signed up. Times are ISO 8601 in UTC. */
export const subscriber = z.object({
  _id: z.string(),
  email: z.string(),
  subscribedAt: z.string(),
  state: z.enum(subscriberStates),
  stateSince: z.string(),
  stateReason: z.optional(z.string()),
  consentAt: z.optional(z.string()),
  consent: z.optional(z.string()),
  consentPage: z.optional(z.string()),
  name: z.optional(z.string()),
  source: z.optional(z.enum(subscriberSources)),
  sourceDetail: z.optional(z.string()),
  importId: z.optional(z.string()),
})
export type Subscriber = z.infer<typeof subscriber>
export const subscriberList = z.object({ subscribers: z.array(subscriber) })

/** The purposes of signed links in messages, and the actions that they allow. */
const linkPurposes = ['unsubscribe', 'confirm'] as const
export type LinkPurpose = (typeof linkPurposes)[number]
const linkActions = ['unsubscribe', 'undo', 'confirm'] as const
export type LinkAction = (typeof linkActions)[number]

/**
 * The state of the subscription that a link is for. `email` is masked. `removed`: the address was deleted; `expired`: a link to confirm that
 * no longer works.
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
/** How many addresses were added and how many existed; `faulty` counts the skipped lines, `faults` lists the first 10,000 of them. */
export const importAnswer = z.object({
  added: z.int(),
  known: z.int(),
  faulty: z.int(),
  faults: z.array(z.object({ line: z.int(), text: z.string(), reason: z.string() })),
})
export type ImportAnswer = z.infer<typeof importAnswer>
