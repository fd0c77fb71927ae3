import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import QuickLRU from 'quick-lru'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer ready to send: its bytes as they are and compressed, and the tag that names them. */
export type CachedPage = {
  status: number
  /** Present on a redirect. */
  location?: string
  etag: string
  bytes: Record<Encoding, Buffer>
}

/** The most pages kept at once; one is some 60 KB with its compressed twins. */
const capacity = 500

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses and tags a document once, for all who will ask for it. */
export async function preparePage({ status, html, location }: { status: number; html: string; location?: string }): Promise<CachedPage> {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    compressGzip(identity, { level: 9 }),
  ])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  return { status, location, etag, bytes: { br, gzip: zipped, identity } }
}

/**
 * Rendered pages of one content version. A new version forgets them all; a page asked for by many at once is made once.
 */
export function createPageCache() {
  const pages = new QuickLRU<string, Promise<CachedPage>>({ maxSize: capacity })
  let current = ''

  return {
    async get(version: string, key: string, make: () => Promise<CachedPage>): Promise<CachedPage> {
      if (version !== current) {
        pages.clear()
        current = version
      }
      const known = pages.get(key)
      if (known) return known
      const making = make()
      pages.set(key, making)
      // Only what is true until the next version is kept; a failure is tried again by the next visitor.
      const forget = () => {
        if (pages.peek(key) === making) pages.delete(key)
      }
      making.then((page) => page.status >= 500 && forget(), forget)
      return making
    },
  }
}
