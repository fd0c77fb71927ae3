import * as z from 'zod/mini'
import { withRecordLinks } from '#content/render/record-links.ts'
import { renderText } from '#content/render/rendered-content.ts'
import { siteOriginOf, storedVideos } from '#content/render/stored-rendering.ts'
import { heading, richText } from '#contract/fields.ts'
import type { LinkTarget } from '#contract/record-links.ts'
import { may } from '#contract/roles.ts'
import { keepVideos } from '#features/videos/videos.shared.server.ts'
import { feature } from '#server/feature.ts'
import { type FetchOutside, OutsideError } from '#server/http/fetch-outside.ts'
import { staffOf } from '#server/identity/access.ts'
import { findTarget } from '#server/record/link-targets.ts'
import { disconnectSignal } from '#server/runtime/disconnect-signal.ts'
import { createFairSemaphore } from '#server/runtime/fair-semaphore.ts'

/** The content of the editor. `headingOffset` lowers its headings, for a text below a heading of its page. */
const previewRequest = z.object({
  source: richText('Content'),
  headingOffset: z.optional(z.int().check(z.minimum(0), z.maximum(4))),
})

/** The most links that one call checks. */
const mostLinks = 20
const linksRequest = z.object({
  urls: z.array(z.string().check(z.maxLength(2_000))).check(z.maxLength(mostLinks)),
})
/** The broken links. A site that refuses or is slow may still show its page to people, so its links are not included. */
const deadLinks = z.object({ dead: z.array(z.string()) })

/** The rendered and sanitised content. `readTime` is in minutes. */
const preview = z.object({ html: z.string(), headings: z.array(heading), words: z.int(), readTime: z.int() })

/** How many sites are asked at once. */
const together = 4

/** One check for each person at a time, and few in all, since each may wait for slow sites. */
const linkChecks = createFairSemaphore({
  permits: 2,
  permitsPerOwner: 1,
  queuePerOwner: 1,
  timeout: 60_000,
  busyMessage: 'Many links are being checked. Please try again in a moment.',
})

export const contentRoutes = feature('Content', async (app, { config, database, entities, fetchOutside }) => {
  app.post(
    '/content/preview',
    {
      config: { access: 'staff', activity: 'step' },
      bodyLimit: 5 * 1024 * 1024,
      schema: {
        summary: 'Render content as its public page shows it',
        description:
          'The words of a link that visitors do not see are in an element with `data-leads-to`, which says why. Content that cannot be rendered within the limits of time and memory is refused with 422 and the code `too_intricate`.',
        body: previewRequest,
        response: { 200: preview },
      },
    },
    async (request, reply) => {
      const { source = '', headingOffset } = request.body
      // Read-only roles do not cause fetches.
      const mayWrite = may(staffOf(request).role, 'writeContent')
      const videos = await (mayWrite ? keepVideos({ database, fetchOutside }, source) : storedVideos(database, source))
      const signal = disconnectSignal(reply)
      const rendered = await renderText(source, { siteOrigin: siteOriginOf(config), headingOffset, videos, signal })
      const parts = { database, entities }
      const html = await withRecordLinks(parts, rendered.html, async (record) =>
        describeTarget(await findTarget(parts, record)),
      )
      return { ...rendered, html }
    },
  )
  app.post(
    '/content/links',
    {
      config: { access: 'writeContent', activity: 'step' },
      schema: {
        summary: 'Find broken links to other sites',
        description:
          'Requests each page. Returns the links whose page answers 404 or 410, or whose site does not exist.',
        body: linksRequest,
        response: { 200: deadLinks },
      },
    },
    async (request, reply) => {
      await linkChecks.acquireFor(staffOf(request).id, reply)
      return { dead: await findDeadLinks(fetchOutside, request.body.urls, disconnectSignal(reply)) }
    },
  )
})

/** What a link leads to that visitors do not see. */
function describeTarget(target: LinkTarget | undefined): string {
  if (!target) return 'a record that no longer exists'
  const { state, label, name } = target
  const kind = label.toLowerCase()
  const words = {
    live: `a ${kind}`,
    draft: 'a draft',
    inactive: `an inactive ${kind}`,
    scheduled: `a scheduled ${kind}`,
    ended: `an ended ${kind}`,
    trash: `a deleted ${kind}`,
  }
  return `${words[state]}: ${name}`
}

/** The links whose page or site does not exist, in their order. */
async function findDeadLinks(fetchOutside: FetchOutside, urls: string[], signal: AbortSignal): Promise<string[]> {
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
