import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import type { Analytics, AnalyticsQuery } from './analytics.contract.ts'
import { analyticsRetention } from './analytics.server.ts'
import { addGoal, writeSums } from './counting.shared.server.ts'
import { mostAlone, mostOfNetwork } from './source-names.server.ts'

let site: TestApp
let owner: SignedIn
let call: ReturnType<typeof callAs>
let postId: string
let courseId: string
/** 17:30 in Kolkata. */
const noon = Date.parse('2026-11-23T12:00:00Z')
let now = noon
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false, trustProxy: 1 }, { clock: () => now })
  owner = await site.asStaff()
  call = callAs(site, owner)
  postId = (await addPost(site.database, { slug: 'cloud-costs', title: 'Cloud costs' })).id
  courseId = (await addCourse(site.database, { slug: 'aws', title: 'AWS foundations' })).id
})
afterAll(() => site.close())
beforeEach(async () => {
  await read()
  for (const table of ['viewDays', 'sourceDays', 'goalDays'] as const)
    await site.database.db.deleteFrom(table).execute()
  now = noon
})

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'content-type': 'text/plain;charset=UTF-8',
  'sec-fetch-site': 'same-origin',
}

/** Sends a beacon as a browser does. */
async function seen(body: object | string, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await site.get('/api/seen', { method: 'POST', body: text, headers: { ...browser, ...headers } })
  expect([answer.status, await answer.text()]).toEqual([204, ''])
}
const read = async (query: Partial<Record<keyof AnalyticsQuery, string>> = {}): Promise<Analytics> => {
  const search = new URLSearchParams(query)
  return (await call('GET', `/api/analytics?${search}`)).json()
}
const rowsOf = (table: 'viewDays' | 'sourceDays' | 'goalDays') =>
  site.database.db.selectFrom(table).selectAll().orderBy('day').execute()

const message = { name: 'Asha', email: 'asha@example.org', subject: 'Migration', message: 'We have forty servers.' }

test('the table of a known day says exactly what happened', async () => {
  await seen({ path: '/blog/cloud-costs', kind: 'visit', referrer: 'www.google.com' })
  await seen({ path: '/contact', kind: 'view' })
  await seen({
    path: '/blog/cloud-costs',
    kind: 'visit',
    referrer: 'www.linkedin.com',
    campaign: 'autumn',
    phone: true,
  })
  await seen({ path: '/', kind: 'visit', campaign: 'k3f9x2ab' })
  await seen({ path: '/', kind: 'visit', source: 'partner' })
  // A reload, and Back.
  await seen({ path: '/', kind: 'view' })
  await seen({ path: '/blog/cloud-costs', kind: 'view', phone: false })
  await seen({ path: '/blog/cloud-costs', kind: 'goal', goal: 'booking', referrer: 'www.google.com' })
  await seen({ path: '/courses/aws', kind: 'goal', goal: 'enrol', subject: `courses/${courseId}` })
  const came = { page: '/blog/cloud-costs', read: '/blog/cloud-costs', referrer: '' }
  expect((await site.post('/api/contact', { ...message, ...came })).status).toBe(201)

  // None of these counts.
  const view = { path: '/', kind: 'visit' }
  const leftOut = {
    bot: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    control: { 'sec-gpc': '1' },
    track: { dnt: '1' },
    headless: { 'user-agent': browser['user-agent'].replace('Chrome/', 'HeadlessChrome/') },
    measured: { 'user-agent': `${browser['user-agent']} PTST/250901` },
    other: { 'sec-fetch-site': 'cross-site' },
    same: { 'sec-fetch-site': 'same-site' },
    staff: owner.headers,
    asOf: { cookie: 'a=b; atrium-as-of=x' },
  }
  for (const headers of Object.values(leftOut)) await seen(view, headers)
  for (const path of ['/blog/unknown', '/admin/login', '/api/blogs', '/newsletter/unsubscribe', '//', '/?q=1', '', 'x'])
    await seen({ path, kind: 'visit' })
  await seen({ ...view, path: '/blog/unknown', kind: 'goal', goal: 'phone' })

  const answer = await read()
  const none = { views: 0, visits: 0, phones: 0, enquiries: 0, registrations: 0, subscribers: 0 }
  const totals = { ...none, views: 7, visits: 4, phones: 1, enquiries: 1 }
  expect(answer).toMatchObject({
    from: '2026-10-25',
    to: '2026-11-23',
    before: { from: '2026-09-25', to: '2026-10-24' },
    first: '2026-11-23',
    totals,
    totalsBefore: none,
    presses: { enrol: 1, booking: 1, brochure: 0, phone: 0 },
  })
  expect(answer.days?.length).toBe(30)
  expect(answer.days?.at(-1)).toEqual({ day: '2026-11-23', ...totals })
  expect(answer.days?.at(-2)).toEqual({ day: '2026-11-22', ...none })
  expect(answer.pages).toEqual([
    { path: '/blog/cloud-costs', title: 'Cloud costs', views: 3, visits: 2, enquiries: 1, resolved: 0 },
    { path: '/', views: 3, visits: 2, enquiries: 0, resolved: 0 },
    { path: '/contact', views: 1, visits: 0, enquiries: 0, resolved: 0 },
  ])
  const goals = { enquiries: 0, registrations: 0, subscribers: 0 }
  expect(answer.sources).toEqual([
    { source: 'Direct or unknown', visits: 1, ...goals, enquiries: 1 },
    ...['Google', 'LinkedIn', 'partner'].map((source) => ({ source, visits: 1, ...goals })),
  ])
  expect(answer.campaigns).toEqual(['autumn', 'k3f9x2ab'].map((campaign) => ({ campaign, visits: 1, ...goals })))
  expect(answer.courses).toEqual([
    {
      _id: courseId,
      title: 'AWS foundations',
      path: '/courses/aws',
      views: 0,
      payments: 1,
      questions: 0,
      requests: 0,
      waiting: 0,
    },
  ])

  // A filter applies to all that can know it.
  const ofGoogle = await read({ source: 'Google' })
  expect(ofGoogle.totals).toEqual({ visits: 1, ...goals })
  expect(ofGoogle.pages).toEqual([
    { path: '/blog/cloud-costs', title: 'Cloud costs', visits: 1, enquiries: 0, resolved: 0 },
  ])
  const ofPost = await read({ page: '/blog/cloud-costs' })
  expect(ofPost.totals).toEqual({ ...none, views: 3, visits: 2, phones: 1, enquiries: 1 })
  expect(ofPost.sources?.map(({ source }) => source)).toEqual(['Direct or unknown', 'Google', 'LinkedIn'])
  const bySource = await read({ by: 'sources', campaign: 'autumn' })
  expect(bySource.sources).toEqual([{ source: 'LinkedIn', visits: 1, ...goals }])
  expect(bySource).not.toHaveProperty('pages')

  const csv = await (await call('GET', '/api/analytics.csv?by=campaigns')).text()
  expect(csv.trim().split('\r\n').slice(1)).toEqual(['"autumn","1","0","0","0"', '"k3f9x2ab","1","0","0","0"'])
  expect((await (await call('GET', '/api/analytics.csv')).text()).split('\r\n').at(-2)).toBe(
    '"2026-11-23","7","4","1","1","0","0"',
  )
  const page = await call('GET', '/api/analytics/page?path=/blog/cloud-costs')
  expect(await page.json()).toEqual({ views: 3, visits: 2, enquiries: 1 })
})

test('days are those of the company, and a clock that is set back counts on its day', async () => {
  const view = { path: '/', kind: 'view' }
  now = Date.parse('2026-11-22T18:29:59Z')
  await seen(view)
  now = Date.parse('2026-11-22T18:30:00Z')
  await seen(view)
  await seen(view)
  now -= 86_400_000
  await seen(view)
  await read()
  expect((await rowsOf('viewDays')).map(({ day, views }) => [day, views])).toEqual([
    ['2026-11-22', 2],
    ['2026-11-23', 2],
  ])
  expect((await call('GET', '/api/analytics?from=2026-11-23&to=2026-11-22')).status).toBe(422)
  expect((await call('GET', '/api/analytics?from=2024-01-01')).status).toBe(422)
  expect((await call('GET', '/api/analytics?from=0001-01-01&to=0001-01-02')).status).toBe(422)
  expect((await call('GET', '/api/analytics?from=9999-12-01&to=9999-12-31')).status).toBe(200)
})

test('rows follow a record when its slug changes, and say that it is gone', async () => {
  await seen({ path: '/blog/cloud-costs', kind: 'visit' })
  const post = await (await call('GET', `/api/blogs/${postId}`)).json()
  expect((await call('PUT', `/api/blogs/${postId}`, { ...post, slug: 'cloud-bills' })).status).toBe(200)
  await seen({ path: '/blog/cloud-bills', kind: 'visit' })
  expect((await read({ by: 'pages' })).pages).toEqual([
    { path: '/blog/cloud-bills', title: 'Cloud costs', views: 2, visits: 2, enquiries: 0, resolved: 0 },
  ])
  for (const page of ['/blog/cloud-bills', '/blog/cloud-costs']) {
    expect((await read({ page })).totals.views).toBe(2)
    expect(await (await call('GET', `/api/analytics/page?path=${page}`)).json()).toMatchObject({ views: 2 })
  }
  await call('DELETE', `/api/blogs/${postId}`)
  await seen({ path: '/blog/cloud-bills', kind: 'visit' })
  expect((await read({ by: 'pages' })).pages).toMatchObject([{ path: '/blog/cloud-bills', gone: true, views: 2 }])
  await call('POST', `/api/trash/blogs/${postId}/restore`)
  await call('PUT', `/api/blogs/${postId}`, { ...post, slug: 'cloud-costs' })
})

test('the results of a visit count when they happen', async () => {
  const came = { page: '/blog/cloud-costs?utm_source=partner&utm_campaign=spring', read: '/blog/cloud-costs /contact' }
  // An equal message of one address within some minutes is the same request.
  const email = 'costs@example.org'
  await site.post('/api/contact', { ...message, email, ...came })
  // The first page has the form, and the site before it is known, or known to be none.
  await site.post('/api/contact', {
    ...message,
    email: 'b@example.org',
    page: '/contact',
    referrer: 'news.example.org',
  })
  await site.post('/api/contact', { ...message, email: 'c@example.org', page: '/contact', referrer: '', read: '' })
  await site.post('/api/contact', { ...message, email: 'd@example.org' })
  await site.post('/api/contact', { ...message, email: 'e@example.org', website: 'https://spam.example' })
  const asked = {
    courseId,
    name: 'Ravi',
    email: 'ravi@example.org',
    page: '/courses/aws',
    read: '/courses/aws',
    referrer: '',
  }
  expect((await site.post('/api/course-requests', { ...asked, kind: 'nextDate' })).status).toBe(201)
  expect((await site.post('/api/course-requests', { ...asked, kind: 'nextDate' })).status).toBe(201)
  await site.post('/api/course-requests', { ...asked, kind: 'question', message: 'Is it online?' })
  await read()
  const counted = (await rowsOf('goalDays')).map(({ goal, path, source, campaign, count }) => [
    goal,
    path,
    source,
    campaign,
    count,
  ])
  expect(counted.sort()).toEqual([
    ['enquiry', '', '', '', 1],
    ['enquiry', '/blog/cloud-costs', 'partner', 'spring', 1],
    ['enquiry', '/contact', '', '', 1],
    ['enquiry', '/contact', 'example.org', '', 1],
    ['enquiry', '/courses/aws', '', '', 1],
    ['registration', '/courses/aws', '', '', 1],
  ])
  const ofPost = { path: '/blog/cloud-costs', title: 'Cloud costs', views: 0, visits: 0, enquiries: 1 }
  const pageOf = async () => (await read({ by: 'pages' })).pages?.find(({ path }) => path === ofPost.path)
  expect(await pageOf()).toEqual({ ...ofPost, resolved: 0 })
  const { id } = await site.database.db
    .selectFrom('contactRequests')
    .select('id')
    .where('page', '=', ofPost.path)
    .where('email', '=', email)
    .where('campaign', 'is not', null)
    .executeTakeFirstOrThrow()
  await call('PATCH', `/api/contact/${id}`, { status: 'resolved' })
  expect(await pageOf()).toEqual({ ...ofPost, resolved: 1 })
  expect((await read({ by: 'courses' })).courses).toMatchObject([
    { questions: 1, requests: 1, waiting: 0, payments: 0 },
  ])
})

test('a subscription counts once, when it is confirmed', async () => {
  const came = { page: '/?via=k3f9x2ab', referrer: 'example.net', formPage: '/blog' }
  await site.post('/api/newsletter/subscribe', { email: 'Reader@example.org', ...came })
  await site.post('/api/newsletter/subscribe', { email: 'reader@example.org', ...came })
  await read()
  expect(await rowsOf('goalDays')).toMatchObject([
    { goal: 'subscription', path: '/', source: 'example.net', campaign: 'k3f9x2ab', count: 1 },
  ])
  const rows = await site.database.db.selectFrom('subscribers').select(['state', 'cameFrom']).execute()
  expect(rows).toEqual([{ state: 'confirmed', cameFrom: null }])
  for (const [email, referrer] of Object.entries({ 'typed@example.org': '', 'later@example.org': undefined }))
    await site.post('/api/newsletter/subscribe', { email, page: '/contact', referrer })
  await read()
  const sources = (await rowsOf('goalDays')).map(({ path, source, count }) => `${path} ${source} ${count}`)
  expect(sources.toSorted()).toEqual(['/ example.net 1', '/contact  2'])
})

test('a newsletter has its visits by its code, how many got it, and how many left because of it', async () => {
  const post = await addPost(site.database, { slug: 'sent-post', title: 'Sent post' })
  const at = new Date(now).toISOString()
  const sent = { id: 'sent-1', blogId: post.id, code: 'k3f9x2ab', recipients: 2, holdUntil: at, createdAt: at }
  await site.database.db.insertInto('notifications').values(sent).execute()
  await seen({ path: '/', kind: 'visit', campaign: 'k3f9x2ab' })
  const row = { code: 'k3f9x2ab', subject: 'Sent post', kind: 'post', _id: post.id, sent: 0, left: 0 }
  const expected = [{ ...row, visits: 1, enquiries: 0, registrations: 0, subscribers: 0 }]
  expect((await read()).newsletters).toEqual(expected)
  expect((await read({ by: 'newsletters', campaign: 'k3f9x2ab' })).newsletters).toEqual(expected)
  expect((await read({ by: 'newsletters', campaign: 'another' })).newsletters).toEqual([])
  const subscriber = { email: 'left@example.org', state: 'unsubscribed', subscribedAt: at, leftBy: 'sent-1' } as const
  await site.database.db
    .insertInto('subscribers')
    .values({ id: 'left-1', ...subscriber })
    .execute()
  expect((await read({ by: 'newsletters' })).newsletters).toMatchObject([{ left: 1 }])
  // The newsletter was read in the browser.
  await site.post('/api/contact', { ...message, email: 'h@example.org', page: '/newsletters/k3f9x2ab' })
  expect((await read({ by: 'newsletters' })).newsletters).toMatchObject([{ visits: 1, enquiries: 1 }])
})

test('hosts, apps and words of one service are one source, also those that earlier versions counted', async () => {
  const counted = (source: string) => ({ day: '2026-11-22', path: '/services', source, campaign: '' })
  for (const source of ['www.linkedin.com', 'linkedin', 'in.linkedin.com'])
    await site.database.db
      .insertInto('sourceDays')
      .values({ ...counted(source), visits: 2 })
      .execute()
  for (const source of ['lnkd.in', '?'])
    await site.database.db
      .insertInto('goalDays')
      .values({ ...counted(source), goal: 'enquiry', subject: '', count: 1 })
      .execute()
  await seen({ path: '/services', kind: 'visit', referrer: 'android-app://com.linkedin.android/' })
  await seen({ path: '/services', kind: 'visit', source: 'LinkedIn' })
  const ofServices = { page: '/services', from: '2026-11-20' }
  const { sources } = await read({ ...ofServices, by: 'sources' })
  expect(sources).toEqual([
    { source: 'LinkedIn', visits: 8, enquiries: 1, registrations: 0, subscribers: 0 },
    { source: 'Direct or unknown', visits: 0, enquiries: 1, registrations: 0, subscribers: 0 },
  ])
  for (const source of ['LinkedIn', 'www.linkedin.com'])
    expect((await read({ ...ofServices, source })).totals).toMatchObject({ visits: 8, enquiries: 1 })
  expect((await read({ ...ofServices, source: 'Direct or unknown' })).totals).toMatchObject({ visits: 0, enquiries: 1 })
  expect((await read({ ...ofServices, source: 'Bing' })).totals).toMatchObject({ visits: 0, enquiries: 0 })
})

test('rows are in the order of the figure that is asked for', async () => {
  const { db } = site.database
  const on = (path: string, source: string) => ({ day: '2026-11-22', path, source, campaign: '' })
  const visits = [
    { ...on('/about', 'partner'), visits: 9 },
    { ...on('/services', 'LinkedIn'), visits: 2 },
  ]
  await db.insertInto('sourceDays').values(visits).execute()
  const shown = visits.map(({ day, path, visits }) => ({ day, path, visits, views: visits, phones: 0 }))
  await db.insertInto('viewDays').values(shown).execute()
  const enquiry = { ...on('/services', 'LinkedIn'), goal: 'enquiry', subject: '', count: 1 } as const
  await db.insertInto('goalDays').values(enquiry).execute()
  const order = async (sort?: string) => {
    const { pages, sources } = await read({ from: '2026-11-22', ...(sort && { sort }) })
    return [pages?.map(({ path }) => path), sources?.map(({ source }) => source)]
  }
  const [byVisits, byEnquiries] = [
    [
      ['/about', '/services'],
      ['partner', 'LinkedIn'],
    ],
    [
      ['/services', '/about'],
      ['LinkedIn', 'partner'],
    ],
  ]
  expect(await order()).toEqual(byEnquiries)
  expect(await order('enquiries')).toEqual(byEnquiries)
  expect(await order('visits')).toEqual(byVisits)
})

test('nothing counts while counting is off, or from a site to ignore', async () => {
  const view = { path: '/', kind: 'visit', referrer: 'pay.example.com' }
  const set = (fields: object) => call('PUT', '/api/settings/counting', fields)
  expect((await set({ ignoredHosts: 'example.com\nother.example' })).status).toBe(200)
  await seen(view)
  await seen({ ...view, referrer: 'notexample.com' })
  expect((await read()).totals.visits).toBe(1)
  // The enquiry is one, but the site is not named as its source.
  await site.post('/api/contact', { ...message, email: 'g@example.org', page: '/contact', referrer: view.referrer })
  expect((await read()).sources?.map(({ source, enquiries }) => [source, enquiries])).toEqual([
    ['Direct or unknown', 1],
    ['notexample.com', 0],
  ])
  expect((await set({ ignoredHosts: 'no host' })).status).toBe(422)
  expect((await set({ count: false })).status).toBe(200)
  await seen({ path: '/', kind: 'visit' })
  await site.post('/api/contact', { ...message, email: 'f@example.org' })
  expect(await read()).toMatchObject({ off: true, totals: { visits: 1, enquiries: 1 } })
  await set({ count: null, ignoredHosts: null })
  expect(await read()).not.toHaveProperty('off')
})

test('any body is answered with 204, and counts only if it is a beacon', async () => {
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"path":"/"}',
    '{"path":"/","kind":"other"}',
    '{"path":7,"kind":"view"}',
    'x'.repeat(5_000),
  ]
  for (const body of bodies) await seen(body)
  await seen({ path: '/', kind: 'view' }, { 'content-type': 'application/json' })
  await seen({ path: '/', kind: 'view' }, { 'content-type': 'image/png' })
  const hostile = "\0' or 1=1 --\n\ud800"
  await seen({
    path: '/',
    kind: 'visit',
    referrer: hostile,
    source: hostile,
    campaign: `${hostile} person@example.org`,
  })
  await seen({ path: '/', kind: 'goal', goal: 'enrol', subject: `courses/${hostile}` })
  await seen({ path: `/${hostile}`, kind: 'view' })
  expect((await read()).totals).toMatchObject({ views: 3, visits: 1 })
  expect(JSON.stringify(await rowsOf('sourceDays'))).not.toContain('person@')
  expect(await rowsOf('goalDays')).toMatchObject([{ goal: 'enrol', subject: '' }])
  expect((await site.get('/api/seen')).status).toBe(404)
})

/** Sends a body that does not end, in pieces of 64 KB, until the server ends the connection. @returns the answer, and how much was sent */
const sendWithoutEnd = (head: string, piece: string) =>
  new Promise<{ answer: string; sent: number }>((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    const sending = setInterval(() => socket.writable && socket.write(piece), 5)
    socket.on('data', (data) => {
      answer += data
      clearInterval(sending)
    })
    socket.on('error', () => {}).on('close', () => resolve({ answer, sent: socket.bytesWritten }))
    socket.write(`POST /api/seen HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
  })

test.each([
  ['declared', 'content-length: 100000000000', 'x'.repeat(65_536)],
  ['in chunks', 'transfer-encoding: chunked', `10000\r\n${'x'.repeat(65_536)}\r\n`],
])('a body that is too long, %s, is answered at once and ends the connection', async (_, head, piece) => {
  const { answer, sent } = await sendWithoutEnd(head, piece)
  expect(answer).toMatch(/^HTTP\/1.1 204 /)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(sent).toBeLessThan(4_000_000)
})

test('a source with the name of a property is a source like others', async () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    await seen({ path: '/', kind: 'visit', source: name, campaign: name })
  const answer = await read()
  expect(answer.sources?.map(({ source }) => source)).toEqual(['__proto__', 'constructor', 'toString'])
  expect(answer.campaigns?.map(({ campaign }) => campaign)).toEqual(['__proto__', 'constructor', 'toString'])
  expect((await read({ source: 'constructor' })).totals.visits).toBe(1)
})

/** Visits that name sources, from one address. The bounds are those of a day, so each test has its own. */
async function visitFrom(address: string, sources: string[]) {
  for (const source of sources)
    await seen({ path: '/', kind: 'visit', source, campaign: 'x' }, { 'x-forwarded-for': address })
  await read()
}
const invented = (count: number, name = 'invented') => Array.from({ length: count }, (_, number) => `${name}-${number}`)
const sourcesOf = async (table: 'sourceDays' | 'goalDays') => {
  const rows = await rowsOf(table)
  return new Set(rows.filter(({ day }) => day === dayOfNow()).map(({ source }) => source))
}
const dayOfNow = () => new Date(now).toISOString().slice(0, 10)

test('one computer that invents sources hides no others, however many it names', async () => {
  now = Date.parse('2026-12-01T12:00:00Z')
  await visitFrom('203.0.113.7', [...invented(150), 'invented-3'])
  await visitFrom('203.0.113.99:4711', invented(150, 'more'))
  const stored = await sourcesOf('sourceDays')
  expect(stored.size).toBe(mostOfNetwork + 1)
  const rest = (await rowsOf('sourceDays')).find(({ source }) => source === 'others')
  expect(rest).toMatchObject({ campaign: '', visits: 300 - mostOfNetwork })
  expect((await rowsOf('sourceDays')).find(({ source }) => source === 'invented-3')).toMatchObject({ visits: 2 })

  // One that another network brings too is named, and so is that of a single visitor.
  await visitFrom('198.51.100.1', ['more-140', 'partner'])
  expect(await sourcesOf('sourceDays')).toEqual(new Set([...stored, 'more-140', 'partner']))

  // The results of visits have the names of the visits, and the same bounds.
  const press = { path: '/', kind: 'goal', goal: 'phone', referrer: '' }
  for (const source of ['partner', ...invented(5, 'pressed')])
    await seen({ ...press, source }, { 'x-forwarded-for': '203.0.113.7' })
  await seen({ ...press, source: 'flyer' }, { 'x-forwarded-for': '2001:db8::1' })
  const came = { page: '/?utm_source=fair', email: 'fair@example.org' }
  await site.post('/api/contact', { ...message, ...came }, { headers: { 'x-forwarded-for': '192.0.2.9' } })
  await read()
  expect(await sourcesOf('goalDays')).toEqual(new Set(['others', 'flyer', 'fair']))
})

test('a source of former days keeps its name, whatever many computers invent', async () => {
  now = Date.parse('2026-12-02T12:00:00Z')
  await visitFrom('203.0.113.7', ['partner'])
  now = Date.parse('2026-12-03T12:00:00Z')
  for (let network = 0; network < 5; network++) await visitFrom(`10.0.${network}.1`, invented(40, `of-${network}`))
  await visitFrom('198.51.100.1', ['partner', ''])
  await visitFrom('198.51.100.1', ['new'])
  expect((await sourcesOf('sourceDays')).has('new')).toBe(false)
  await visitFrom('198.51.101.1', ['new'])
  const stored = await sourcesOf('sourceDays')
  for (const source of ['partner', 'new', 'others']) expect(stored).toContain(source)
  expect(stored.size).toBe(mostAlone + 3)
})

test('counts that cannot be written stay in memory', async () => {
  const parts = { database: site.database, entities: site.entities, config: site.config }
  await seen({ path: '/', kind: 'view' })
  const failing = { ...parts, pagePaths: async () => Promise.reject(new Error('The disk is full')) }
  await expect(writeSums(failing)).rejects.toThrow('The disk is full')
  await seen({ path: '/', kind: 'view' })
  expect((await read()).totals.views).toBe(2)
})

test('as many rows as are in memory are written at once', async () => {
  const { database, entities, config } = site
  const paths = Array.from({ length: 200 }, (_, number) => `/page-${number}`)
  const parts = { database, entities, config, pagePaths: async () => paths }
  for (const path of paths)
    for (let number = 0; number < 25; number++)
      addGoal(parts, { goal: 'phone', path, source: `source-${number}`, campaign: '', subject: '', address: undefined })
  await writeSums(parts)
  expect((await rowsOf('goalDays')).length).toBe(4_000)
})

test('one network counts sixty times a minute', async () => {
  const limited = await startTestApp({ trustProxy: 1 })
  const from = (address: string) =>
    fetch(`${limited.url}/api/seen`, {
      method: 'POST',
      body: JSON.stringify({ path: '/', kind: 'view' }),
      headers: { ...browser, 'x-forwarded-for': address },
    })
  for (let number = 0; number < 65; number++) expect((await from(`2001:db8::${number.toString(16)}`)).status).toBe(204)
  await from('192.0.2.1')
  await callAs(limited, await limited.asStaff())('GET', '/api/analytics')
  const [row] = await limited.database.db.selectFrom('viewDays').selectAll().execute()
  expect(row?.views).toBe(61)
  await limited.close()
})

test('figures older than 25 months are deleted', async () => {
  const later = await startTestApp({}, { clock: () => Date.parse('2029-03-31T12:00:00Z') })
  const days = ['2027-02-27', '2027-02-28', '2029-03-01']
  const { database } = later
  const old = days.map((day) => ({ day, path: '/', views: 1, visits: 0, phones: 0 }))
  await database.db.insertInto('viewDays').values(old).execute()
  expect(await later.eraseOld(analyticsRetention)).toBe(1)
  const left = await database.db.selectFrom('viewDays').select('day').orderBy('day').execute()
  expect(left.map(({ day }) => day)).toEqual(days.slice(1))
  await later.close()
})
