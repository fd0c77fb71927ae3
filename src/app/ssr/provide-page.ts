import type { CacheOptions } from '#server/http/cached-routes.ts'
import type { MadeResponse } from '#server/http/response-cache.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { Assets } from './assets.ts'
import type { ProvidedPage } from './send-page.ts'

export const away = 'This page cannot be shown at the moment. Please try again in a few seconds.'

type Provider = CacheOptions & {
  assets: () => Promise<Assets>
  /** Waits until few enough pages are made at once. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
}

export function createProvider({ cache, readVersion, assets, inTurn }: Provider) {
  /** The page of a key: from the cache, or made once for concurrent requests. */
  return async function provide(
    key: string,
    make: (version?: string) => Promise<MadeResponse>,
    count = async () => {},
  ): Promise<ProvidedPage> {
    const version = await readVersion()
    const cached = cache.find(key, version)
    if (cached) return { page: cached, hit: true }
    if (version === null) throw new HttpError(503, away)
    if (!(await assets()).cacheable) return { page: (await inTurn(make)).response, hit: false }
    const underWay = cache.underWay(key, version)
    if (!underWay) {
      const made = cache.make(key, version, async () => {
        await count()
        return inTurn(() => make(version))
      })
      return { page: await made, hit: false }
    }
    try {
      return { page: await underWay, hit: false }
    } catch (error) {
      // The request that started the render has reached its rate limit, which does not concern this one.
      if (error instanceof HttpError && error.status === 429) return provide(key, make, count)
      throw error
    }
  }
}
