import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { formTokenAnswer } from '#contract/bot-signals.ts'
import type { Database } from '#server/database/connect.ts'
import { formToken } from './bot-signals.ts'

export const formRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/forms/token',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Contact'],
        summary: 'Get a signed token for a public form',
        description:
          'Fetched when a form is first touched, and sent with it as `formToken`. It is optional and only helps to distinguish people from programs.',
        response: { 200: formTokenAnswer },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { token: await formToken(database) }
    },
  )
}
