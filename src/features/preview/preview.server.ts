import { renderText } from '#content/render/rendered-content.ts'
import { siteOriginOf } from '#content/render/stored-rendering.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { disconnectSignal } from '#server/http/disconnect-signal.ts'
import { preview, previewRequest } from './preview.contract.ts'

export const contentRoutes: FeatureRoutes = async (app, { config }) => {
  app.post(
    '/content/preview',
    {
      bodyLimit: 5 * 1024 * 1024,
      schema: {
        tags: ['Content'],
        summary: 'Render content as its public page shows it',
        description:
          'Content that cannot be rendered within the limits of time and memory is refused with 422 and the code `too_intricate`.',
        body: previewRequest,
        response: { 200: preview },
      },
    },
    async ({ body }, reply) =>
      renderText(body.source ?? '', { siteOrigin: siteOriginOf(config), signal: disconnectSignal(reply) }),
  )
}
