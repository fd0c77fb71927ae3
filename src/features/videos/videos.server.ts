import * as z from 'zod/mini'
import { videoIn } from '#content/markup/videos.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { invalid } from '#server/runtime/http-error.ts'
import { keepVideos } from './videos.shared.server.ts'

const videoRequest = z.object({ url: z.string().check(z.maxLength(2_000)) })

/** The details of a video; each is absent if it could not be fetched. `imageUrl` is one of our own pictures. */
const videoDetails = z.object({ title: z.optional(z.string()), imageUrl: z.optional(z.string()) })

export const videoRoutes = feature('Content', async (app, parts) => {
  route(app, 'POST /videos', {
    access: 'writeContent',
    activity: 'step',
    summary: 'Get the title and picture of a YouTube or Vimeo video',
    description:
      'They are fetched from the site once and stored. The answer is empty if the site does not provide them; the program asks again after an hour.',
    input: videoRequest,
    answer: videoDetails,
    handler: async ({ body: { url } }) => {
      const video = videoIn(url.trim())
      if (!video) throw invalid('url', 'Please enter the address of a YouTube or Vimeo video.')
      return (await keepVideos(parts, url.trim()))[video.key] ?? {}
    },
  })
})
