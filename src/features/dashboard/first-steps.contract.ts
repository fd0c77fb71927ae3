import * as z from 'zod/mini'

/** The first tasks of an owner, each with its screen. `text` names the remaining work. */
const firstStep = z.object({
  id: z.enum(['profile', 'company', 'samples', 'mail', 'secondFactor', 'backup']),
  title: z.string(),
  text: z.string(),
  to: z.string(),
  done: z.boolean(),
})
export type FirstStep = z.infer<typeof firstStep>

/** None for an owner who has dismissed them. */
export const firstSteps = z.object({ steps: z.array(firstStep) })
export type FirstSteps = z.infer<typeof firstSteps>
