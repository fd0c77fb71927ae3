import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { kindOf } from '#server/database/dialect.ts'
import { startTestApp } from '#testing/start-app.ts'

test('before it stops, a process is not ready, answers all that arrives, and leaves its connections', async () => {
  const site = await startTestApp({}, { built: true })
  const signedIn = await site.asStaff()
  expect((await site.get('/about')).headers.get('connection')).toBe('keep-alive')
  site.drain()

  const ready = await site.get('/readyz')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toEqual({ status: 'stopping', message: 'The process is about to stop' })
  const answers = [
    await site.get('/healthz'),
    await site.get('/about'),
    await site.get('/blog'),
    await site.get('/api/users', signedIn),
    await site.post('/api/contact', { name: 'A', email: 'a@example.com', subject: 'S', message: 'M' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201])
  for (const { headers } of answers) expect(headers.get('connection')).toBe('close')
  await site.close()
})

test('a page that is being rendered when the process stops is finished', async () => {
  const site = await startTestApp({}, { built: true })
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = site.database.transaction(async (trx) => {
    // In SQLite every query waits for the transaction.
    if (kindOf(trx) === 'postgres') await sql`lock table "contentVersions"`.execute(trx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const page = site.get('/blog')
  await once(site.app.server, 'request')
  const closed = site.close()
  await expect.poll(() => fetch(`${site.url}/healthz`).catch(() => 'closed')).toBe('closed')
  released.resolve()
  await lock
  const answer = await page
  expect(answer.status).toBe(200)
  expect(answer.headers.get('connection')).toBe('close')
  expect(await answer.text()).toContain('</html>')
  await closed
})
