import * as z from 'zod/mini'

/** What an owner has to do before the site is theirs, each with the screen that settles it. `text` says what is left of it. */
const firstStep = z.object({
  id: z.enum(['profile', 'company', 'samples', 'mail', 'secondFactor', 'backup']),
  title: z.string(),
  text: z.string(),
  to: z.string(),
  done: z.boolean(),
})
export type FirstStep = z.infer<typeof firstStep>

/** None for an owner who has put them away. */
export const firstSteps = z.object({ steps: z.array(firstStep) })
export type FirstSteps = z.infer<typeof firstSteps>
