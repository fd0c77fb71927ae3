import { formTokenAnswer } from '#contract/bot-signals.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { formToken } from './bot-signals.ts'

export const formRoutes: FeatureRoutes = async (app, { database }) => {
  app.get(
    '/forms/token',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Contact'],
        summary: 'A signed word of when a public form was first touched',
        description: 'Sent back with the form as `formToken`. Optional: it only helps to tell people from programs.',
        response: { 200: formTokenAnswer },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { token: await formToken(database) }
    },
  )
}
