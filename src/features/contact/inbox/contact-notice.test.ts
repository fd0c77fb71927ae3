import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { addRequest } from '#features/contact/ground/events.shared.server.ts'
import type { DeliveryKind } from '#server/mail/deliveries.table.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { shareMailSite, startMailSite } from '#testing/mail-site.ts'
import type { SmtpSink } from '#testing/smtp-sink.ts'
import type { TestApp } from '#testing/start-app.ts'

const shared = shareMailSite(['contactRequests', 'counters'])
let sink: SmtpSink
let site: TestApp

const start = (of: { sink: SmtpSink; site: TestApp } = shared) => {
  ;({ sink, site } = of)
}
const message = {
  name: 'Asha Nair',
  email: 'asha@example.net',
  subject: 'A question',
  message: 'Do you work with startups?\n\nIn Kochi.',
}
const readRequests = async () => site.database.db.selectFrom('contactRequests').selectAll().execute()
const arrived = () => expect.poll(() => sink.taken.length).toBe(1)

test('mails a message to the company, with its sender as the reply address and a link to the request', async () => {
  start()
  expect((await site.post('/api/contact', message)).status).toBe(201)
  await arrived()
  expect(sink.taken[0]?.to).toBe('info@example.com')
  const email = await PostalMime.parse(sink.taken[0]?.source ?? '')
  expect(email.subject).toBe('A question')
  expect(email.replyTo).toMatchObject([{ name: 'Asha Nair', address: 'asha@example.net' }])
  expect(email.text).toContain('> Do you work with startups?\n> \n> In Kochi.')
  expect(email.html).toContain(`/#/admin/contacts/${(await readRequests())[0]?.id}?tab=answer`)
})

test('an answer to the notice goes to the desk where answers are handed in', async () => {
  const inbound = { inboundSecret: 'a secret of more than sixteen', replyTo: 'replies@inbound.example.com' }
  start(await startMailSite(inbound))
  await site.post('/api/contact', message)
  await arrived()
  const email = await PostalMime.parse(sink.taken[0]?.source ?? '')
  const address = expect.stringMatching(/^replies\+[0-9a-v]{42}@inbound\.example\.com$/)
  expect(email.replyTo).toMatchObject([{ name: 'Asha Nair', address }])
})

test('says in a quiet line where the message came from', async () => {
  start()
  const visit = { page: '/courses/aws', referrer: 'www.linkedin.com', campaign: { name: 'autumn' }, phone: '+91 98765' }
  await site.post('/api/contact', { ...message, ...visit })
  await arrived()
  const { text } = await PostalMime.parse(sink.taken[0]?.source ?? '')
  expect(text).toContain('Phone: +91 98765 · Landing page: /courses/aws · via LinkedIn · autumn')
})

test('has the answers to own fields as texts, and the files by name and size', async () => {
  start()
  const answers = [
    { label: 'Budget', value: '<b>5 lakh</b>' },
    { label: '<i>Why</i>', value: 'One.\nTwo.' },
  ]
  await site.database.transaction(async (trx) => {
    const files = [{ label: 'Brief', name: 'Brief.pdf', bytes: Buffer.alloc(1_200_000) }]
    const values = { ...message, status: 'pending', company: 'Bank of Pune', answers } as const
    await queueDelivery(trx, 'contact', { subjectId: await addRequest(trx, values, files) })
  })
  await arrived()
  const { html = '', text } = await PostalMime.parse(sink.taken[0]?.source ?? '')
  expect(html).toContain('&lt;b&gt;5 lakh&lt;/b&gt;')
  expect(html).toContain('&lt;i&gt;Why&lt;/i&gt;')
  for (const words of ['Bank of Pune', 'Budget', 'One.\nTwo.', 'Brief.pdf, 1.2 MB']) expect(text).toContain(words)
})

test("keeps a visitor's text out of headers and recipients", async () => {
  start()
  const wicked = 'Hello\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>'
  expect(
    (
      await site.post('/api/contact', {
        ...message,
        name: `Asha" <x@example.org>,\r\nBcc: victim@example.org`,
        subject: wicked,
      })
    ).status,
  ).toBe(201)
  await arrived()
  const { source } = sink.taken[0] ?? { source: '' }
  const head = source.slice(0, source.indexOf('\r\n\r\n'))
  expect(head).not.toMatch(/^bcc:/im)
  const email = await PostalMime.parse(source)
  expect(email.subject).toBe('Hello Bcc: victim@example.org <script>alert(1)</script>')
  expect(email.replyTo).toMatchObject([{ address: 'asha@example.net' }])
  expect(email.to).toHaveLength(1)
  expect(email.html).not.toContain('<script>alert')
})

test('accepts messages while the mail server is down, and mails them when it is back', async () => {
  start()
  sink.behave({ onRecipient: () => ({ code: 421, text: 'Not now' }) })
  expect((await site.post('/api/contact', message)).status).toBe(201)
  expect(await readRequests()).toMatchObject([{ status: 'pending' }])
  sink.behave({})
  await arrived()
})

test('does not mail a message that was deleted before its turn', async () => {
  start(await startMailSite())
  sink.behave({ onRecipient: () => ({ code: 421, text: 'Not now' }) })
  await site.post('/api/contact', message)
  const staff = await site.asStaff()
  const [request] = await readRequests()
  const answer = await site.get(`/api/contact/${request?.id}`, { method: 'DELETE', headers: staff.headers })
  expect(answer.status).toBe(200)
  expect(await site.database.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
})

test('leaves a message of a kind that this version does not know to others', async () => {
  start()
  await site.database.transaction((trx) => queueDelivery(trx, 'of a later version' as DeliveryKind))
  await site.post('/api/contact', message)
  await arrived()
  const later = site.database.db.selectFrom('deliveries').select(['state', 'attempts']).orderBy('id')
  expect(await later.executeTakeFirst()).toEqual({ state: 'waiting', attempts: 0 })
})

test('mails nothing with CONTACT_NOTIFY=off', async () => {
  start(await startMailSite({ contactNotify: undefined }))
  expect((await site.post('/api/contact', message)).status).toBe(201)
  expect(await site.database.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
})

test('puts a message with several weak signs of spam into Spam without mailing it', async () => {
  start()
  const { token } = await (await site.get('/api/forms/token')).json()
  const advert = 'Buy https://a.example https://b.example https://c.example'
  const sent: [object, string][] = [
    [{}, 'pending'],
    [{ website: '' }, 'pending'],
    [{ formToken: token }, 'pending'],
    [{ formToken: 'forged' }, 'pending'],
    [{ message: advert }, 'pending'],
    [{ message: advert, formToken: token }, 'spam'],
    [{ message: advert, formToken: 'forged' }, 'spam'],
    [{ website: 'https://spam.example' }, 'spam'],
  ]
  for (const [index, [changes]] of sent.entries()) {
    expect((await site.post('/api/contact', { ...message, email: `a${index}@example.net`, ...changes })).status).toBe(
      201,
    )
  }
  const statuses = new Map((await readRequests()).map(({ email, status }) => [email, status]))
  expect(sent.map((_, index) => statuses.get(`a${index}@example.net`))).toEqual(sent.map(([, status]) => status))
  await expect.poll(() => sink.taken.length).toBe(5)
})

test('sends a message that was deferred or claimed while the clock was ahead', async () => {
  start()
  await site.post('/api/contact', message)
  await arrived()
  await expect
    .poll(async () => (await site.database.db.selectFrom('deliveries').select('state').executeTakeFirst())?.state)
    .toBe('sent')
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()
  const change = site.database.db.updateTable('deliveries')
  await change
    .set({ state: 'sending', claimedBy: 'a process that died', claimedUntil: inDays(2), settledAt: null })
    .execute()
  await expect.poll(() => sink.taken.length).toBe(2)
  await expect
    .poll(async () => (await site.database.db.selectFrom('deliveries').select('state').executeTakeFirst())?.state)
    .toBe('sent')
  await change.set({ state: 'waiting', dueAt: inDays(0.5), settledAt: null }).execute()
  await expect.poll(() => sink.taken.length).toBe(3)
})
