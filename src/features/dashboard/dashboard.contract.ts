import * as z from 'zod/mini'
import { contactRequest } from '#features/contact/contact.contract.ts'

/** All figures of the dashboard. Times are ISO 8601 in UTC. */
export const dashboard = z.object({
  blogs: z.int(),
  published: z.int(),
  drafts: z.int(),
  contacts: z.int(),
  /** Contact requests that are neither resolved nor spam. */
  pending: z.int(),
  users: z.int(),
  subscribers: z.int(),
  products: z.object({ count: z.int(), categories: z.int() }),
  services: z.object({ count: z.int(), active: z.int() }),
  /** The last 12 weeks, the oldest first, this one included; `week` is its Monday in the company's time, YYYY-MM-DD. */
  weeks: z.array(z.object({ week: z.string(), subscribers: z.int(), contacts: z.int() })),
  /** The five newest of each. */
  latestRequests: z.array(contactRequest),
  latestDrafts: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      slug: z.string(),
      category: z.string(),
      author: z.string(),
      updatedAt: z.string(),
    }),
  ),
})
export type Dashboard = z.infer<typeof dashboard>

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
