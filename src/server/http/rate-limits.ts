import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { withinTime } from '#server/database/within-time.ts'
import { count, type Tally } from '#server/security/counters.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'
import { HttpError } from './errors.ts'
import { isInternal } from './internal-request.ts'
import { RateStore, type ShareCount } from './rate-store.ts'

/** Calls per minute and address: far more than reading needs, and too few to copy the whole site quickly. */
const readsAMinute = 600

/** Calls per minute of staff, for each route by itself: colleagues often share one address, and their screens make many calls. */
const staffCallsAMinute = 600

/** Pages per minute and address that have to be rendered. Pages from the cache do not count. */
const rendersAMinute = 60

/** The limit of public forms, for a route's `config.rateLimit`. */
export const visitorFormLimit = { max: 10, timeWindow: 60_000 }

/** The limit of sign-ins, each of which costs a hash. Wrong passwords have their own throttle (`identity/sign-in-throttle.ts`). */
export const signInLimit = { max: 120, timeWindow: 60_000 }

type Options = { config: Config; database: Database }

/** How long a call waits for the count of the other processes, in milliseconds. */
const shareWithin = 2_000

/** Only PostgreSQL has several processes. */
const storeOf = (name: string, config: Config, database: Database) =>
  class extends RateStore {
    constructor() {
      super(config.database.kind === 'postgres' ? shareCounts(database) : undefined, name)
    }
  }

/** Counts in the database, by a keyed hash of the caller. */
export const shareCounts =
  (database: Database): ShareCount =>
  async (caller, amount, timeWindow) => {
    const subject = `rate:${await keyedHash(database, 'rate', caller)}`
    const counted = count(database.db, { [subject]: timeWindow }, 0, amount)
    const tally = (await withinTime(counted, shareWithin))[subject] as Tally
    return { count: tally.count, ttl: tally.endsAt - Date.now() }
  }

/** Limits calls by address (IPv6 by its /64 network). Calls that the process makes to itself do not count. */
export async function limitRates(app: FastifyInstance, { config, database }: Options): Promise<void> {
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
    store: storeOf('calls', config, database),
    keyGenerator: networkOf,
    allowList: (request) => isInternal(request),
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
}

/**
 * Limits rendered pages by address.
 * @returns counts one page; throws HttpError 429 and sets Retry-After when there were too many
 */
export async function limitRenders(app: FastifyInstance, { config, database }: Options): Promise<CountRender> {
  if (!config.rateLimit) return async () => {}
  await app.register(rateLimit, {
    global: false,
    store: storeOf('renders', config, database),
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

/** The IPv4 address, or the network of an IPv6 one. A connection that has closed has no address. */
const networkOf = (request: FastifyRequest) => normalizeIP(request.ip ?? 'gone')

const tooMany = (ttl: number) =>
  new HttpError(429, `Too many requests. Please try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds.`)
