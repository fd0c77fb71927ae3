import * as z from 'zod/mini'
import { cleanText } from '#contract/fields.ts'

/** The longest text that is stored; the mailbox has the rest. */
const longestText = 100_000

/** A text of a stranger's message, without what a database cannot store. Nothing of it is refused, since nobody could correct it. */
const anyText = z.string().check(z.overwrite((text) => cleanText(text.replaceAll('\0', ''), '\n')))
const texts = z.optional(z.union([anyText, z.array(anyText)]))

/**
 * A received message as a mail service or a mail server hands it in. `messageId`, `inReplyTo` and `references` are Message-IDs, with or without
 * angle brackets; `auto` says that a program has sent the message. Attachments are not stored, only their names.
 */
export const inboundMessage = z.object({
  from: anyText,
  to: texts,
  subject: z.optional(anyText),
  text: z.optional(
    anyText.check(
      z.overwrite((text) =>
        text.length > longestText ? `${text.slice(0, longestText)}\n\n[The rest is in the mailbox.]` : text,
      ),
    ),
  ),
  messageId: anyText,
  inReplyTo: texts,
  references: texts,
  auto: z.optional(z.boolean('auto must be true or false')),
  attachments: z.optional(
    z.array(z.union([anyText, z.object({ name: z.optional(anyText), filename: z.optional(anyText) })])),
  ),
})
export type InboundMessage = z.infer<typeof inboundMessage>
