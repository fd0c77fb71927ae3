import { randomUUIDv7 } from 'node:crypto'
import { doneBody } from '#contract/common.ts'
import { errorAnswers } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { visitorFormLimit } from '#server/rate-limits.ts'
import { subscription } from './newsletter.contract.ts'
import { subscribers } from './newsletter.table.ts'
import { newsletterWords } from './newsletter.words.ts'

export const newsletterRoutes: Feature = async (app, { database }) => {
  app.post(
    '/newsletter/subscribe',
    {
      config: { access: 'public', rateLimit: visitorFormLimit },
      schema: {
        tags: ['Newsletter'],
        summary: 'Subscribe an address to the newsletter',
        description: 'Subscribing twice is no error, and the answer does not tell whether the address was there before.',
        body: subscription,
        response: { 201: doneBody, ...errorAnswers(400, 413, 415, 422, 429) },
      },
    },
    async ({ body }, reply) => {
      const row = { id: randomUUIDv7(), email: body.email.toLowerCase(), subscribedAt: new Date().toISOString() }
      await database.db
        .insertInto('subscribers')
        .values(subscribers.encode(row))
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute()
      return reply.code(201).send({ message: newsletterWords.success })
    },
  )
}
