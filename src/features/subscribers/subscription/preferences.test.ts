import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signToken } from '#server/security/signed-tokens.ts'
import { shareMailSite } from '#testing/mail-site.ts'
import { callAs, importSubscribers } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import type { Preferences } from '../ground/subscribers.contract.ts'
import { type MessageTopics, reasonToSkip, receivesNow } from '../ground/subscribers.shared.server.ts'
import { type Subscriber, subscribers } from '../ground/subscribers.table.ts'
import { subscriptionSettings } from '../ground/subscription-settings.contract.ts'
import { findSubscriber, queueWelcome, setState } from './subscription.shared.server.ts'
import { preferencesUrl, unsubscribeUrl } from './subscription-links.shared.server.ts'

const start = Date.parse('2026-11-23T20:00:00.000Z')
let site: TestApp
let now = start
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { clock: () => now, built: true })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())
beforeEach(async () => {
  now = start
  await site.database.db.deleteFrom('subscribers').execute()
})

const one = async (changes: Partial<Subscriber> = {}) =>
  (await addSubscribers(site.database, 1, changes))[0] as Subscriber
const rowOf = async ({ id }: Subscriber) => {
  const row = await site.database.db
    .selectFrom('subscribers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return subscribers.decode(row)
}
const tokenIn = (address: string) => new URL(address).searchParams.get('token') ?? ''
const tokenOf = async ({ id }: Subscriber, newsletter?: string) =>
  tokenIn(await preferencesUrl(site.database, site.config.publicUrl, id, newsletter))
const answerTo = async (token: string, answer: object, status = 200): Promise<Preferences> => {
  const sent = await site.post('/api/newsletter/preferences', { token, ...answer })
  expect(sent.status).toBe(status)
  return sent.json()
}
const read = async (token: string): Promise<Preferences> =>
  (await site.get(`/api/newsletter/preferences?token=${token}`)).json()
const settings = async (fields: object) =>
  expect((await call('PUT', '/api/settings/subscriptions', fields)).status).toBe(200)

const chosen = ({ topics }: Preferences) => topics.flatMap(({ id, chosen }) => (chosen ? id : []))

describe('the choices of a subscriber', () => {
  test('show the state and change nothing; topics are saved, and all of them are stored as none', async () => {
    const reader = await one({ email: 'meera.kulkarni@example.net' })
    const token = await tokenOf(reader)
    const before = await rowOf(reader)
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await site.get(`/newsletter/preferences?token=${token}`, { method })).status).toBe(200)
    expect(await read(token)).toEqual({
      email: 'me••••••@example.net',
      state: 'confirmed',
      topics: [
        { id: 'articles', name: 'Articles', chosen: true },
        { id: 'course-dates', name: 'Course dates', chosen: true },
      ],
    })
    expect(await rowOf(reader)).toEqual(before)

    for (let time = 0; time < 2; time++)
      expect(chosen(await answerTo(token, { action: 'save', topics: ['course-dates', 'unknown'] }))).toEqual([
        'course-dates',
      ])
    expect((await rowOf(reader)).topics).toEqual(['course-dates'])
    const refused = await site.post('/api/newsletter/preferences', { token, action: 'save', topics: [] })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ issues: [{ path: 'topics', message: 'Choose at least one' }] })
    await answerTo(token, { action: 'save', topics: ['articles', 'course-dates'] })
    expect((await rowOf(reader)).topics).toBeUndefined()
  })

  test('pause for three months until midnight of the company, which repeating does not prolong', async () => {
    const reader = await one()
    const token = await tokenOf(reader)
    // It is the 24th in India already.
    expect(await answerTo(token, { action: 'pause' })).toMatchObject({ pausedUntil: '2027-02-24' })
    expect((await rowOf(reader)).pausedUntil).toBe('2027-02-23T18:30:00.000Z')
    now += 24 * 3_600_000
    expect(await answerTo(token, { action: 'pause' })).toMatchObject({ pausedUntil: '2027-02-24' })
    expect(await answerTo(token, { action: 'resume' })).not.toHaveProperty('pausedUntil')
    await answerTo(token, { action: 'pause' })
    now = Date.parse('2027-02-25T00:00:00.000Z')
    expect(await read(token)).not.toHaveProperty('pausedUntil')
    expect(await answerTo(token, { action: 'pause' })).toMatchObject({ pausedUntil: '2027-05-25' })
  })

  test('leave with the newsletter that led there and a reason, and return', async () => {
    const reader = await one({ pausedUntil: '2099-01-01T00:00:00.000Z', topics: ['articles'] })
    const token = await tokenOf(reader, 'newsletter-1')
    expect(await answerTo(token, { action: 'leave' })).toMatchObject({ state: 'unsubscribed' })
    const left = await rowOf(reader)
    expect(left).toMatchObject({ state: 'unsubscribed', leftBy: 'newsletter-1', leftReason: undefined })
    now += 60_000
    const other = await tokenOf(reader, 'newsletter-2')
    expect(await answerTo(other, { action: 'leave', reason: 'Too many' })).toMatchObject({ reason: 'Too many' })
    await answerTo(other, { action: 'leave' })
    expect(await rowOf(reader)).toEqual({ ...left, leftReason: 'Too many' })
    await answerTo(other, { action: 'leave', reason: 'I do not like you' }, 422)
    for (const action of ['save', 'pause', 'resume']) await answerTo(token, { action, topics: ['course-dates'] })
    expect(await rowOf(reader)).toEqual({ ...left, leftReason: 'Too many' })

    for (let time = 0; time < 2; time++)
      expect(await answerTo(token, { action: 'return' })).toMatchObject({ state: 'confirmed' })
    const returned = await rowOf(reader)
    expect(returned).toMatchObject({ state: 'confirmed', topics: ['articles'] })
    expect([returned.pausedUntil, returned.leftBy, returned.leftReason]).toEqual([undefined, undefined, undefined])
  })

  test.each(['pending', 'bounced'] as const)('of a %s address only show its state', async (state) => {
    const reader = await one({ state })
    const token = await tokenOf(reader)
    for (const action of ['save', 'pause', 'resume', 'leave', 'return'])
      expect(await answerTo(token, { action, topics: ['articles'] })).toMatchObject({ state })
    expect(await rowOf(reader)).toMatchObject({ state, topics: undefined, pausedUntil: undefined })
    expect(await (await site.get(`/newsletter/preferences?token=${token}`)).text()).not.toContain('name="action"')
  })

  test('answer 404 to other links, and say that a deleted address is on no list', async () => {
    const reader = await one()
    const token = await tokenOf(reader, 'newsletter-1')
    const unsubscribe = tokenIn(await unsubscribeUrl(site.database, site.config.publicUrl, reader.id))
    const [value = '', , mac] = token.split('.')
    for (const forged of [
      '',
      'hello',
      unsubscribe,
      `${value.replace('newsletter-1', 'newsletter-2')}.0.${mac}`,
      `${token}x`,
    ]) {
      expect((await site.get(`/newsletter/preferences?token=${forged}`)).status, forged).toBe(404)
      await answerTo(forged, { action: 'leave' }, 404)
    }
    expect((await rowOf(reader)).state).toBe('confirmed')
    await site.database.db.deleteFrom('subscribers').execute()
    expect(await read(token)).toEqual({ email: '', state: 'removed', topics: [] })
    expect(await answerTo(token, { action: 'return' })).toMatchObject({ state: 'removed' })
  })
})

describe('without scripts', () => {
  const press = async (page: string, token: string, fields: [string, string][]) => {
    const answer = await site.get(`/newsletter/${page}?token=${token}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    expect(answer.status).toBe(303)
    const shown = await site.get(answer.headers.get('location') ?? '')
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
    expect(shown.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    return shown.text()
  }

  test('the page of choices saves, pauses, leaves, asks why, and takes back', async () => {
    const reader = await one()
    const token = await tokenOf(reader, 'newsletter-1')
    const choose = (...fields: [string, string][]) => press('preferences', token, fields)
    expect(await choose(['action', 'save'])).toContain('Choose at least one')
    expect(await choose(['topics', 'articles'], ['action', 'save'])).toContain('Your preferences are saved.')
    expect((await rowOf(reader)).topics).toEqual(['articles'])
    expect(await choose(['topics', 'course-dates'], ['action', 'pause'])).toContain('until 24 Feb 2027')
    expect((await rowOf(reader)).topics).toEqual(['articles'])
    expect(await choose(['action', 'resume'])).toContain('Emails are no longer paused.')
    expect(await choose(['action', 'leave'])).toContain('Why did you unsubscribe?')
    expect(await choose(['action', 'leave'], ['reason', 'Other'])).toContain('Thank you for letting us know.')
    expect(await rowOf(reader)).toMatchObject({ state: 'unsubscribed', leftBy: 'newsletter-1', leftReason: 'Other' })
    expect(await choose(['action', 'return'])).toContain('You are subscribed again.')
  })

  test('the page to unsubscribe asks why afterwards; one click in a mail program asks nothing, and both know the newsletter', async () => {
    const [reader, other] = [await one(), await one()]
    const link = async ({ id }: Subscriber) =>
      tokenIn(await unsubscribeUrl(site.database, site.config.publicUrl, id, 'newsletter-1'))
    expect(await press('unsubscribe', await link(reader), [['action', 'unsubscribe']])).toContain(
      'Why did you unsubscribe?',
    )
    const said: [string, string][] = [
      ['action', 'unsubscribe'],
      ['reason', 'Prefer the site'],
    ]
    expect(await press('unsubscribe', await link(reader), said)).toContain('Thank you for letting us know.')
    expect(await rowOf(reader)).toMatchObject({ leftBy: 'newsletter-1', leftReason: 'Prefer the site' })
    const oneClick = await site.get(`/newsletter/unsubscribe?token=${await link(other)}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(await oneClick.text()).toBe('Unsubscribed')
    expect(await rowOf(other)).toMatchObject({ state: 'unsubscribed', leftBy: 'newsletter-1', leftReason: undefined })
    await press('unsubscribe', await link(other), [['action', 'undo']])
    expect(await rowOf(other)).toMatchObject({ state: 'confirmed', leftBy: undefined })
  })

  test('links of earlier messages unsubscribe', async () => {
    const reader = await one()
    await press('unsubscribe', await signToken(site.database, 'unsubscribe', reader.id), [['action', 'unsubscribe']])
    expect(await rowOf(reader)).toMatchObject({ state: 'unsubscribed', leftBy: undefined })
  })
})

test('the audience is who is confirmed, not paused, and wants one of the topics; who has chosen deleted ones gets all', async () => {
  const of = [...subscriptionSettings.read().topics, { id: 'course', name: 'One course' }]
  const time = new Date(now).toISOString()
  const people: Record<string, Partial<Subscriber>> = {
    all: {},
    articles: { topics: ['articles'] },
    dates: { topics: ['course-dates'] },
    both: { topics: ['articles', 'course-dates'] },
    deleted: { topics: ['gone', 'gone-too'] },
    partly: { topics: ['gone', 'articles'] },
    paused: { pausedUntil: '2026-11-23T20:00:00.001Z' },
    back: { pausedUntil: time },
    pending: { state: 'pending' },
    left: { state: 'unsubscribed' },
    bounced: { state: 'bounced' },
  }
  for (const [name, changes] of Object.entries(people)) await one({ id: name, ...changes })
  const receivers = async (wanted?: MessageTopics) => {
    const rows = site.database.db.selectFrom('subscribers').selectAll()
    const found = await rows.where(receivesNow(time, wanted)).execute()
    const ids = found.map(({ id }) => id).sort()
    const all = (await rows.execute()).map((row) => subscribers.decode(row))
    expect(all.flatMap((row) => (reasonToSkip(row, time, wanted) ? [] : row.id)).sort()).toEqual(ids)
    return ids
  }
  expect(await receivers()).toEqual(['all', 'articles', 'back', 'both', 'dates', 'deleted', 'partly'])
  expect(await receivers({ ids: ['articles'], of })).toEqual(['all', 'articles', 'back', 'both', 'deleted', 'partly'])
  expect(await receivers({ ids: ['course'], of })).toEqual(['all', 'back', 'deleted'])
  expect(await receivers({ ids: ['articles', 'course-dates'], of })).toHaveLength(7)
  expect(await receivers({ ids: [], of: [] })).toHaveLength(7)

  const because = (name: string, wanted?: MessageTopics) =>
    reasonToSkip({ state: 'confirmed', ...people[name] } as Subscriber, time, wanted)
  expect(because('paused')).toBe('Paused')
  expect(because('left')).toBe('Unsubscribed')
  expect(because('articles', { ids: ['course-dates'], of })).toBe('Does not want Course dates')
})

describe('topics', () => {
  test('keep their ids when they are renamed; there are two to five or none', async () => {
    const topicsNow = async () => (await (await call('GET', '/api/settings/subscriptions')).json()).topics
    const [articles, dates] = subscriptionSettings.read().topics
    await settings({
      topics: [{ ...articles, name: 'Writing' }, dates, { name: 'Writing events' }, { name: 'Articles' }],
    })
    expect(await topicsNow()).toEqual([
      { id: 'articles', name: 'Writing' },
      { id: 'course-dates', name: 'Course dates' },
      { id: 'writing-events', name: 'Writing events' },
      { id: 'articles-2', name: 'Articles' },
    ])
    for (const topics of [
      [{ name: 'Alone' }],
      Array.from({ length: 6 }, (_, at) => ({ name: `Topic ${at}` })),
      [{ name: 'Same' }, { name: 'same' }],
      [{ name: 'One, two' }, { name: 'Three' }],
      [{ name: 'One', id: 'NOT an id' }, { name: 'Three' }],
    ])
      expect((await call('PUT', '/api/settings/subscriptions', { topics })).status).toBe(422)
    // A long name of letters that become several in the id can be saved again.
    await settings({ topics: [{ name: 'ß'.repeat(60) }, dates] })
    await settings({ topics: await topicsNow() })
    await settings({ topics: [] })
    expect(await topicsNow()).toEqual([])
    await settings({ topics: subscriptionSettings.read().topics })
    expect(await topicsNow()).toBeUndefined()
  })

  test('are under the sign-up form if staff want it, kept after an error, and one at least is chosen', async () => {
    const form = async () => (await site.get('/newsletter')).text()
    expect(await form()).not.toContain('name="topics"')
    await settings({ showTopics: true })
    const shown = await form()
    expect(shown.match(/<input[^>]*name="topics"[^>]*checked/g)).toHaveLength(2)
    const post = (fields: [string, string][]) =>
      site.get('/newsletter', { method: 'POST', body: new URLSearchParams(fields) })

    const none = await post([
      ['email', 'asha@example.net'],
      ['topics', '-'],
    ])
    expect(none.status).toBe(422)
    const again = await none.text()
    expect(again).toContain('Choose at least one')
    expect(again).toContain('value="asha@example.net"')
    expect(again).not.toMatch(/<input[^>]*name="topics"[^>]*checked/)
    const kept = await (
      await post([
        ['email', 'nobody'],
        ['topics', 'course-dates'],
        ['topics', '-'],
      ])
    ).text()
    expect(kept.match(/<input[^>]*name="topics"[^>]*checked[^>]*>/g)).toEqual([
      expect.stringContaining('value="course-dates"'),
    ])

    expect(
      (
        await post([
          ['email', 'asha@example.net'],
          ['topics', 'course-dates'],
          ['topics', '-'],
        ])
      ).status,
    ).toBe(303)
    await site.post('/api/newsletter/subscribe', { email: 'all@example.net', topics: ['articles', 'course-dates'] })
    await site.post('/api/newsletter/subscribe', { email: 'old@example.net' })
    // Anybody can type an address, so the choices of a subscriber stay.
    await site.post('/api/newsletter/subscribe', { email: 'asha@example.net', topics: ['articles'] })
    const refused = await site.post('/api/newsletter/subscribe', { email: 'new@example.net', topics: ['gone'] })
    expect(await refused.json()).toMatchObject({ issues: [{ path: 'topics', message: 'Choose at least one' }] })
    const rows = await site.database.db.selectFrom('subscribers').selectAll().orderBy('email').execute()
    expect(rows.map((row) => [row.email, subscribers.decode(row).topics])).toEqual([
      ['all@example.net', undefined],
      ['asha@example.net', ['course-dates']],
      ['old@example.net', undefined],
    ])
    await settings({ showTopics: null })
  })

  test('pauses and reasons are in the list, the download and the data of a person', async () => {
    await one({ email: 'asha@example.net', subscribedAt: '2026-02-01T00:00:00.000Z', topics: ['course-dates', 'gone'] })
    await one({
      email: 'ravi@example.net',
      subscribedAt: '2026-02-01T00:00:00.000Z',
      pausedUntil: '2027-02-23T18:30:00.000Z',
    })
    await one({
      email: 'zoe@example.net',
      state: 'unsubscribed',
      subscribedAt: '2026-02-01T00:00:00.000Z',
      leftBy: 'newsletter-1',
      leftReason: 'Too many',
    })
    const { subscribers: list } = await (await call('GET', '/api/newsletter/subscribers?sort=email&page=1')).json()
    const listed = Object.fromEntries(list.map((row: Subscriber) => [row.email.split('@')[0], row]))
    expect(listed['asha']).toMatchObject({ topics: ['Course dates'] })
    expect(listed['ravi']).toMatchObject({ pausedUntil: '2027-02-23T18:30:00.000Z' })
    expect(listed['ravi']).not.toHaveProperty('topics')
    expect(listed['zoe']).toMatchObject({ leftBy: 'newsletter-1', leftReason: 'Too many' })
    const [, ...lines] = (await (await call('GET', '/api/newsletter/subscribers.csv')).text()).trim().split('\r\n')
    expect(lines.map((line) => line.split(',').slice(3).join(',')).sort()).toEqual([
      '"","","Too many"',
      '"","2027-02-24 00:00:00",""',
      '"Course dates","",""',
    ])
    const person = async (email: string) => {
      const { key } = await (await call('POST', '/api/persons/find', { email })).json()
      return (await call('GET', `/api/persons/${key}`)).text()
    }
    expect(await person('asha@example.net')).toContain('Course dates')
    expect(await person('ravi@example.net')).toContain('2027-02-23 18:30 UTC')
    expect(await person('zoe@example.net')).toContain('Too many')
  })
})

describe('the welcome email', () => {
  const both = shareMailSite(['subscribers'], {}, { newsletter: { hold: 0, confirm: false } })
  const welcomes = ({ db }: TestApp['database']) =>
    db.selectFrom('deliveries').select(['recipientId', 'state', 'reason']).where('kind', '=', 'welcome').execute()

  test('goes once to each who signs up or confirms, with links to choose and to unsubscribe', async () => {
    const { sink, site } = both
    const staff = callAs(site, await site.asStaff())
    await site.post('/api/newsletter/subscribe', { email: 'before@example.net' })
    expect(await welcomes(site.database)).toEqual([])
    await staff('PUT', '/api/settings/subscriptions', { welcome: true, welcomeText: 'Hello.\n\nWe are {brand}.' })
    await Promise.all([1, 2, 3].map(() => site.post('/api/newsletter/subscribe', { email: 'asha@example.net' })))
    await importSubscribers(async (...sent) => (await staff(...sent)).json(), 'imported@example.net')
    await expect.poll(() => sink.taken.length).toBe(1)
    const mail = await PostalMime.parse(sink.taken[0]?.source ?? '')
    expect(mail.to).toMatchObject([{ address: 'asha@example.net' }])
    expect(mail.subject).toBe('Welcome to the Acme Cloud newsletter')
    expect(mail.text).toContain('We are Acme Cloud.')
    const token = /preferences\?token=([\w.-]+)/.exec(mail.text ?? '')?.[1] ?? ''
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(
      '/newsletter/unsubscribe?token=',
    )

    await site.post('/api/newsletter/preferences', { token, action: 'leave' })
    await site.post('/api/newsletter/preferences', { token, action: 'return' })
    const [pending] = await addSubscribers(site.database, 1, { state: 'pending' })
    const confirm = await signToken(site.database, 'confirm', pending?.id ?? '', Date.now() + 60_000)
    const confirming = { purpose: 'confirm', token: confirm, action: 'confirm' }
    await Promise.all([1, 2, 3].map(() => site.post('/api/newsletter/subscription', confirming)))
    await expect.poll(() => sink.taken.length).toBe(2)
    expect(await welcomes(site.database)).toHaveLength(2)
  })

  test('is not sent to a subscriber who has left meanwhile', async () => {
    const { sink, site } = both
    const [reader] = await addSubscribers(site.database, 1)
    const id = reader?.id ?? ''
    await site.database.transaction(async (trx) => {
      await queueWelcome(trx, id)
      const stored = await findSubscriber(trx, { id })
      if (stored) await setState(trx, stored, 'unsubscribed')
    })
    await expect
      .poll(() => welcomes(site.database))
      .toMatchObject([{ recipientId: id, state: 'skipped', reason: 'Unsubscribed' }])
    expect(sink.taken).toEqual([])
  })
})
