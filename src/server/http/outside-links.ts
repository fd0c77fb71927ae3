import { createFairSemaphore } from '#server/runtime/fair-semaphore.ts'
import { type FetchOutside, OutsideError } from './fetch-outside.ts'

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

/** Asks for the pages of links to other sites. A site that refuses may still show its page to people, so its links work. */
export async function lookAtLinks(
  fetchOutside: FetchOutside,
  urls: string[],
  { signal, together = 4, timeout = 3_000 }: Options,
): Promise<Map<string, LinkState>> {
  const states = new Map<string, LinkState>()
  const waiting = [...new Set(urls)]
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) states.set(url, await stateOf(url))
  }
  await Promise.all(Array.from({ length: together }, work))
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
