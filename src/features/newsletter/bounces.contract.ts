import * as z from 'zod/mini'
import { cleanText, emailAddress } from '#contract/fields.ts'

/**
 * The fate of a message after the mail server accepted it. `bounce`: the address accepts no mail. `complaint`: the recipient
 * reported it as spam. `delay`: nothing final. `messageId` is the Message-ID of our message, with or without its angle brackets.
 */
export const bounceReport = z.object({
  events: z
    .array(
      z.object({
        type: z.enum(['bounce', 'complaint', 'delay'], 'type must be bounce, complaint or delay'),
        email: emailAddress(),
        messageId: z.optional(z.string()),
        reason: z.optional(z.string().check(z.overwrite((reason) => cleanText(reason)))),
      }),
    )
    .check(z.maxLength(1_000, 'At most 1000 events at once')),
})
export type BounceEvent = z.infer<typeof bounceReport>['events'][number]

/** The number of events that changed anything; one about an unknown address does not. */
export const bounceAnswer = z.object({ accepted: z.int() })
