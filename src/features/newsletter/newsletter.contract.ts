import * as z from 'zod/mini'
import { emailAddress } from '#contract/common.ts'

export const subscription = z.object({ email: emailAddress() })

/** An address as staff see it. `subscribedAt` is ISO 8601 in UTC. */
const subscriber = z.object({ _id: z.string(), email: z.string(), subscribedAt: z.string() })
export type Subscriber = z.infer<typeof subscriber>
export const subscriberList = z.object({ subscribers: z.array(subscriber) })
