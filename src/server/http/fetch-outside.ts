import { AsyncLocalStorage } from 'node:async_hooks'
import type { LookupAddress, lookup } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { nodeHttp } from '#server/runtime/node-http.ts'
import { createFairSemaphore } from '#server/runtime/work-queue.ts'
import { isPublicAddress } from '#server/security/networks.ts'

/** The reason for a failed fetch, in plain words. */
export class OutsideError extends Error {
  override name = 'OutsideError'
  /** Whether the site itself does not exist. */
  unknownSite: boolean
  constructor(message: string, unknownSite = false) {
    super(message)
    this.unknownSite = unknownSite
  }
}

type OutsideRequest = {
  /** The answer to a `POST` is never a redirect that is followed: the body is for the address that was given. */
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string> | undefined
  body?: string | undefined
  /** The most bytes of the body of the answer. */
  maxBytes: number
  /** Only the beginning of the answer matters: all beyond `maxBytes`, or after the time is up, is left out. Otherwise such an answer is an error. */
  cut?: boolean
  /** For everything together, with the redirects, in ms. */
  timeout: number
  signal?: AbortSignal | undefined
}
type OutsideAnswer = { status: number; body: Buffer; headers?: IncomingHttpHeaders }
/** Fetches from another site. @throws OutsideError */
export type FetchOutside = (url: string, request: OutsideRequest) => Promise<OutsideAnswer>

const inside = new AsyncLocalStorage<true>()

/** Does work that reaches no other site, whatever calls it makes: for those who could send away what they read. */
export const withoutOutside = <Result>(work: () => Result): Result => inside.run(true, work)

/** Fetches from other sites, except during `withoutOutside`. */
export const unlessInside =
  (fetchOutside: FetchOutside): FetchOutside =>
  async (...request) => {
    if (inside.getStore()) throw new OutsideError('Nothing is fetched from other sites here.')
    return fetchOutside(...request)
  }

export type Rules = {
  protocols: string[]
  /** All addresses of a host's name. */
  resolve: (host: string) => Promise<LookupAddress[]>
  /** Whether an IP address may be connected to. */
  isAllowed: (address: string) => boolean
  /** Whether a port may be connected to; '' is the scheme's own. */
  isPort: (port: string) => boolean
  /** The most redirects that are followed. */
  redirects: number
}

const publicInternet: Rules = {
  protocols: ['http:', 'https:'],
  resolve: (host) => resolveName(host, { all: true }),
  isAllowed: isPublicAddress,
  isPort: (port) => port === '',
  redirects: 4,
}

/** The operator has set these addresses, so they may be in a private network, as with a company's own name servers. */
export const ofOperator: Partial<Rules> = { isAllowed: () => true, isPort: () => true }

/** The addresses of a site. @throws OutsideError if one of them, or the site's own address, must not be connected to */
async function addressesOf(
  rules: Rules,
  { protocol, hostname, port, username, password }: URL,
): Promise<LookupAddress[]> {
  const names = rules.protocols.map((one) => one.slice(0, -1)).join(' and ')
  if (!rules.protocols.includes(protocol)) throw new OutsideError(`Only ${names} addresses can be fetched.`)
  if (username || password || !rules.isPort(port)) throw new OutsideError('This address cannot be fetched.')
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family
    ? [{ address: host, family }]
    : await rules.resolve(host).catch(() => {
        throw new OutsideError('The site of this address was not found.', true)
      })
  if (addresses.length === 0 || !addresses.every(({ address }) => rules.isAllowed(address)))
    throw new OutsideError('This address is not on the public internet.')
  return addresses
}

/** Checks an address that staff type, by the rules of later calls, which check it again. @throws OutsideError */
export const createOutsideCheck =
  (given: Partial<Rules> = {}) =>
  async (url: string, timeout: number): Promise<void> => {
    const target = URL.parse(url)
    if (!target) throw new OutsideError('This address cannot be fetched.')
    await within(AbortSignal.timeout(timeout), addressesOf({ ...publicInternet, ...given }, target)).catch((error) => {
      if (error instanceof OutsideError) throw error
      throw new OutsideError('The site of this address was not found.', true)
    })
  }

/**
 * Fetches only from the public internet, for any address: each name is resolved once, all its addresses are checked,
 * and the connection uses one of the checked addresses, so that a name cannot resolve differently in between. Redirects
 * are checked in the same way. It sends no cookies, no referrer and nothing that identifies a person.
 * @param rules others for addresses of the operator, and in tests, which fetch from local servers
 */
export function createFetchOutside(given: Partial<Rules> = {}): FetchOutside {
  const rules = { ...publicInternet, ...given }
  return async function fetchOutside(
    url,
    { method = 'GET', headers: sent, body, maxBytes, cut = false, timeout, signal },
  ) {
    const deadline = AbortSignal.timeout(timeout)
    const stop = signal ? AbortSignal.any([signal, deadline]) : deadline
    try {
      let target = URL.parse(url)
      for (let redirects = 0; target && redirects <= rules.redirects; redirects++) {
        const addresses = await within(stop, addressesOf(rules, target))
        const answer = await send(target, addresses, { method, headers: sent, body, signal: stop })
        const { statusCode = 0, headers } = answer
        if (method === 'POST' || statusCode < 300 || statusCode >= 400 || !headers.location)
          return { status: statusCode, headers, body: await read(answer, maxBytes, cut) }
        answer.destroy()
        target = URL.parse(headers.location, target)
      }
    } catch (error) {
      if (error instanceof OutsideError || signal?.aborted) throw error
      throw new OutsideError(deadline.aborted ? 'The site took too long to answer.' : 'The site did not answer.')
    }
    throw new OutsideError(rules.redirects > 0 ? 'This address cannot be fetched.' : 'The address leads elsewhere.')
  }
}

async function send(
  url: URL,
  addresses: LookupAddress[],
  { method, headers, body, signal }: Pick<OutsideRequest, 'method' | 'headers' | 'body' | 'signal'>,
): Promise<IncomingMessage> {
  // Loaded when it is needed: with TLS it takes time at the start, and memory.
  const { request } = url.protocol === 'https:' ? await import('node:https') : nodeHttp
  // The name is not resolved again: the socket gets the addresses that were checked.
  const checked: typeof lookup = ((_host: string, options: { all?: boolean }, done: (...result: unknown[]) => void) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address, first?.family)
  }) as never
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        method,
        signal,
        lookup: checked,
        // No connection is shared with another call, whose address may have passed other checks.
        agent: false,
        headers: { accept: '*/*', 'user-agent': 'Mozilla/5.0 (compatible; Atrium)', ...headers },
        maxHeaderSize: 16 * 1024,
      },
      resolve,
    )
      .on('error', reject)
      .end(body)
  })
}

/** The body of an answer. With `cut` only its beginning: the answer may never end, drip, or break off. */
async function read(answer: IncomingMessage, maxBytes: number, cut: boolean): Promise<Buffer> {
  const checkSize = (bytes: number) => {
    if (cut || !(bytes > maxBytes)) return
    answer.destroy()
    throw new OutsideError(`The file is too large: at most ${Math.round(maxBytes / 1024 / 1024)} MB.`)
  }
  checkSize(Number(answer.headers['content-length']))
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer) {
      size += chunk.length
      checkSize(size)
      chunks.push(chunk)
      if (cut && size >= maxBytes) break
    }
  } catch (error) {
    // Of a beginning, what has arrived counts.
    if (!cut) throw error
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

/** A DNS lookup cannot be cancelled, but it need not be awaited. */
const within = <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })

/** One check for each person at a time, and few in all, since each may wait for slow sites. */
export const linkChecks = createFairSemaphore({
  permits: 2,
  permitsPerOwner: 1,
  queuePerOwner: 1,
  timeout: 60_000,
  busyMessage: 'Many links are being checked. Please try again in a moment.',
})

/** `dead`: the page or its site does not exist. `silent`: it did not answer; people may still see it. */
export type LinkState = 'works' | 'dead' | 'silent'

type Options = {
  signal: AbortSignal
  /** How many sites are asked at once. */
  together?: number
  /** For each call, in milliseconds. */
  timeout?: number
}

/** The links that have worked, for ten minutes: a check that runs while someone writes asks each site once. A mended link shows at once. */
const working = new WeakMap<FetchOutside, LRUCache<string, true>>()

function workingLinks(fetchOutside: FetchOutside): LRUCache<string, true> {
  const links = working.get(fetchOutside) ?? new LRUCache<string, true>({ max: 1_000, ttl: 600_000 })
  working.set(fetchOutside, links)
  return links
}

/** Asks for the pages of links to other sites. A site that refuses may still show its page to people, so its links work. */
export async function lookAtLinks(
  fetchOutside: FetchOutside,
  urls: string[],
  { signal, together = 4, timeout = 3_000 }: Options,
): Promise<Map<string, LinkState>> {
  const known = workingLinks(fetchOutside)
  const states = new Map(urls.filter((url) => known.has(url)).map((url): [string, LinkState] => [url, 'works']))
  const waiting = [...new Set(urls)].filter((url) => !states.has(url))
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) states.set(url, await stateOf(url))
  }
  await Promise.all(Array.from({ length: together }, work))
  for (const [url, state] of states) if (state === 'works') known.set(url, true)
  return states

  async function stateOf(url: string): Promise<LinkState> {
    const gone = async (method: 'HEAD' | 'GET') => {
      const { status } = await fetchOutside(url, { method, maxBytes: 5_000_000, timeout, signal })
      return status === 404 || status === 410
    }
    try {
      // Some sites do not know HEAD.
      return (await gone('HEAD')) && (await gone('GET')) ? 'dead' : 'works'
    } catch (error) {
      if (error instanceof OutsideError) return error.unknownSite ? 'dead' : 'silent'
      throw error
    }
  }
}
