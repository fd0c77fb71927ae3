import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { negotiate } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

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
