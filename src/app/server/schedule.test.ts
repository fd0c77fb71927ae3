// On both databases: times are compared in queries.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { queueDueNotifications } from '#features/blog/notification/post-notification.server.ts'
import { asOfTime } from '#server/runtime/clock.ts'
import { publicKinds } from '#testing/public-kinds.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'

const hour = 3_600_000
/** A fixed time, in milliseconds, far from the present. */
const start = Date.parse('2031-02-28T18:25:00Z')
let now = start
const at = (hours: number) => new Date(start + hours * hour).toISOString()

const site = await startTestApp({ newsletter: { hold: 3_600, confirm: false } }, { clock: () => now })
let staff: SignedIn
beforeAll(async () => {
  staff = await site.asStaff({ name: 'Meera' })
})
afterAll(() => site.close())

const call = (method: string, path: string, body?: unknown) => callAs(site, staff)(method, path, body)
const text = async (path: string) => (await site.get(path)).text()
const stored = async (path: string) => (await call('GET', path)).json()

let made = 0
const post = (fields: object = {}) => {
  const slug = `tidal-${++made}`
  return { title: 'Tides', slug, excerpt: 'Short.', category: 'Cloud', published: true, ...fields }
}

describe.each(Object.entries(await publicKinds(site)))('%s', (name, { flag, input: inputFor }) => {
  const path = `/api/${name}`
  const words = 'on-schedule'
  const input = inputFor('schedule')

  // One condition compares the times of all kinds.
  const each = name === 'blogs' ? {} : sameOnBoth
  test('appears and ends at its times, without a write and cached, also when the clock goes back', each, async () => {
    now = start
    const planned = { ...input, [flag]: true, publishAt: '2031-03-01T00:00:00+05:30', unpublishAt: at(2) }
    const answer = await call('POST', path, planned)
    expect(answer.status).toBe(201)
    const { _id, ...record } = await answer.json()
    expect(record).toMatchObject({ publishAt: '2031-02-28T18:30:00.000Z', unpublishAt: at(2), [flag]: true })
    const shown = async () => (await text(path)).includes(words)
    for (const [minutes, is] of [
      [0, false],
      [4.99, false],
      [5, true],
      [119.99, true],
      [120, false],
      [30, true],
      [0, false],
    ] as const) {
      now = start + minutes * 60_000
      // Twice, since the second answer comes from the cache.
      expect([await shown(), await shown()], String(minutes)).toEqual([is, is])
    }
    const kept = await call('PUT', `${path}/${_id}`, input)
    expect(await kept.json()).toMatchObject({ publishAt: record.publishAt, unpublishAt: at(2) })
    const cleared = await (await call('PUT', `${path}/${_id}`, { ...input, publishAt: '', unpublishAt: null })).json()
    expect(cleared).not.toHaveProperty('publishAt')
    expect(cleared).not.toHaveProperty('unpublishAt')
    expect(await shown()).toBe(true)
    await call('PUT', `${path}/${_id}`, { ...input, publishAt: at(-1) })
    expect(await text(path)).not.toContain('publishAt')

    for (const wrong of [{ publishAt: at(3), unpublishAt: at(3) }, { unpublishAt: at(-2) }]) {
      const refused = await call('PUT', `${path}/${_id}`, { ...input, ...wrong })
      expect(refused.status).toBe(422)
      expect((await refused.json()).issues[0].path).toBe('unpublishAt')
    }
    for (const nonsense of ['tomorrow', '2031-02-30', '2031-03-01T09:30', '2031-13-01T00:00:00Z'])
      expect((await call('PUT', `${path}/${_id}`, { ...input, publishAt: nonsense })).status, nonsense).toBe(422)
    await call('DELETE', `${path}/${_id}`)
  })
})

test('staff find planned and ended records by their state, and see a planned one as it will be', async () => {
  now = start
  const planned = post({ publishAt: at(5) })
  const ended = post({ unpublishAt: at(-1) })
  const draft = post({ published: false })
  for (const one of [planned, ended, draft]) await call('POST', '/api/blogs', one)
  const slugs = async (status: string) =>
    (await stored(`/api/blogs/adminblogs?status=${status}`)).blogs.map(({ slug }: { slug: string }) => slug)
  expect(await slugs('scheduled')).toEqual([planned.slug])
  expect(await slugs('ended')).toEqual([ended.slug])
  expect(await slugs('published')).toEqual([])
  expect(await slugs('draft')).toEqual([draft.slug])
  expect(await stored('/api/dashboard')).toMatchObject({ blogs: 3, published: 0, drafts: 1 })
  expect(await isPublicNow(planned.slug)).toBe(false)
  expect(await asOfTime(at(6), () => isPublicNow(planned.slug))).toBe(true)
  expect(await isPublicNow(planned.slug)).toBe(false)
})

test('the plan has each of its days in full, in the company’s zone, also when the clocks change', async () => {
  const berlin = await startTestApp({ timeZone: 'Europe/Berlin' }, { clock: () => now })
  onTestFinished(() => berlin.close())
  const by = callAs(berlin, await berlin.asStaff())
  // 23:30 on 20 March; ten days later the clocks are put forward.
  now = Date.parse('2031-03-20T22:30:00Z')
  const times = {
    today: '2031-03-20T22:59:00Z',
    tomorrow: '2031-03-20T23:00:00Z',
    before: '2031-03-30T00:59:59Z',
    after: '2031-03-30T01:00:00Z',
    last: '2031-04-02T21:59:00Z',
    beyond: '2031-04-02T22:00:00Z',
  }
  for (const [title, publishAt] of Object.entries(times)) await by('POST', '/api/blogs', post({ title, publishAt }))
  const { today, entries } = await (await by('GET', '/api/schedule')).json()
  expect(today).toBe('2031-03-20')
  expect(entries.map(({ name, day }: { name: string; day: string }) => [name, day])).toEqual([
    ['today', '2031-03-20'],
    ['tomorrow', '2031-03-21'],
    ['before', '2031-03-30'],
    ['after', '2031-03-30'],
    ['last', '2031-04-02'],
  ])
})

/** Asks within the process, as pages do. */
const isPublicNow = async (slug: string) => (await site.app.inject(`/api/blogs/${slug}`)).statusCode === 200

test('a post shows the date that its author has set, else the time of its publication', async () => {
  now = start
  const input = post({ publishAt: at(4) })
  const { _id, createdAt } = await (await call('POST', '/api/blogs', input)).json()
  expect(createdAt).toBe(at(4))
  const change = async (fields: object) =>
    await (await call('PUT', `/api/blogs/${_id}`, { ...input, ...fields })).json()
  expect(await change({ dateShown: '2019-05-01T12:00:00Z' })).toMatchObject({
    createdAt: '2019-05-01T12:00:00.000Z',
    publishAt: at(4),
  })
  expect(await change({ dateShown: '', publishAt: at(3) })).toMatchObject({ createdAt: at(3) })
  now = start + 2 * hour
  expect(await change({ publishAt: '' })).toMatchObject({ createdAt: at(2) })
  now = start + 9 * hour
  expect(await change({ publishAt: '' })).toMatchObject({ createdAt: at(2) })
})

test('the notification of a planned post is queued when it appears, once, by whichever process is first', async () => {
  now = start
  await addSubscribers(site.database, 2)
  const mailService = { kind: 'files' } as never
  const parts = { config: site.config, database: site.database, mailService }
  const ask = async () => stored(`/api/blogs/${_id}/notification`)
  const { _id } = await (await call('POST', '/api/blogs', post({ publishAt: at(5), sendNotification: true }))).json()
  expect(await ask()).toMatchObject({ state: 'scheduled', holdUntil: at(5) })
  expect(await queueDueNotifications(parts, site.app.log)).toBe(0)
  now = start + 5 * hour
  const both = await Promise.all([
    queueDueNotifications(parts, site.app.log),
    queueDueNotifications(parts, site.app.log),
  ])
  expect(both.toSorted()).toEqual([0, 1])
  expect(await ask()).toMatchObject({ state: 'held', recipients: 2, createdBy: 'Meera' })
  await call('POST', `/api/blogs/${_id}/notification/undo`, {})
  expect(await queueDueNotifications(parts, site.app.log)).toBe(0)
  expect(await ask()).toMatchObject({ state: 'none' })
})

describe('a record is dated when visitors first see it', () => {
  const planned = { publishAt: at(30) }
  const dated = { dateShown: '2019-05-01T12:00:00Z' }
  type Act = (id: string, input: object) => Promise<Response>
  const put =
    (fields: object): Act =>
    (id, input) =>
      call('PUT', `/api/blogs/${id}`, { ...input, ...fields })
  const bulk =
    (action: string): Act =>
    (_id) =>
      call('POST', '/api/blogs/bulk', { action, records: [{ _id }] })
  /** As a client of the specification sends it: all as text, and the date that it has read. */
  const asForm: Act = async (id, input) => {
    const { createdAt } = await stored(`/api/blogs/id/${id}`)
    return call('PUT', `/api/blogs/${id}`, formOf({ ...input, published: true, createdAt, author: 'me' }))
  }
  const [on, off] = [put({ published: true, publishAt: '', dateShown: '' }), put({ published: false })]

  // Each act is a day after the one before. The draft is made on day 0; the last act publishes.
  test.each<[string, object, Act[], string]>([
    ['by the form', {}, [on], at(24)],
    ['by a client of the specification', {}, [asForm], at(24)],
    ['in the list', {}, [bulk('publish')], at(24)],
    ['after more drafts', {}, [off, put({ published: false, title: 'Again' }), on], at(72)],
    ['by its schedule', {}, [put({ published: true, ...planned })], at(30)],
    ['in the list, before the time of its schedule', planned, [bulk('publish')], at(30)],
    ['in the list, after the time of its schedule', { publishAt: at(4) }, [bulk('publish')], at(24)],
    ['after a schedule that was withdrawn', { published: true, ...planned }, [off, on], at(48)],
    ['at once instead of by its schedule', { published: true, ...planned }, [on], at(24)],
    ['again', { published: true }, [off, on], at(0)],
    ['again in the list', {}, [bulk('publish'), bulk('unpublish'), bulk('publish')], at(24)],
    ['again after its schedule', { published: true, publishAt: at(4) }, [bulk('unpublish'), bulk('publish')], at(4)],
    ['with the date of its author', dated, [bulk('publish')], '2019-05-01T12:00:00.000Z'],
    ['with the date of its author, by the form', {}, [put({ published: true, ...dated })], '2019-05-01T12:00:00.000Z'],
    ['without the date of its author any more', dated, [bulk('publish'), off, on], at(24)],
    ['with a time in the past', {}, [put({ published: true, publishAt: at(-9) })], at(-9)],
    ['and changed later', {}, [on, put({ title: 'Mended' }), asForm], at(24)],
  ])('%s', sameOnBoth, async (_, fields, acts, date) => {
    now = start
    const input = post({ published: false, ...fields })
    const { _id } = await (await call('POST', '/api/blogs', input)).json()
    for (const act of acts) {
      now += 24 * hour
      const answer = await act(_id, { ...post(), ...input, slug: input.slug })
      expect(answer.status).toBe(200)
    }
    now += 24 * hour
    // Staff, the page, the feed and the list have the same date.
    expect(await stored(`/api/blogs/id/${_id}`)).toMatchObject({ createdAt: date })
    expect(await (await site.get(`/api/blogs/${input.slug}`)).json()).toMatchObject({ createdAt: date })
    const [, item = ''] = (await text('/rss.xml')).split(new RegExp(`<link>[^<]*/blog/${input.slug}</link>`))
    expect(item).toContain(new Date(date).toUTCString())
    const { blogs } = await (await site.get('/api/blogs?limit=100')).json()
    const dates = blogs.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(dates).toEqual(dates.toSorted().toReversed())
    await call('DELETE', `/api/blogs/${_id}`)
  })

  test('an opening too', async () => {
    now = start
    const opening = { title: 'Baker', place: 'Pune', kind: 'Full-time', description: 'Bread.', closesOn: '2031-12-31' }
    const { _id } = await (await call('POST', '/api/openings', { ...opening, active: false })).json()
    const act = async (active: boolean) => {
      now += 48 * hour
      await call('PATCH', `/api/openings/${_id}`, { active })
    }
    for (const steps of [[true], [false, true]]) {
      for (const active of steps) await act(active)
      expect(await (await site.get('/api/careers')).json()).toMatchObject([{ postedOn: '2031-03-02' }])
    }
    await call('DELETE', `/api/openings/${_id}`)
  })
})
