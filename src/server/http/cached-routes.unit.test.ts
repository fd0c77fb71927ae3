import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { cacheAnswers, recordHeaders } from './cached-routes.ts'
import { createResponseCache } from './response-cache.ts'

const cache = createResponseCache()
const app = Fastify()
afterAll(() => app.close())

test('of the headers of the first answer only those are kept that every visitor may receive', async () => {
  recordHeaders(app)
  cacheAnswers(app, { cache, readVersion: async () => '1' })
  const own = { 'set-cookie': 'of=one', 'x-request-id': 'first', 'retry-after': '7', 'x-new': 'header', age: '3' }
  const config = { access: 'public', cache: 'content' } as const
  app.get('/', { config }, async (_request, reply) => {
    reply.headers({ ...own, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    return { ok: true }
  })
  const { headers } = await app.inject('/')
  expect(headers).toMatchObject(own)
  const sent = cache.find('/', '1')?.sent.identity?.headers.filter((_, index) => index % 2 === 0)
  expect(sent?.toSorted()).toEqual(
    ['cache-control', 'content-length', 'content-type', 'etag', 'referrer-policy', 'vary', 'x-robots-tag'].toSorted(),
  )
})
