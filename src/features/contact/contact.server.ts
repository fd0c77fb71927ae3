import { doneBody } from '#contract/common.ts'
import { insertRow } from '#server/crud.ts'
import { errorAnswers } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { visitorFormLimit } from '#server/rate-limits.ts'
import { contactMessage } from './contact.contract.ts'
import { contactRequests } from './contact.table.ts'
import { contactWords } from './contact.words.ts'

export const contactRoutes: Feature = async (app, { database }) => {
  app.post(
    '/contact',
    {
      config: { access: 'public', rateLimit: visitorFormLimit },
      schema: {
        tags: ['Contact'],
        summary: 'Send the company a message',
        body: contactMessage,
        response: { 201: doneBody, ...errorAnswers(400, 413, 415, 422, 429) },
      },
    },
    async ({ body }, reply) => {
      await database.transaction((trx) => insertRow(trx, contactRequests, { ...body, status: 'pending' }))
      return reply.code(201).send({ message: contactWords.success })
    },
  )
}
