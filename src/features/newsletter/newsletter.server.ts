import { randomUUIDv7 } from 'node:crypto'
import { doneBody, staffListQuery } from '#contract/common.ts'
import { csvFile, sendCsv } from '#server/csv.ts'
import { contains } from '#server/database/contains.ts'
import { errorAnswers } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { staffPart } from '#server/paging.ts'
import { visitorFormLimit } from '#server/rate-limits.ts'
import { withPublicId } from '#server/staff/table-resource.ts'
import { subscriberList, subscription } from './newsletter.contract.ts'
import { subscribers } from './newsletter.table.ts'
import { newsletterWords } from './newsletter.words.ts'

export const newsletterRoutes: Feature = async (app, { database }) => {
  const { db } = database
  const tags = ['Newsletter']

  app.post(
    '/newsletter/subscribe',
    {
      config: { access: 'public', rateLimit: visitorFormLimit },
      schema: {
        tags,
        summary: 'Subscribe an address to the newsletter',
        description: 'Subscribing twice is no error, and the answer does not tell whether the address was there before.',
        body: subscription,
        response: { 201: doneBody, ...errorAnswers(400, 413, 415, 422, 429) },
      },
    },
    async ({ body }, reply) => {
      const row = { id: randomUUIDv7(), email: body.email.toLowerCase(), subscribedAt: new Date().toISOString() }
      await db
        .insertInto('subscribers')
        .values(subscribers.encode(row))
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute()
      return reply.code(201).send({ message: newsletterWords.success })
    },
  )

  app.get(
    '/newsletter/subscribers',
    {
      schema: {
        tags,
        summary: 'All subscribers, newest first',
        description: '`search` looks in the address. A part has the number of all in `X-Total-Count`.',
        querystring: staffListQuery,
        response: { 200: subscriberList, ...errorAnswers(400, 401, 403, 422, 429) },
      },
    },
    async ({ query }, reply) => {
      let found = db.selectFrom('subscribers').selectAll().orderBy('subscribedAt', 'desc').orderBy('id', 'desc')
      if (query.search) found = found.where(contains(database, ['email'], query.search))
      const rows = await staffPart(reply, query, found)
      return { subscribers: rows.map((row) => withPublicId(subscribers.decode(row))) }
    },
  )

  app.get(
    '/newsletter/subscribers.csv',
    { schema: { tags, summary: 'All subscribers as a table to download', response: { 200: csvFile, ...errorAnswers(401, 403, 429) } } },
    async (_request, reply) => sendCsv(reply, db, subscribers, { Email: 'email', 'Subscribed at': 'subscribedAt' }),
  )
}
