import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { queueNotification } from '#features/newsletters/sending/notification-changes.shared.server.ts'
import { addPost } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'

let sink: SmtpSink
let site: TestApp
let source: string
let email: Email
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({
    mail: mailSettings({ smtpUrl: sink.url }),
    publicUrl: 'https://www.example.com',
    logLevel: 'silent',
  })
  await addSubscribers(site.database, 1, { email: 'reader@example.net' })
  const post = await addPost(site.database, {
    title: 'Ærlig talt: “clouds” & <b>costs</b> — €9 😀',
    slug: 'clouds-and-costs',
    excerpt: 'What a cloud costs, and who pays.\nA second line.',
    imageUrl: `/media/${'ab'.repeat(16)}-1600x900.webp`,
    imageAlt: 'A cloud over "Pune"',
    readTime: 7,
    sendNotification: true,
  })
  await site.database.transaction((trx) => queueNotification(trx, { ...post, id: post.id }, { hold: 0 }))
  await vi.waitUntil(() => sink.taken.length === 1, { timeout: 60_000 })
  source = sink.taken[0]?.source ?? ''
  email = await PostalMime.parse(source)
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

const header = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value)

test('is valid MIME: ASCII lines of at most 998 characters, both parts, plain text first', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches everything but ASCII
  expect(source).toMatch(/^[\x09\x0a\x0d\x20-\x7e]*$/)
  expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(header('content-type')[0]).toMatch(/^multipart\/alternative;/)
  expect([...source.matchAll(/^Content-Type: (text\/\w+); charset=utf-8/gim)].map(([, type]) => type)).toEqual([
    'text/plain',
    'text/html',
  ])
  expect(header('mime-version')).toEqual(['1.0'])
  expect(Number.isNaN(Date.parse(email.date ?? ''))).toBe(false)
})

test('has headers for sender, reply address and one-click unsubscription', () => {
  expect(email.from).toMatchObject({ name: 'Acme Cloud', address: 'no-reply@example.com' })
  expect(email.to).toMatchObject([{ address: 'reader@example.net' }])
  expect(email.replyTo).toMatchObject([{ name: 'Acme Cloud', address: 'info@example.com' }])
  expect(email.subject).toBe('Ærlig talt: “clouds” & <b>costs</b> — €9 😀')
  expect(header('list-unsubscribe')[0]).toMatch(
    /^<https:\/\/www\.example\.com\/newsletter\/unsubscribe\?token=[\w.-]+>$/,
  )
  expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  expect(header('list-id')).toEqual(['Acme Cloud <newsletter.example.com>'])
  expect(email.messageId).toMatch(/^<[\w.-]+@example\.com>$/)
  for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'reply-to', 'list-unsubscribe'])
    expect(header(name), name).toHaveLength(1)
})

test.each(['html', 'text'] as const)(
  'its %s says title, excerpt, link to the clean path, postal address and how to unsubscribe',
  (part) => {
    const content = email[part] ?? ''
    const escaped =
      part === 'html'
        ? 'Ærlig talt: “clouds” &amp; &lt;b&gt;costs&lt;/b&gt; — €9 😀'
        : 'Ærlig talt: “clouds” & <b>costs</b> — €9 😀'
    for (const text of [
      escaped,
      'What a cloud costs, and who pays.',
      'Cloud · 7 min read',
      'https://www.example.com/blog/clouds-and-costs',
      '4th Floor, Meridian House, 21 Baner Road, Pune 411045',
      'https://www.example.com/newsletter/unsubscribe?token=',
    ]) {
      expect(content.replace(/\s+/g, ' '), text).toContain(text)
    }
    expect(content).not.toContain('.invalid')
    expect(content).not.toContain('/#/')
  },
)

test('has its picture at an absolute address, in a format that mail programs know, with its alternative text', () => {
  expect(email.html).toContain(`src="https://www.example.com/media/${'ab'.repeat(16)}-1200.jpg"`)
  expect(email.html).toContain('alt="A cloud over &quot;Pune&quot;"')
  expect(email.html).not.toContain('<link')
})

test('supports light and dark mode, and has no markup in the plain text', () => {
  expect(email.html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(email.html).toContain('@media (prefers-color-scheme: dark)')
  expect(email.text).not.toMatch(/<(table|p|a|div)\b|&\w+;|◗/)
})

test('unsubscribes its recipient by the link in the message', async () => {
  const token = /unsubscribe\?token=([\w.-]+)/.exec(email.text ?? '')?.[1]
  const answer = await site.get(`/newsletter/unsubscribe?token=${token}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(answer.status).toBe(200)
  expect(await site.database.db.selectFrom('subscribers').select('state').execute()).toEqual([
    { state: 'unsubscribed' },
  ])
})
