import * as z from 'zod/mini'
import { isWebAddress } from '#contract/addresses.ts'
import { shownStates } from '#contract/deliveries.ts'
import { auditFields, clearable, recordId } from '#contract/fields.ts'
import { pageNumber, staffListQuery } from '#contract/lists.ts'

/** The log of a webhook goes back this many days. */
export const hookLogDays = 30
/** How long the former secret signs too, in hours. */
export const secretOverlapHours = 24
/** The most webhooks of a site: each event is written for each that listens. */
export const mostHooks = 50

export const hookForms = ['generic', 'slack', 'teams', 'googleChat'] as const

/** How a webhook is named on screens and in messages: the path of its address may be a password, as with Slack. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url

/** The address as it is stored: a host in another script has the form that names have in the network. */
const hookUrl = z.string('Enter an address').check(
  z.trim(),
  z.minLength(1, { error: 'Enter an address', abort: true }),
  z.refine((url) => {
    const { username, password } = URL.parse(url) ?? {}
    return !username && !password
  }, 'Leave out the name and password: the signature proves who sends'),
  z.refine((url) => !URL.parse(url)?.hash && !url.endsWith('#'), 'Leave out the part after #'),
  z.refine(
    (url) => isWebAddress(url) || Boolean(URL.parse(url)?.username),
    'Enter a whole address such as https://hooks.example.com/atrium',
  ),
  z.overwrite((url) => URL.parse(url)?.href ?? url),
  z.maxLength(2_048, 'The address is too long (at most 2,048 characters)'),
)

/** `form`, `personal` and `active` of a new webhook are generic, false and true. Those left out of a change stay. */
export const hookInput = z.object({
  url: hookUrl,
  events: z
    .array(z.string('Name the events').check(z.maxLength(100, 'There is no such event')), 'Choose the events')
    .check(z.minLength(1, 'Choose at least one event'), z.maxLength(200, 'There are not so many events')),
  form: z.optional(z.enum(hookForms, `form must be one of ${hookForms.join(', ')}`)),
  /** Only events about this course. */
  courseId: clearable(recordId('The course')),
  /** Whether messages, addresses and phone numbers of people are sent too. */
  personal: z.optional(z.boolean('personal must be true or false')),
  active: z.optional(z.boolean('active must be true or false')),
})
export type HookInput = z.infer<typeof hookInput>

const state = z.enum(shownStates)

export const hook = z.object({
  _id: z.string(),
  url: z.string(),
  form: z.enum(hookForms),
  events: z.array(z.string()),
  courseId: z.optional(z.string()),
  personal: z.boolean(),
  active: z.boolean(),
  /** Why the program has switched it off; absent if staff did. */
  offReason: z.optional(z.string()),
  /** The first failure since the last success. */
  failingSince: z.optional(z.string()),
  /** Until when the former secret signs too. */
  formerSecretUntil: z.optional(z.string()),
  /** The newest delivery. */
  last: z.optional(z.object({ at: z.string(), state, status: z.optional(z.int()) })),
  createdAt: z.string(),
  createdBy: z.optional(z.string()),
  ...auditFields,
})
export type Hook = z.infer<typeof hook>

/** The secret is in no other answer. */
export const newHook = z.extend(hook, { secret: z.string() })
export const hookSecret = z.object({ secret: z.string(), formerSecretUntil: z.string() })

/** A kind of event. `schema` is the JSON Schema of its `data`, of which the fields named by `personal` are only sent if that is ticked. */
export const hookEvent = z.object({
  name: z.string(),
  label: z.string(),
  group: z.string(),
  /** Whether it can be about a course. */
  ofCourse: z.boolean(),
  personal: z.array(z.string()),
  schema: z.record(z.string(), z.unknown()),
  example: z.record(z.string(), z.unknown()),
  /** The example in one line, as chats get it, and the address under it. */
  line: z.string(),
  link: z.optional(z.string()),
})
export type HookEvent = z.infer<typeof hookEvent>

export const hookTest = z.object({ event: z.optional(z.string('event must be a text')) })

export const deliveryQuery = z.object({ page: z.optional(pageNumber), limit: staffListQuery.shape.limit })

export const hookDelivery = z.object({
  _id: z.string(),
  event: z.string(),
  at: z.string(),
  test: z.boolean(),
  state,
  /** How often it was tried since it was queued or sent again. */
  attempts: z.int(),
  /** When it is tried next. */
  nextAt: z.optional(z.string()),
  settledAt: z.optional(z.string()),
  /** Why it was not delivered yet, or not at all. */
  reason: z.optional(z.string()),
  /** The status, the time and the beginning of the answer to the last attempt. */
  status: z.optional(z.int()),
  tookMs: z.optional(z.int()),
  answer: z.optional(z.string()),
  /** The JSON that is sent. */
  body: z.string(),
})
export type HookDelivery = z.infer<typeof hookDelivery>
