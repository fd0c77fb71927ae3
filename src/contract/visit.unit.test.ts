import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { processorTime } from '#testing/processor-time.ts'
import { asLine, ownPagePath, visitInput, visitOf } from './visit.ts'

const site = 'https://acme.example'

test.each([
  ['/courses/cloud-foundations', '/courses/cloud-foundations'],
  ['/blog?email=asha@example.com&utm_source=x', '/blog'],
  ['https://acme.example/courses?page=2#top', '/courses'],
  ['https://acme.example/#/courses/x', '/courses/x'],
  ['/#/blog', '/blog'],
  ['/', '/'],
])('takes the path of our page %s', (given, path) => expect(ownPagePath(given, site)).toBe(path))

test.each([
  ['another site', 'https://evil.example/courses'],
  ['another scheme', 'http://acme.example/courses'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['an address without a scheme', '//evil.example/x'],
  ['one with a backslash', '/\\evil.example'],
  ['a name before the host', 'https://acme.example@evil.example/'],
  ['an email address in the path', '/asha@example.com'],
  ['an encoded one', '/asha%40example.com'],
  ['the back office', '/admin/contacts'],
  ['the back office in the fragment', '/#/admin/contacts'],
  ['a preview link', '/preview/blogs/secret'],
  ['a link of a message', '/newsletter/confirm?token=secret'],
  ['a call', '/api/contact'],
  ['a path too long', `/${'x'.repeat(300)}`],
  ['a relative path', 'courses'],
  ['nothing', ''],
  ['undefined', undefined],
])('drops %s', (_, given) => expect(ownPagePath(given, site)).toBeUndefined())

test('keeps the last five pages that were read, a host, and the campaign of the first page', () => {
  const read = ['/a', '/b', 'https://evil.example/', '/c', '/d', undefined, '/e', '/f']
  const page = '/blog/x?utm_source=linkedin&utm_medium=social&via=autumn&name=Asha'
  expect(visitOf({ page, read, referrer: 'https://www.LinkedIn.com/feed?who=asha' }, site)).toEqual({
    page: '/blog/x',
    read: ['/b', '/c', '/d', '/e', '/f'],
    referrer: 'www.linkedin.com',
    campaign: { source: 'linkedin', medium: 'social', name: 'autumn' },
  })
})

test('takes the pages that were read as one text too', () =>
  expect(visitOf({ read: '/a  /b x' }, site)).toEqual({ read: ['/a', '/b'] }))

test('reads a fragment once, and only the last of very many pages', () => {
  const nested = '/#'.repeat(2_000)
  expect(ownPagePath(`/#/blog#${nested}`, site)).toBe('/blog')
  expect(ownPagePath('/#/#/blog', site)).toBe('/')
  const start = process.cpuUsage()
  expect(visitOf({ read: [...Array.from({ length: 250 }, () => nested), '/blog'] }, site).read?.at(-1)).toBe('/blog')
  expect(visitOf({ read: `${'/a '.repeat(300_000)}/blog` }, site).read?.at(-1)).toBe('/blog')
  const numbers = Array.from({ length: 400_000 }, () => 7)
  expect(
    z
      .object(visitInput)
      .parse({ read: [...numbers, '/a'] })
      .read?.at(-1),
  ).toBe('/a')
  expect(processorTime(start)).toBeLessThan(3_000)
})

test('prefers the campaign that the form names, without addresses of people', () => {
  const campaign = { source: ' Google-ads\n ', medium: 'asha@example.com', name: 'x'.repeat(500) }
  expect(visitOf({ page: '/?utm_source=other', campaign }, site)).toEqual({
    page: '/',
    campaign: { source: 'Google-ads', name: 'x'.repeat(100) },
  })
  const address = `${'x'.repeat(99)}asha@example.com`
  expect(visitOf({ page: `/?utm_source=asha%2540example.com&via=${address}` }, site)).toEqual({ page: '/' })
})

const named = (name: string) => visitOf({ campaign: { name } }, site).campaign?.name

test.each([
  'spring_sale',
  'newsletter-2026-11-26',
  '20261126_launch',
  'fair.26-11-2026',
  'ab12cd34ef-EMAIL_CAMPAIGN_2026_11_26_06_30',
  'fy2026-2027',
  'k3f9x2ab',
  '12345678-1234-4123-8123-12345678901f',
  '120210348398430123',
  'autumn-1764162517000',
  'दिवाली',
  '秋の講座',
  'meet-us-at-the-fair',
  '__proto__',
  'google/cpc',
  'Spring sale',
  'Meet us at Pune (fair) 26.11.2026',
  "Q&A: what's new / autumn",
  'AI + cloud webinar 14:30-15:30',
  'दिवाली ऑफ़र 2026',
  '9876543210',
  '21834567890',
  'adgroup_1234567890_98765432101',
  'pmax|18765432109|search',
])('takes the campaign %s', (name) => expect(named(name)).toBe(name))

test.each([
  'one two three four five six seven',
  'Spring  sale,\nLake Road',
  'Lake Road 7\nPune',
  'Meera Joshi, 7 Lake Road',
  '12, rue des Lilas',
  '+91 98765 43210',
  '9876543 210 (home)',
  'call 98765-43210',
  'call 9876543210',
  '555 0123 456',
  '01.42.68.53.00',
  'Meera 98765_43210',
  '0049309018200',
  '098765-43210',
  'call-(020)-5550-1234',
  'tel:+4930901820',
  '९८७६५४३२१०',
  'meera [at] example.org',
  'meera(at)example(dot)org',
  'meera dot joshi at example dot org',
  'Write to Meera at example.org',
  'meera＠example.org',
  'meera-at-example.org',
  'meera_AT_mail.example_dot_org',
  '<b>spring</b>',
])('drops the campaign %s, which may be about a person', (name) => expect(named(name)).toBeUndefined())

test('takes the id of an Android app for a host', () =>
  expect(visitOf({ referrer: 'android-app://com.Slack/' }, site)).toEqual({ referrer: 'com.slack' }))

test.each([
  'javascript:alert(1)',
  'asha@example.com',
  'https://acme.example/',
  'acme.example',
  'no host',
  '10.0.0.1',
  '',
])('drops the referrer %j', (referrer) => expect(visitOf({ referrer }, site)).toEqual({}))

test('names the newsletter that was read in the browser before the form', () => {
  expect(visitOf({ page: '/newsletters/k3f9x2ab' }, site).campaign).toEqual({ name: 'k3f9x2ab' })
  expect(visitOf({ page: '/newsletters/k3f9x2ab', campaign: {} }, site).campaign).toEqual({ name: 'k3f9x2ab' })
  expect(visitOf({ page: '/newsletters/k3f9x2ab?via=other' }, site).campaign).toEqual({ name: 'other' })
  expect(visitOf({ page: '/newsletters/x' }, site).campaign).toBeUndefined()
})

test('makes one line of a text', () => {
  expect(asLine(' +91\0 98\n\u0007 765 ', 60)).toBe('+91 98 765')
  expect(asLine(' \0', 60)).toBeUndefined()
})
