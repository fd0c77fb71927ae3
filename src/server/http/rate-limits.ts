import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { HttpError } from './errors.ts'
import { isInternal } from './internal-request.ts'
import { RateStore } from './rate-store.ts'

/** Calls a minute and address: far more than reading takes, few enough that nobody copies the site at our cost. */
const readsAMinute = 600

/** The staff of a back office share an address, and their screens ask often: each of their calls is counted by itself, apart from reading. */
const staffCallsAMinute = 600

/** Pages a minute and address that are not in memory and have to be rendered; reading what others have read is free. */
const rendersAMinute = 60

/** For forms that strangers send, as a route's `config.rateLimit`. */
export const visitorFormLimit = { max: 10, timeWindow: 60_000 }

/** For signing in, which costs a hash: wrong passwords are slowed by themselves (`identity/attempts.ts`). */
export const signInLimit = { max: 120, timeWindow: 60_000 }

/** Counts calls by address (IPv6 by its /64 network); calls that the process makes to itself do not count. */
export async function limitRates(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.rateLimit) return
  app.addHook('onRoute', (route) => {
    if (route.config?.access || route.schema?.hide) return
    route.config = {
      ...route.config,
      rateLimit: { max: staffCallsAMinute, timeWindow: 60_000, ...route.config?.rateLimit },
    }
  })
  await app.register(rateLimit, {
    max: readsAMinute,
    timeWindow: 60_000,
    store: RateStore,
    keyGenerator: networkOf,
    allowList: (request) => isInternal(request),
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
}

/**
 * The limit of rendered pages by address, as a function that counts one.
 * @throws HttpError 429, with Retry-After set, from what it answers with
 */
export async function limitRenders(app: FastifyInstance, config: Config): Promise<CountRender> {
  if (!config.rateLimit) return async () => {}
  await app.register(rateLimit, {
    global: false,
    store: RateStore,
    keyGenerator: networkOf,
    allowList: (request) => isInternal(request),
  })
  const count = app.createRateLimit({ max: rendersAMinute, timeWindow: 60_000 })
  return async (request, reply) => {
    const limit = await count(request)
    if (limit.isAllowed || !limit.isExceeded) return
    reply.header('retry-after', limit.ttlInSeconds)
    throw tooMany(limit.ttl)
  }
}

export type CountRender = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** An address, or the network of an IPv6 one. A connection that is gone by now has none, and its requests wait for no answer. */
const networkOf = (request: FastifyRequest) => normalizeIP(request.ip ?? 'gone')

const tooMany = (ttl: number) =>
  new HttpError(429, `Too many requests. Please try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds.`)
