import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { ApiError } from './errors.ts'
import { isInternal } from './internal-mark.ts'

/** Calls a minute and address: far more than reading takes, few enough that nobody copies the site at our cost. */
const readsAMinute = 600

/** The staff of an office share an address, and their screens ask often: each of their calls is counted by itself, apart from reading. */
const staffCallsAMinute = 600

/** For forms that strangers send, as a route's `config.rateLimit`. */
export const visitorFormLimit = { max: 10, timeWindow: 60_000 }

/** For signing in, which costs a hash: wrong passwords are slowed by themselves (`identity/attempts.ts`). */
export const signInLimit = { max: 120, timeWindow: 60_000 }

/** Counts calls by address (IPv6 by its /64 network); calls that the process makes to itself do not count. */
export async function limitRates(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.rateLimit) return
  app.addHook('onRoute', (route) => {
    if (route.config?.access || route.schema?.hide) return
    route.config = { ...route.config, rateLimit: { max: staffCallsAMinute, timeWindow: 60_000, ...route.config?.rateLimit } }
  })
  await app.register(rateLimit, {
    max: readsAMinute,
    timeWindow: 60_000,
    allowList: (request) => isInternal(request),
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError(429, `Too many requests. Please try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds.`),
  })
}
