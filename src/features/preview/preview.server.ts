import * as z from 'zod/mini'
import { withRecordLinks } from '#content/render/record-links.ts'
import { previewTurns, renderText } from '#content/render/rendered-content.ts'
import { siteOriginOf, storedVideos } from '#content/render/stored-rendering.ts'
import { heading, richText } from '#contract/fields.ts'
import { linkCard, linkCardInput } from '#contract/link-card.ts'
import { may, onlyDrafts } from '#contract/roles.ts'
import { keepVideos } from '#features/videos/videos.shared.server.ts'
import { feature } from '#server/feature.ts'
import { linkChecks, lookAtLinks } from '#server/http/fetch-outside.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { describeTarget, findTarget } from '#server/record/link-targets.ts'
import { disconnectSignal } from '#server/runtime/http-error.ts'

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

/** The rendered and sanitised content. `readTime` is in minutes; `missingPictures` counts those without an address that pages can show. */
const preview = z.object({
  html: z.string(),
  headings: z.array(heading),
  words: z.int(),
  readTime: z.int(),
  missingPictures: z.int(),
})

export const contentRoutes = feature('Content', async (app, context) => {
  const { config, database, fetchOutside, drawCard } = context
  route(app, 'POST /content/preview', {
    access: 'staff',
    activity: 'step',
    bodyLimit: 5 * 1024 * 1024,
    summary: 'Render content as its public page shows it',
    description:
      'The words of a link that visitors do not see are in an element with `data-leads-to`, which says why. Content that cannot be rendered within the limits of time and memory is refused with 422 and the code `too_intricate`.',
    input: previewRequest,
    answer: preview,
    handler: async (request, reply) => {
      await previewTurns.acquireFor(staffOf(request).id, reply)
      const { source = '', headingOffset } = request.body
      // Read-only roles do not cause fetches.
      const staff = staffOf(request)
      const videos = await (may(staff, 'writeContent')
        ? keepVideos({ database, fetchOutside }, source, { isDraft: onlyDrafts(staff) })
        : storedVideos(database, source))
      const signal = disconnectSignal(reply)
      const rendered = await renderText(source, { siteOrigin: siteOriginOf(config), headingOffset, videos, signal })
      const html = await withRecordLinks(context, rendered.html, async (record) =>
        describeTarget(await findTarget(context, record)),
      )
      return { ...rendered, html }
    },
  })
  route(app, 'POST /content/card', {
    access: 'staff',
    activity: 'step',
    summary: 'Draw the link card of a page that has no image',
    description:
      '`picture` is the card as JPEG, in base64. `missing` names the letters of the title, the category and the author that no font of the server has; the card leaves them out.',
    input: linkCardInput,
    answer: linkCard,
    handler: async (request, reply) => {
      await previewTurns.acquireFor(staffOf(request).id, reply)
      const { path, title = '', category, author, cover, drawing } = request.body
      const jsonLd = [{ articleSection: category, author: author && { name: author } }]
      const { picture, missing } = await drawCard({ path, title, jsonLd, cover, drawing })
      return { picture: Buffer.from(picture).toString('base64'), missing }
    },
  })
  route(app, 'POST /content/links', {
    access: 'writeContent',
    activity: 'step',
    summary: 'Find broken links to other sites',
    description: 'Requests each page. Returns the links whose page answers 404 or 410, or whose site does not exist.',
    input: linksRequest,
    answer: deadLinks,
    handler: async (request, reply) => {
      await linkChecks.acquireFor(staffOf(request).id, reply)
      const { urls } = request.body
      const states = await lookAtLinks(fetchOutside, urls, { signal: disconnectSignal(reply) })
      return { dead: urls.filter((url) => states.get(url) === 'dead') }
    },
  })
})
