import { errorAnswers } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { measuredContent } from '#server/rendered-content.ts'
import { preview, previewRequest } from './content.contract.ts'

export const contentRoutes: Feature = async (app, { config }) => {
  app.post(
    '/content/preview',
    {
      bodyLimit: 5 * 1024 * 1024,
      schema: {
        tags: ['Content'],
        summary: 'Content as its public page will show it',
        body: previewRequest,
        response: { 200: preview, ...errorAnswers(400, 401, 403, 413, 415, 422, 429) },
      },
    },
    async ({ body }) => measuredContent(body.source ?? '', { siteOrigin: config.publicUrl }),
  )
}
