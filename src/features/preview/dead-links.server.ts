import { type FetchOutside, OutsideError } from '#server/http/fetch-outside.ts'
import { createFairSemaphore } from '#server/runtime/fair-semaphore.ts'

/** How many sites are asked at once. */
const together = 4

/** One check for each person at a time, and few in all, since each may wait for slow sites. */
export const linkChecks = createFairSemaphore({
  permits: 2,
  permitsPerOwner: 1,
  queuePerOwner: 1,
  timeout: 60_000,
  busyMessage: 'Many links are being checked. Please try again in a moment.',
})

/** The links whose page or site does not exist, in their order. */
export async function findDeadLinks(
  fetchOutside: FetchOutside,
  urls: string[],
  signal: AbortSignal,
): Promise<string[]> {
  const dead = new Set<string>()
  const waiting = [...new Set(urls)]
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift())
      if (await isDead(fetchOutside, url, signal)) dead.add(url)
  }
  await Promise.all(Array.from({ length: together }, work))
  return urls.filter((url) => dead.has(url))
}

async function isDead(fetchOutside: FetchOutside, url: string, signal: AbortSignal): Promise<boolean> {
  const gone = async (method: 'HEAD' | 'GET') => {
    const { status } = await fetchOutside(url, { method, maxBytes: 5_000_000, timeout: 3_000, signal })
    return status === 404 || status === 410
  }
  try {
    // Some sites do not know HEAD.
    return (await gone('HEAD')) && (await gone('GET'))
  } catch (error) {
    if (error instanceof OutsideError) return error.unknownSite
    throw error
  }
}
