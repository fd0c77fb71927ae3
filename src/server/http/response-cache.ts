import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'
import { cacheLookups } from '#server/runtime/measurements.ts'

/** The forms in which a response is sent: in an encoding, or as a 304 without its bytes. */
export type Form = Encoding | 'notModified'

/** The complete headers of a form, as a flat list of names and values, and its body, which a text holds one byte in each character. */
type SentForm = { headers: string[]; body: Buffer | string | undefined }

/** A response that is ready to send: its bytes, and its ETag. */
export type PreparedResponse = {
  status: number
  type: string
  cacheControl: string
  /** The target of a redirect. */
  location?: string
  /** Further headers; `vary` names what it depends on besides the encoding. */
  headers?: { vary?: string; link?: string; 'x-robots-tag'?: string }
  etag: string
  /** In each encoding requested so far (see `bytesIn`). */
  bytes: { identity: Buffer } & Partial<Record<Encoding, Buffer>>
  compressing: Partial<Record<Encoding, Promise<Buffer>>>
  /** Whether each request counts against the rate limit of reads. */
  counted: boolean
  /** Fastify's output in each form (see `fast-path.ts`). */
  sent: Partial<Record<Form, SentForm>>
  /** The pattern of its address for the metrics, once Fastify has sent it. */
  route?: string
  /** The time to make it, for `Server-Timing`. */
  timing?: string
}

/** Memory for the site's own addresses, and for those that visitors can invent, such as searches, which cannot push out the former. */
const ordinaryBytes = 64 * 1024 * 1024
const inventedBytes = 16 * 1024 * 1024

/** Up to 128 KB the smallest window needs a tenth of the memory and compresses as well; beyond, the window spans the page. */
const windowFor = (length: number) =>
  length <= 128 * 1024 ? 16 : Math.min(constants.BROTLI_MAX_WINDOW_BITS, Math.ceil(Math.log2(length)))

/** A text of up to this many bytes is compressed in about 0.1 ms, less than it takes to hand it to another thread, twice. */
const shortText = 8 * 1024

/** How answers of this length are compressed. */
export const brotliOptions = (length: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(length),
  },
})

const gzipOptions = { level: 9 }
const compressNow = {
  br: (text: Buffer) => brotliCompressSync(text, brotliOptions(text.length)),
  gzip: (text: Buffer) => gzipSync(text, gzipOptions),
}
/** In another thread. */
const compressApart = {
  br: (text: Buffer) => promisify(brotliCompress)(text, brotliOptions(text.length)),
  gzip: (text: Buffer) => promisify(gzip)(text, gzipOptions),
}

type ResponseOptions = { text: string } & Partial<
  Pick<PreparedResponse, 'status' | 'type' | 'location' | 'headers' | 'cacheControl' | 'counted' | 'timing'>
>

/** Makes a response of a text, with its ETag, for all requests. */
export function prepareResponse({
  text,
  status = 200,
  type = 'text/html; charset=utf-8',
  cacheControl = 'no-cache',
  counted = false,
  ...more
}: ResponseOptions): PreparedResponse {
  const identity = Buffer.from(text)
  return {
    ...more,
    status,
    type,
    cacheControl: status >= 500 ? 'no-store' : cacheControl,
    counted,
    etag: etagOf(identity),
    bytes: { identity },
    compressing: {},
    sent: {},
  }
}

/** The bytes of a response in an encoding. It is compressed once, at the first request for the encoding. Internal calls read it uncompressed. */
export function bytesIn({ bytes, compressing }: PreparedResponse, encoding: Encoding): Buffer | Promise<Buffer> {
  const known = bytes[encoding]
  if (known || encoding === 'identity') return known ?? bytes.identity
  const underWay = compressing[encoding]
  if (underWay) return underWay
  const keep = (compressed: Buffer) => {
    bytes[encoding] = compressed
    return compressed
  }
  const { identity } = bytes
  if (identity.length <= shortText) return keep(compressNow[encoding](identity))
  const compressed = compressApart[encoding](identity)
    .then(keep)
    .finally(() => delete compressing[encoding])
  compressing[encoding] = compressed
  return compressed
}

type CacheEntry = { version: string; response: PreparedResponse }

/** The memory of an entry in addition to its bytes: objects, buffer headers and HTTP headers. */
const overhead = 4_000

/** The compressed forms, which may come later, take half as much again. */
const sizeOf = ({ response: { bytes } }: CacheEntry, key: string) =>
  Math.ceil(1.5 * bytes.identity.length) + 2 * key.length + overhead

const createCache = (maxSize: number) =>
  new LRUCache<string, CacheEntry>({ maxSize, maxEntrySize: maxSize, sizeCalculation: sizeOf })

/** A response that was just made, and the cache to store it in: for the site's own addresses, those that visitors invent, or none. */
export type MadeResponse = { response: PreparedResponse; keep: 'ordinary' | 'invented' | null }

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Responses that depend only on their address and the public content: pages, and public answers of the API. Each has its content version, and
 * is made once for concurrent requests.
 */
export function createResponseCache() {
  const caches = { ordinary: createCache(ordinaryBytes), invented: createCache(inventedBytes) }
  const making = new Map<string, Promise<PreparedResponse>>()

  return {
    /** Finds the response of a version; without a version, the one that was stored last. */
    find(key: string, version: string | null): PreparedResponse | undefined {
      const ordinary = caches.ordinary.get(key)
      if (ordinary && (version === null || ordinary.version === version)) return ordinary.response
      const invented = caches.invented.get(key)
      return invented && (version === null || invented.version === version) ? invented.response : undefined
    },

    /** The promise of a response that is being made. */
    underWay: (key: string, version: string): Promise<PreparedResponse> | undefined => making.get(`${version} ${key}`),

    /** The number and the memory of the responses, for the metrics. */
    sizes: () =>
      Object.entries(caches).map(([addresses, { size, calculatedSize }]) => ({
        addresses,
        responses: size,
        bytes: calculatedSize,
      })),

    /** Makes a response and stores it. After a failure the next request tries again. */
    async make(key: string, version: string, make: () => Promise<MadeResponse>): Promise<PreparedResponse> {
      cacheLookups.report({ result: 'miss' })
      const made = make().then(({ response, keep }) => {
        if (keep && response.status < 500) caches[keep].set(key, { version, response })
        return response
      })
      making.set(`${version} ${key}`, made)
      return made.finally(() => making.delete(`${version} ${key}`))
    },
  }
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The encodings of prepared responses, the smallest first. */
const encodings: Encoding[] = ['br', 'gzip', 'identity']
/** Longer than the header of any browser; longer ones are ignored. */
const longestHeader = 200

/** Browsers send only a few different headers. */
const negotiated = new LRUCache<string, Encoding>({ max: 200 })

/** The encoding that a client prefers; the smallest of those it likes equally. A client that refuses every encoding gets `identity` too. */
export function bestEncoding(header: string | string[] = ''): Encoding {
  const accepted = String(header)
  if (accepted === '' || accepted.length > longestHeader) return 'identity'
  const known = negotiated.get(accepted)
  if (known) return known
  const text = accepted.toLowerCase()
  // The library takes `*` for the first encoding, even if the header refuses that one by its name.
  const refused = [...text.matchAll(/([\w*-]+)\s*;\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$)/g)].map(([, name]) => name)
  const offered = encodings.filter((encoding) => !refused.includes(encoding))
  const best = (negotiate(text, offered) ?? 'identity') as Encoding
  negotiated.set(accepted, best)
  return best
}

/** The weak ETag of a response, for all its encodings. */
export const etagOf = (content: string | Buffer) =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Whether the client has the response with this ETag. The comparison is weak, since a proxy may have removed the `W/`. */
export const isNotModified = (headers: IncomingHttpHeaders, etag: string) =>
  headers['if-none-match']?.includes(etag.slice(2)) === true
