import * as z from 'zod/mini'
import { heading, richText } from '#contract/fields.ts'

/** What stands in the editor. */
export const previewRequest = z.object({ source: richText('Content') })

/** The same as the public page shows it, sanitised. `readTime` is in minutes. */
export const preview = z.object({ html: z.string(), headings: z.array(heading), words: z.int(), readTime: z.int() })
