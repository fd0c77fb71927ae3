import * as z from 'zod/mini'

/**
 * Fields by which our forms tell bots from people. Both are optional, so that a client that does not know them can still use the API.
 */
export const formSignals = {
  /** A honeypot: people do not see this field, so a value comes from a bot. */
  website: z.optional(z.string()),
  /** A signed token with the time of the first interaction with the form. */
  formToken: z.optional(z.string()),
  /** The id of the wording below the form; an unknown one counts as none. */
  consent: z.catch(z.optional(z.string()), undefined),
}
export type FormSignals = { website?: string | undefined; formToken?: string | undefined }

export const formTokenAnswer = z.object({ token: z.string() })
