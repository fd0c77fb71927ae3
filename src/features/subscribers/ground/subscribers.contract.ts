import * as z from 'zod/mini'
import { doneBody, emailAddress, formList } from '#contract/fields.ts'
import { staffListQuery } from '#contract/lists.ts'
import { formSignals, optionalLine, visitInput } from '#contract/visit.ts'
import { leaveReasons } from './sign-up-words.contract.ts'

/** The ids of topics. A form that shows them sends a value that is none with them, so that it differs from a form that does not. */
const topicIds = formList(z.string(), 50)

const { page, referrer, campaign } = visitInput

/** `page` is the page that brought the visitor, `formPage` that with the form; it is the same if it is left out. */
export const subscription = z.object({
  email: emailAddress(),
  ...{ page, referrer, campaign, formPage: optionalLine },
  topics: topicIds,
  ...formSignals,
})

/** `confirm`: every new address must be confirmed, which the form tells the visitor. */
export const subscribed = z.extend(doneBody, { confirm: z.optional(z.boolean()) })

/** Only confirmed addresses receive mail. Unsubscribed and bounced ones are stored so that they do not receive any again. */
export const subscriberStates = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const
export type SubscriberState = (typeof subscriberStates)[number]
export const subscriberStateNames: Record<SubscriberState, string> = {
  confirmed: 'Confirmed',
  pending: 'Not confirmed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
}
export const subscriberSources = ['form', 'import', 'staff'] as const
export type SubscriberSource = (typeof subscriberSources)[number]

/** `source` is one of the sources, or the id of an import. */
export const subscriberQuery = z.extend(staffListQuery, { source: z.optional(z.string()) })

const leaveReason = z.enum(leaveReasons, `A reason is one of ${leaveReasons.join(', ')}`)

/**
 * A subscriber as staff see it. `stateReason` is why it bounced; `consent` the wording under which its owner signed up; `topics` the names of the
 * chosen ones, absent for all; `leftBy` the notification whose message led to the unsubscription. Times are ISO 8601 in UTC.
 */
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
  topics: z.optional(z.array(z.string())),
  pausedUntil: z.optional(z.string()),
  leftBy: z.optional(z.string()),
  leftReason: z.optional(z.string()),
})
export type Subscriber = z.infer<typeof subscriber>
export const subscriberList = z.object({ subscribers: z.array(subscriber) })

/** The purposes of signed links in messages, and the actions that they allow. */
const linkPurposes = ['unsubscribe', 'confirm'] as const
export type LinkPurpose = (typeof linkPurposes)[number]
const linkActions = ['unsubscribe', 'undo', 'confirm'] as const
export type LinkAction = (typeof linkActions)[number]

/** `email` is masked. `removed`: the address was deleted; `expired`: a link to confirm that no longer works. */
export const subscriptionLink = z.object({
  purpose: z.enum(linkPurposes),
  email: z.string(),
  state: z.enum([...subscriberStates, 'removed', 'expired']),
})
export type SubscriptionLink = z.infer<typeof subscriptionLink>

const linkToken = z.string()
export const linkQuestion = z.object({ purpose: z.enum(linkPurposes), token: linkToken })
export const linkAnswer = z.object({
  purpose: z.enum(linkPurposes),
  token: linkToken,
  action: z.enum(linkActions),
  reason: z.optional(leaveReason),
})

/** `email` is masked. `removed`: the address was deleted. `pausedUntil` is the day, YYYY-MM-DD by the company's clock, on which messages come again. */
export const preferences = z.object({
  email: z.string(),
  state: z.enum([...subscriberStates, 'removed']),
  topics: z.array(z.object({ id: z.string(), name: z.string(), chosen: z.boolean() })),
  pausedUntil: z.optional(z.string()),
  reason: z.optional(z.string()),
})
export type Preferences = z.infer<typeof preferences>

const preferenceActions = ['save', 'pause', 'resume', 'leave', 'return'] as const
export type PreferenceAction = (typeof preferenceActions)[number]
export const preferencesQuestion = z.object({ token: linkToken })
/** `topics` are for `save`, `reason` is for `leave`, also when it is repeated. */
export const preferencesAnswer = z.object({
  token: linkToken,
  action: z.enum(preferenceActions, `An action is one of ${preferenceActions.join(', ')}`),
  topics: topicIds,
  reason: z.optional(leaveReason),
})
