import * as z from 'zod/mini'
import { heading, richText } from '#contract/fields.ts'

/** The content of the editor. */
export const previewRequest = z.object({ source: richText('Content') })

/** The rendered and sanitised content. `readTime` is in minutes. */
export const preview = z.object({ html: z.string(), headings: z.array(heading), words: z.int(), readTime: z.int() })
