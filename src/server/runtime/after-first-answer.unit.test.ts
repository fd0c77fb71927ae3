import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { afterFirstAnswer, backgroundWork } from './after-first-answer.ts'

function appWith(work: () => Promise<void>) {
  const app = Fastify()
  let begun = false
  afterFirstAnswer(app, () => {
    begun = true
    return work()
  })
  app.get('/', () => ({ begun }))
  return { app, hasBegun: () => begun }
}

test('work begins after the first answer, and the server waits for it when it closes', async () => {
  const work = Promise.withResolvers<void>()
  const { app, hasBegun } = appWith(() => work.promise)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  expect(await (await fetch(url)).json()).toEqual({ begun: false })
  await expect.poll(hasBegun).toBe(true)
  let closed = false
  const closing = app.close().then(() => {
    closed = true
  })
  await expect.poll(() => app.server.listening).toBe(false)
  expect(closed).toBe(false)
  work.resolve()
  await closing
})

test('work begins without any request, and not at all once the server is closed', async () => {
  const [asked, unasked] = [appWith(async () => {}), appWith(async () => {})]
  await Promise.all([asked.app.ready(), unasked.app.ready()])
  await asked.app.close()
  await Promise.all([backgroundWork(asked.app), backgroundWork(unasked.app)])
  expect([asked.hasBegun(), unasked.hasBegun()]).toEqual([false, true])
  await unasked.app.close()
})
