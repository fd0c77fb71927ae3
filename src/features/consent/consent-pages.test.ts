import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const read = async (path: string) => (await site.get(path, { headers: { accept: 'text/html' } })).text()
const lines = (html: string) =>
  [...html.matchAll(/<p data-consent[^>]*>(.*?)<\/p>/gs)].map(([, line = '']) => ({
    text: line.replaceAll(/<[^>]*>/g, ''),
    link: /<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/.exec(line)?.slice(1),
    id: /name="consent" value="([\w-]+)"/.exec(line)?.[1],
  }))
const stored = async () =>
  (await site.database.db.selectFrom('consentTexts').select(['id', 'text']).execute()).map(({ id, text }) => [id, text])

test('shows a line under each form, with a link to the privacy document and the id of its stored wording', async () => {
  const [contact, newsletter] = lines(await read('/contact'))
  expect(contact).toMatchObject({
    text: 'We use these details to reply to you. Privacy Policy.',
    link: ['/privacy', 'Privacy Policy'],
  })
  expect(newsletter).toMatchObject({ text: expect.stringMatching(/until you unsubscribe\. Privacy\.$/) })
  expect(lines(await read('/about'))).toEqual([newsletter])
  expect(lines(await read('/newsletter'))).toEqual([newsletter])
  const known = Object.fromEntries(await stored())
  expect([known[contact?.id ?? ''], known[newsletter?.id ?? '']]).toEqual([contact?.text, newsletter?.text])
})

test('shows the wording of staff, escaped, or no line, and asks for a phone number on request', async () => {
  expect(await read('/contact')).not.toContain('name="phone"')
  await call('PUT', '/api/settings/consent', { contact: 'Read <b>how</b> we keep it', newsletter: '', phone: true })
  const html = await read('/contact')
  expect(lines(html)).toMatchObject([
    { text: 'Read &lt;b&gt;how&lt;/b&gt; we keep it', link: ['/privacy', expect.stringContaining('Read')] },
  ])
  expect(html).toContain('name="phone"')
})

test('needs the permission to write the site', async () => {
  const of = async (role: 'marketing' | 'editor' | 'sales' | 'viewer') =>
    (await callAs(site, await site.asStaff({ role }))('PUT', '/api/settings/consent', { phone: false })).status
  expect(await Promise.all([of('marketing'), of('editor'), of('sales'), of('viewer')])).toEqual([200, 403, 403, 403])
  const stranger = { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } }
  expect((await site.get('/api/settings/consent', stranger)).status).toBe(401)
})
