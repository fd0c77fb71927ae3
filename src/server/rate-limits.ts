import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { ApiError } from './errors.ts'
import { isInternal } from './internal-mark.ts'

/** Calls a minute and address: far more than reading takes, few enough that nobody copies the site at our cost. */
const readsAMinute = 600

/** For forms that strangers send, as a route's `config.rateLimit`. */
export const visitorFormLimit = { max: 10, timeWindow: 60_000 }

/** Counts calls by address (IPv6 by its /64 network); calls that the process makes to itself do not count. */
export async function limitRates(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.rateLimit) return
  await app.register(rateLimit, {
    max: readsAMinute,
    timeWindow: 60_000,
    allowList: (request) => isInternal(request),
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError(429, `Too many requests. Please try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds.`),
  })
}
