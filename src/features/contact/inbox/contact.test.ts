import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { contactRequests } from '../ground/contact.table.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const message = { name: 'Asha', email: 'asha@example.com', subject: 'Hello', message: 'We need a hand.\nSoon.' }
const readRequests = async () =>
  (await site.database.db.selectFrom('contactRequests').selectAll().execute()).map((row) => contactRequests.decode(row))
const noDeskWork = { lastAt: expect.stringMatching(/Z$/), turn: 'us', version: 1 }

test('stores a message as a pending request', async () => {
  const answer = await site.post('/api/contact', { ...message, name: '  Asha ', extra: 'ignored' })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({ message: 'Thank you for your message. We will get back to you soon!' })
  expect(await readRequests()).toEqual([
    {
      ...message,
      id: expect.any(String),
      status: 'pending',
      consentText: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
      ...noDeskWork,
    },
  ])
})

test.each([
  ['nothing', {}, ['name', 'email', 'message', 'subject']],
  ['blank fields', { ...message, name: ' ', message: '\n' }, ['name', 'message']],
  ['a missing field', { ...message, subject: undefined }, ['subject']],
  ['a null field', { ...message, subject: null }, ['subject']],
  ['no address', { ...message, email: 'asha@example' }, ['email']],
  ['a header in the address', { ...message, email: 'a@example.com\nBcc: b@example.com' }, ['email']],
  ['a name too long', { ...message, name: 'x'.repeat(201) }, ['name']],
  ['a message too long', { ...message, message: 'x'.repeat(20_001) }, ['message']],
  ['NUL', { ...message, message: 'a\0b' }, ['message']],
])('refuses %s with 422, naming the fields at fault', async (_, body, fields) => {
  const before = await readRequests()
  const answer = await site.post('/api/contact', body)
  expect(answer.status).toBe(422)
  const error = await answer.json()
  expect(error).toMatchObject({ code: 'invalid', message: expect.any(String) })
  expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(fields)
  expect(await readRequests()).toEqual(before)
})

test('stores the longest message completely', async () => {
  const long = '€😀'.repeat(6_666)
  expect((await site.post('/api/contact', { ...message, subject: 'Long', message: long })).status).toBe(201)
  expect((await readRequests()).find(({ subject }) => subject === 'Long')?.message).toBe(long)
})

test.each([
  [
    'spam',
    'links and words of advertisements',
    { message: 'casino viagra crypto https://a.example www.b.example http://c.example' },
  ],
  [
    'spam',
    'links as markup, and one in the subject',
    { message: '[url=x]cheap[/url]', subject: 'See https://a.example' },
  ],
  ['pending', 'a business that sounds like spam', { message: 'We run a casino and take crypto. Can you help?' }],
  ['pending', 'two links', { message: 'Our site is https://a.example, the tender at www.b.example.' }],
])('a client without a form token: %s for %s', async (status, _, fields) => {
  const { length } = await readRequests()
  expect((await site.post('/api/contact', { ...message, ...fields })).status).toBe(201)
  expect((await readRequests()).slice(length)).toMatchObject([{ status }])
})
