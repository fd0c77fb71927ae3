import * as z from 'zod/mini'

/**
 * What our own forms send beside their fields, by which bots are told from people. Both may be absent: a client that speaks only the
 * calls' own fields is taken at its word.
 */
export const formSignals = {
  /** A field that no person sees; whoever fills it in is none. */
  website: z.optional(z.string()),
  /** Says, signed, when the form was first touched. */
  formToken: z.optional(z.string()),
}
export type FormSignals = { website?: string; formToken?: string }

export const formTokenAnswer = z.object({ token: z.string() })
