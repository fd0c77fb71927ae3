import * as z from 'zod/mini'
import { heading, richText } from '#contract/fields.ts'

/** The content of the editor. */
export const previewRequest = z.object({ source: richText('Content') })

/** The most links that one call checks. */
const mostLinks = 20
export const linksRequest = z.object({
  urls: z.array(z.string().check(z.maxLength(2_000))).check(z.maxLength(mostLinks)),
})
/** The links that lead nowhere. A site that refuses or does not answer in time may well show its page to people, so it is not among them. */
export const deadLinks = z.object({ dead: z.array(z.string()) })

/** The rendered and sanitised content. `readTime` is in minutes. */
export const preview = z.object({ html: z.string(), headings: z.array(heading), words: z.int(), readTime: z.int() })
