import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createByteCache } from '#media/server/byte-cache.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer that is ready to send: its bytes in each encoding, and its ETag. */
export type CachedPage = {
  status: number
  type: string
  /** The target of a redirect. */
  location?: string
  etag: string
  bytes: Record<Encoding, Buffer>
}

/** Memory for the site's own pages, and for those that visitors can invent, such as searches, which cannot push out the former. */
const ordinaryBytes = 64 * 1024 * 1024
const inventedBytes = 16 * 1024 * 1024

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Up to 128 KB the smallest window needs a tenth of the memory and compresses as well; beyond, the window spans the page. */
const windowFor = (length: number) =>
  length <= 128 * 1024 ? 16 : Math.min(constants.BROTLI_MAX_WINDOW_BITS, Math.ceil(Math.log2(length)))

type Made = { status: number; text: string; type?: string; location?: string }

/** Compresses a document and computes its ETag, once for all requests. */
export async function preparePage({
  status,
  text,
  type = 'text/html; charset=utf-8',
  location,
}: Made): Promise<CachedPage> {
  const identity = Buffer.from(text)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants
  const br = await compressBrotli(identity, {
    params: {
      [BROTLI_PARAM_QUALITY]: 9,
      [BROTLI_PARAM_SIZE_HINT]: identity.length,
      [BROTLI_PARAM_LGWIN]: windowFor(identity.length),
    },
  })
  const zipped = await compressGzip(identity, { level: 9 })
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  return { status, type, location, etag, bytes: { br, gzip: zipped, identity } }
}

type CacheEntry = { version: string; page: CachedPage }

/** The memory of an entry in addition to its bytes: objects and buffer headers. */
const overhead = 1_000

const sizeOf = ({ page: { bytes } }: CacheEntry, key: string) =>
  bytes.br.length + bytes.gzip.length + bytes.identity.length + 2 * key.length + overhead

/** A page that was just made, and the cache to store it in: the site's own pages, those that visitors invent, or none. */
export type MadePage = { page: CachedPage; keep: 'ordinary' | 'invented' | null }

/** Rendered pages, each with its content version. Concurrent requests for a page make it once. */
export function createPageCache() {
  const caches = { ordinary: createByteCache(ordinaryBytes, sizeOf), invented: createByteCache(inventedBytes, sizeOf) }
  const making = new Map<string, Promise<CachedPage>>()

  return {
    /** Finds the page of a version; without a version, the one that was stored last. */
    find(key: string, version: string | null): CachedPage | undefined {
      const entries = [caches.ordinary.get(key), caches.invented.get(key)]
      return entries.find((entry) => entry && (version === null || entry.version === version))?.page
    },

    /** The promise of a page that is being made. */
    underWay: (key: string, version: string): Promise<CachedPage> | undefined => making.get(`${version} ${key}`),

    /** Makes a page and stores it. After a failure the next request tries again. */
    async make(key: string, version: string, make: () => Promise<MadePage>): Promise<CachedPage> {
      const made = make().then(({ page, keep }) => {
        if (keep && page.status < 500) caches[keep].set(key, { version, page })
        return page
      })
      making.set(`${version} ${key}`, made)
      return made.finally(() => making.delete(`${version} ${key}`))
    },
  }
}
