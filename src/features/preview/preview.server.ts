import { renderText } from '#content/render/rendered-content.ts'
import { siteOriginOf } from '#content/render/stored-rendering.ts'
import { storedVideos } from '#content/render/stored-videos.ts'
import { may } from '#contract/roles.ts'
import { keepVideos } from '#features/videos/videos.shared.server.ts'
import { feature } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import { disconnectSignal } from '#server/runtime/disconnect-signal.ts'
import { findDeadLinks, linkChecks } from './dead-links.server.ts'
import { deadLinks, linksRequest, preview, previewRequest } from './preview.contract.ts'

export const contentRoutes = feature('Content', async (app, { config, database, fetchOutside }) => {
  app.post(
    '/content/preview',
    {
      config: { access: 'staff', activity: 'step' },
      bodyLimit: 5 * 1024 * 1024,
      schema: {
        summary: 'Render content as its public page shows it',
        description:
          'Content that cannot be rendered within the limits of time and memory is refused with 422 and the code `too_intricate`.',
        body: previewRequest,
        response: { 200: preview },
      },
    },
    async (request, reply) => {
      const source = request.body.source ?? ''
      // Read-only roles do not cause fetches.
      const mayWrite = may(staffOf(request).role, 'writeContent')
      const videos = await (mayWrite ? keepVideos({ database, fetchOutside }, source) : storedVideos(database, source))
      return renderText(source, { siteOrigin: siteOriginOf(config), videos, signal: disconnectSignal(reply) })
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
