import { videoIn } from '#content/markup/videos.ts'
import { feature } from '#server/feature.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { videoDetails, videoRequest } from './videos.contract.ts'
import { keepVideos } from './videos.shared.server.ts'

export const videoRoutes = feature('Content', async (app, parts) => {
  app.post(
    '/videos',
    {
      config: { access: 'writeContent', activity: 'step' },
      schema: {
        summary: 'Get the title and picture of a YouTube or Vimeo video',
        description:
          'They are fetched from the site once and stored. The answer is empty if the site does not provide them; it is asked again after an hour.',
        body: videoRequest,
        response: { 200: videoDetails },
      },
    },
    async ({ body: { url } }) => {
      const video = videoIn(url.trim())
      const message = 'Please enter the address of a YouTube or Vimeo video.'
      if (!video) throw new HttpError(422, message, [{ path: 'url', message }])
      return (await keepVideos(parts, url.trim()))[video.key] ?? {}
    },
  )
})
