import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const message = { name: 'Asha', email: 'asha@example.com', message: 'We need a hand.' }
const standard = 'We use these details to reply to you. Privacy Policy.'

async function send(subject: string, more: object = {}) {
  const answer = await site.post('/api/contact', { ...message, subject, ...more })
  expect(answer.status).toBe(201)
  const [found] = await (await call('GET', `/api/contact?search=${encodeURIComponent(subject)}`)).json()
  return found
}
const wordings = () => site.database.db.selectFrom('consentTexts').selectAll().execute()

test('stores where a request came from, and the present wording', async () => {
  const visit = {
    page: '/courses/aws?utm_source=x',
    read: ['/blog', '/courses/aws'],
    referrer: 'www.linkedin.com',
    campaign: { source: 'linkedin', name: 'autumn' },
    phone: '+91 98765 43210',
  }
  expect(await send('All of it', visit)).toMatchObject({ ...visit, page: '/courses/aws', consent: standard })
})

test.each([
  [
    'texts',
    { page: 'javascript:alert(1)', read: 'x', referrer: 'asha@example.com', campaign: 'x', phone: '', consent: 'x' },
  ],
  [
    'other kinds',
    { page: 7, read: [1, { a: 1 }, '//evil.example'], referrer: [], campaign: [null], phone: {}, consent: 7 },
  ],
  [
    'characters that no database stores',
    { page: '/a\0b', read: ['\ud800'], campaign: { name: '\0' }, phone: '\0\ud800', consent: 'a\0b' },
  ],
])('drops wrong values and keeps the message: %s', async (name, wrong) => {
  const found = await send(`Wrong: ${name}`, wrong)
  for (const field of ['page', 'read', 'referrer', 'campaign', 'phone']) expect(found).not.toHaveProperty(field)
  expect(found.consent).toBe(standard)
})

test('names the wording that the visitor saw, also when it has changed since', async () => {
  const shown = (await wordings()).find(({ text }) => text === standard)?.id
  const other = 'We keep it. Read how.'
  await call('PUT', '/api/settings/consent', { contact: other })
  expect((await send('Old page', { consent: shown })).consent).toBe(standard)
  expect((await send('No page')).consent).toBe(other)

  const before = await wordings()
  await call('PUT', '/api/settings/privacy', { content: 'We keep less.' })
  expect((await send('New document')).consent).toBe(other)
  const added = (await wordings()).filter(({ id }) => !before.some((known) => known.id === id))
  expect(added.map(({ text }) => text)).toContain(other)
  expect(before.map(({ version }) => version)).not.toContain(added[0]?.version)

  await call('PUT', '/api/settings/consent', { contact: '' })
  expect(await send('No line')).not.toHaveProperty('consent')
  await call('PUT', '/api/settings/consent', { contact: null })
})

test('stores when, where and under which wording someone subscribed, and no one else changes it later', async () => {
  const subscribe = (more: object) => site.post('/api/newsletter/subscribe', { email: 'reader@example.com', ...more })
  const stored = async (name = 'reader@') =>
    (await (await call('GET', `/api/newsletter/subscribers?search=${name}`)).json()).subscribers[0]
  expect((await subscribe({ page: '/blog/x?email=reader@example.com' })).status).toBe(201)
  const first = await stored()
  expect(first).toMatchObject({
    consentPage: '/blog/x',
    consent: expect.stringContaining('until you unsubscribe'),
    consentAt: expect.stringMatching(/Z$/),
  })
  await subscribe({ page: '/courses' })
  expect(await stored()).toEqual(first)

  const begun = { email: 'another@example.com', page: '/blog/x', formPage: '/courses', referrer: 'www.google.com' }
  expect((await subscribe(begun)).status).toBe(201)
  expect((await stored('another')).consentPage).toBe('/courses')
})
