import * as z from 'zod/mini'
import { heading, richText } from '#contract/fields.ts'

/** The content of the editor. */
export const previewRequest = z.object({ source: richText('Content') })

/** The most links that one call checks. */
const mostLinks = 20
export const linksRequest = z.object({
  urls: z.array(z.string().check(z.maxLength(2_000))).check(z.maxLength(mostLinks)),
})
/** The broken links. A site that refuses or is slow may still show its page to people, so its links are not included. */
export const deadLinks = z.object({ dead: z.array(z.string()) })

/** The rendered and sanitised content. `readTime` is in minutes. */
export const preview = z.object({ html: z.string(), headings: z.array(heading), words: z.int(), readTime: z.int() })
