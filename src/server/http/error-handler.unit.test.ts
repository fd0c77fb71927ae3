import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { HttpError, tooMany } from '#server/runtime/http-error.ts'
import { errorHandler } from './errors.ts'

test('a refusal for a while has a Retry-After and is not logged; a failure is logged', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = Fastify({ logger: { level: 'error', stream } })
  app.setErrorHandler(errorHandler)
  app.get('/busy', async () => {
    throw new HttpError(503, 'Too many people are signing in.')
  })
  app.get('/often', async () => {
    throw tooMany(90, 'Too many attempts.')
  })
  app.get('/broken', async () => {
    throw new TypeError('x is not a function')
  })
  app.get('/away', async () => {
    throw Object.assign(new HttpError(503, 'The sign-in service cannot be reached.'), {
      cause: new Error('no route to it'),
    })
  })
  const busy = await app.inject('/busy')
  expect(busy.statusCode).toBe(503)
  expect(busy.json()).toEqual({ message: 'Too many people are signing in.', code: 'unavailable' })
  expect(busy.headers['retry-after']).toBe('5')
  const often = await app.inject('/often')
  expect([often.statusCode, often.headers['retry-after']]).toEqual([429, '90'])
  expect(often.json()).toEqual({ message: 'Too many attempts.', code: 'rate_limited' })
  expect(lines).toEqual([])
  expect((await app.inject('/away')).statusCode).toBe(503)
  expect(lines.join('')).toContain('no route to it')
  expect((await app.inject('/broken')).statusCode).toBe(500)
  expect(lines.join('')).toContain('x is not a function')
  await app.close()
})
