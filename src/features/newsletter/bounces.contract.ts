import * as z from 'zod/mini'
import { cleanText } from '#contract/clean-text.ts'
import { emailAddress } from '#contract/fields.ts'

/**
 * What became of a message after the mail server had taken it. `bounce`: the address takes no mail. `complaint`: its reader called it spam.
 * `delay`: nothing final. `messageId` is the Message-ID of ours that it is about, with or without its angle brackets.
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

/** How many events changed something; one about an address that we do not know changes nothing. */
export const bounceAnswer = z.object({ accepted: z.int() })
