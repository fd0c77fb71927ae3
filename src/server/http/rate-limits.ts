import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { withinTime } from '#server/runtime/clock.ts'
import { type HttpError, tooMany } from '#server/runtime/http-error.ts'
import { count, type Tally } from '#server/security/counters.ts'
import { networksOf } from '#server/security/networks.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'
import { isForVisitors } from './cached-routes.ts'
import { createWindows, RateStore, type ShareCount } from './rate-store.ts'

const aMinute = 60_000

/** Calls per minute and address: far more than reading needs, and too few to copy the whole site quickly. */
const readsAMinute = 600

/** Calls per minute of staff, separately for each route: colleagues often share one address, and their screens make many calls. */
const staffCallsAMinute = 600

/** Calls per minute of a token, and those of them that may change something: a program that keeps two systems alike makes few, and one in error many. */
const tokenCallsAMinute = 300
const tokenWritesAMinute = 120

/** Pages per minute and address that have to be rendered. Pages from the cache do not count. */
const rendersAMinute = 60

/** The limit of public forms, for a route's `config.rateLimit`. */
export const visitorFormLimit = { max: 10, timeWindow: aMinute }

/** The limit of sign-ins, each of which costs a hash. Wrong passwords have their own throttle (`identity/sign-in-throttle.ts`). */
export const signInLimit = { max: 120, timeWindow: aMinute }

type Options = { config: Config; database: Database }

/** How long a call waits for the count of the other processes, in milliseconds. */
const shareWithin = 2_000

/** Only PostgreSQL has several processes. All stores of a class count together, since the plugin makes its own. */
function storeOf(name: string, { config, database }: Options) {
  const windows = createWindows()
  return class extends RateStore {
    constructor() {
      super(config.database.kind === 'postgres' ? shareCounts(database) : undefined, name, windows)
    }
  }
}

/** Counts in the database, by a keyed hash of the caller. */
export const shareCounts =
  (database: Database): ShareCount =>
  async (caller, amount, timeWindow) => {
    const subject = `rate:${await keyedHash(database, 'rate', caller)}`
    const counted = count(database.db, { [subject]: timeWindow }, 0, amount)
    const tally = (await withinTime(counted, shareWithin))[subject] as Tally
    return { count: tally.count, ttl: tally.endsIn }
  }

/** The trusted proxies: only as many as are in front of the server. The address before them is the visitor's. */
export const trustedProxies = ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  trustProxy > 0 ? (_address: string, hop: number) => hop < trustProxy : false

/** Counts a read that bypasses Fastify. @returns the rate limit headers, or null if Fastify has to count it */
export type CountRead = (request: IncomingMessage) => string[] | null

/** The address of a request that Fastify does not see. */
export function callersOf(config: Config) {
  const trusted = trustedProxies(config)
  return (request: IncomingMessage): string | undefined =>
    trusted ? proxyAddr(request, trusted) : request.socket.remoteAddress
}

/** The limit of reads, which Fastify and the fast path share. */
export function createReadLimit(options: Options) {
  const { config } = options
  const ReadStore = storeOf('calls', options)
  const store = new ReadStore()
  const callerOf = callersOf(config)

  const countRead: CountRead = (request) => {
    if (!config.rateLimit || isInternal(request)) return []
    const counted = store.countNow(networksOf(callerOf(request)).host, aMinute, readsAMinute)
    if (!counted) return null
    const seconds = Math.ceil(counted.ttl / 1_000)
    return [
      ['x-ratelimit-limit', String(readsAMinute)],
      ['x-ratelimit-remaining', String(readsAMinute - counted.current)],
      ['x-ratelimit-reset', String(seconds)],
    ].flat()
  }
  return { ReadStore, countRead }
}

export type ReadLimit = ReturnType<typeof createReadLimit>

/** Limits calls by address (IPv6 by its /64 network). Calls that the process makes to itself do not count. */
export async function limitRates(app: FastifyInstance, config: Config, { ReadStore }: ReadLimit): Promise<void> {
  if (!config.rateLimit) return
  app.addHook('onRoute', (route) => {
    if (isForVisitors(route.config?.access) || route.schema?.hide) return
    route.config = {
      ...route.config,
      rateLimit: { max: staffCallsAMinute, timeWindow: aMinute, ...route.config?.rateLimit },
    }
  })
  await app.register(rateLimit, {
    max: readsAMinute,
    timeWindow: aMinute,
    store: ReadStore,
    keyGenerator: hostOf,
    allowList: (request) => isInternal(request),
    errorResponseBuilder: (_request, { ttl }) => overLimit(ttl),
  })
}

/**
 * Limits rendered pages by address.
 * @returns counts one page; throws HttpError 429 when there were too many
 */
export async function limitRenders(app: FastifyInstance, { config, database }: Options): Promise<CountRender> {
  if (!config.rateLimit) return async () => {}
  await app.register(rateLimit, {
    global: false,
    store: storeOf('renders', { config, database }),
    keyGenerator: hostOf,
    allowList: (request) => isInternal(request),
  })
  const count = app.createRateLimit({ max: rendersAMinute, timeWindow: aMinute })
  return async (request) => {
    const limit = await count(request)
    if (limit.isAllowed || !limit.isExceeded) return
    throw overLimit(limit.ttl)
  }
}

export type CountRender = (request: FastifyRequest) => Promise<void>

/** Counts a call of a token, and sets its rate limit headers. @throws HttpError 429 when there were too many */
export type CountTokenCall = (
  reply: FastifyReply,
  tokenId: string,
  kinds: { call: boolean; write: boolean },
) => Promise<void>

/** Limits calls by token, whatever their addresses are. */
export function limitTokens(options: Options): CountTokenCall {
  if (!options.config.rateLimit) return async () => {}
  const [CallStore, WriteStore] = [storeOf('tokens', options), storeOf('token writes', options)]
  const [calls, writes] = [new CallStore(), new WriteStore()]
  async function countIn(store: RateStore, reply: FastifyReply, tokenId: string, max: number) {
    const { promise, resolve } = Promise.withResolvers<{ current: number; ttl: number }>()
    store.incr(tokenId, (_error, counted) => resolve(counted as { current: number; ttl: number }), aMinute, max)
    const { current, ttl } = await promise
    reply.headers({
      'x-ratelimit-limit': max,
      'x-ratelimit-remaining': Math.max(0, max - current),
      'x-ratelimit-reset': Math.ceil(ttl / 1_000),
    })
    if (current > max) throw overLimit(ttl)
  }
  return async (reply, tokenId, { call, write }) => {
    if (call) await countIn(calls, reply, tokenId, tokenCallsAMinute)
    if (write) await countIn(writes, reply, tokenId, tokenWritesAMinute)
  }
}

/** A connection that has closed has no address. */
const hostOf = (request: FastifyRequest) => networksOf(request.ip).host

function overLimit(ttl: number): HttpError {
  const seconds = Math.max(1, Math.ceil(ttl / 1_000))
  return tooMany(seconds, `Too many requests. Please try again in ${seconds} seconds.`)
}

const headerName = 'x-atrium-internal'

/** Known only to this process; new at each start. */
const internalSecret = randomBytes(32).toString('base64url')

/** Headers of calls that the process makes to itself, which do not count against rate limits. */
export const internalHeaders = { [headerName]: internalSecret }

/** Whether the process itself makes this call. */
export function isInternal(request: Pick<IncomingMessage, 'headers'>): boolean {
  const secret = request.headers[headerName]
  if (typeof secret !== 'string' || secret.length !== internalSecret.length) return false
  return timingSafeEqual(Buffer.from(secret, 'latin1'), Buffer.from(internalSecret, 'latin1'))
}
