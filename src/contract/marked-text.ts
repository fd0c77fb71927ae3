import * as z from 'zod/mini'

/** A text in parts, of which some are marked. */
export const markedText = z.array(z.object({ text: z.string(), marked: z.optional(z.boolean()) }))
export type MarkedText = z.infer<typeof markedText>
