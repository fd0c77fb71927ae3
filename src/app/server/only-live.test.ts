import '#testing/property-seed.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueDueNotifications } from '#features/blog/notification/due-notifications.server.ts'
import { type PublicKind, publicKinds } from '#testing/public-kinds.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'

const hour = 3_600_000
/** A fixed time, in milliseconds, shortly before the end of a month. */
const start = Date.parse('2031-02-28T18:25:00Z')
let now = start
const at = (hours: number) => new Date(start + hours * hour).toISOString()

let sink: SmtpSink
let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp(
    // With one connection, messages arrive in the order in which they are due.
    { newsletter: { hold: 3_600, confirm: false }, mail: mailSettings({ smtpUrl: sink.url, connections: 1 }) },
    { built: true, clock: () => now },
  )
  call = callAs(site, await site.asStaff({ name: 'Meera' }))
  await addSubscribers(site.database, 1)
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

const structuredData = /<script type="application\/ld\+json">([^<]*)<\/script>/g

/** Whether visitors find a record. Every address that could show it agrees, also when its answer comes from a cache. */
async function isPublic({ shownBy, structured, atMost }: PublicKind, word: string): Promise<boolean> {
  const places: Record<string, boolean> = {}
  for (const path of new Set([...shownBy(word), ...atMost]))
    for (const from of ['made', 'cached']) {
      const body = await (await site.get(path)).text()
      const data = [...body.matchAll(structuredData)].map(([, json]) => json).join()
      places[`${path}, ${from}`] = body.includes(`on-${word}`)
      if (structured(word).includes(path)) places[`${path}, ${from}, structured`] = data.includes(`on-${word}`)
    }
  const binding = Object.entries(places).filter(
    ([place, found]) => found || !atMost.includes(place.split(',')[0] ?? ''),
  )
  expect(new Set(binding.map(([, found]) => found)).size, JSON.stringify(places, null, 1)).toBe(1)
  return binding[0]?.[1] ?? false
}

/** Ends the hold of all messages. @returns how many with this subject have then arrived */
async function mailsAbout(subject: string, last: string): Promise<number> {
  await queueDueNotifications({ config: site.config, database: site.database, mailService: { wake() {} } as never })
  const waiting = site.database.db.updateTable('deliveries').where('state', '=', 'waiting')
  const before = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  await waiting.set({ dueAt: before(60) }).execute()
  // A message that is due after all others has arrived when they have.
  const input = {
    title: last,
    slug: last,
    excerpt: 'Last.',
    category: 'Cloud',
    published: true,
    sendNotification: true,
  }
  const { _id } = await (await call('POST', '/api/blogs', input)).json()
  await waiting
    .set({ dueAt: before(1) })
    .where('dueAt', '>', before(30))
    .execute()
  await call('POST', `/api/blogs/${_id}/notification/resume`, {})
  const arrived = (about: string) => sink.taken.filter(({ source }) => source.includes(`Subject: ${about}`)).length
  await expect.poll(() => arrived(last), { timeout: 15_000 }).toBe(1)
  return arrived(subject)
}

const time = fc.option(
  fc.integer({ min: -3, max: 6 }).map((hours) => at(hours)),
  { nil: '' },
)
const step = fc.oneof(
  fc.record({
    act: fc.constant('save' as const),
    text: fc.constantFrom<string>('a', 'b', 'c', 'd'),
    live: fc.boolean(),
    publishAt: time,
    unpublishAt: time,
  }),
  fc.record({ act: fc.constantFrom('publish' as const, 'unpublish' as const) }),
  fc.record({ act: fc.constantFrom('delete' as const, 'restore' as const) }),
  fc.record({ act: fc.constant('wait' as const), until: fc.integer({ min: 0, max: 6 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const save = (text: string, publishAt: string, unpublishAt = ''): Step => ({
  act: 'save',
  text,
  live: true,
  publishAt,
  unpublishAt,
})
const examples: [string, Step[]][] = [
  // A planned post that has appeared is saved twice within a minute: what was public in between is no mere draft.
  ['blogs', ['a', 'b', 'c'].map((text) => save(text, at(-1)))],
  // Each of these ends with a message that still waits.
  ['blogs', [save('a', '', at(2)), { act: 'wait', until: 3 }]],
  ['blogs', [{ act: 'unpublish' }]],
  ['blogs', [save('a', at(1)), { act: 'wait', until: 1 }]],
  ...['courses', 'products', 'services', 'questions', 'openings'].map((name): [string, Step[]] => [
    name,
    [save('a', at(1), at(3)), { act: 'wait', until: 1 }, { act: 'wait', until: 3 }],
  ]),
]

let made = 1_000
test('nothing that is not live is ever public, and all that ever was is in the history, whatever staff do and whenever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(publicKinds)),
      fc.array(step, { minLength: 4, maxLength: 7 }),
      async (name, steps) => {
        const kind = publicKinds[name] as PublicKind
        const word = `zq${++made}`
        const path = `/api/${name}`
        now = start
        let input = { ...kind.input(word), [kind.text]: 'first', [kind.flag]: true, publishAt: '', unpublishAt: '' }
        const created = await call('POST', path, input)
        expect(created.status, await created.clone().text()).toBe(201)
        const { _id } = await created.json()
        let live = true
        let [deleted, everDeleted] = [false, false]
        let shown = await isPublic(kind, word)
        const seen = new Set(['first'])
        for (const one of steps) {
          if (one.act === 'wait') now = start + one.until * hour
          else if (one.act === 'save') {
            const { publishAt, unpublishAt } = one
            const next = { ...input, [kind.text]: one.text, [kind.flag]: one.live, publishAt, unpublishAt }
            const { status } = await call('PUT', `${path}/${_id}`, next)
            const ordered = !publishAt || !unpublishAt || publishAt < unpublishAt
            expect(status).toBe(deleted ? 404 : ordered ? 200 : 422)
            if (status === 200) [input, live] = [next, one.live]
          } else if (one.act === 'publish' || one.act === 'unpublish') {
            const answer = await call('POST', `${path}/bulk`, { action: one.act, records: [{ _id }] })
            const { changed, failed } = await answer.json()
            expect(failed).toHaveLength(deleted ? 1 : 0)
            if (changed.length > 0) live = one.act === 'publish'
          } else if (one.act === 'delete') {
            expect((await call('DELETE', `${path}/${_id}`)).status).toBe(deleted ? 404 : 200)
            deleted = everDeleted = true
          } else {
            expect((await call('POST', `/api/trash/${name}/${_id}/restore`)).status).toBe(deleted ? 200 : 404)
            deleted = false
          }
          const moment = new Date(now).toISOString()
          const begun = !input.publishAt || input.publishAt <= moment
          const ended = Boolean(input.unpublishAt) && input.unpublishAt <= moment
          shown = await isPublic(kind, word)
          expect(shown, `${name} after ${JSON.stringify(one)}`).toBe(live && !deleted && begun && !ended)
          if (shown) seen.add(String(input[kind.text as keyof typeof input]))
        }
        if (name === 'blogs') {
          const mails = await mailsAbout(`Tides of ${word}`, `last-${word}`)
          expect(mails, 'messages').toBeLessThanOrEqual(shown ? 1 : 0)
          // The trash has cancelled it.
          if (shown && !everDeleted) expect(mails, 'messages').toBe(1)
        }
        if (deleted) await call('POST', `/api/trash/${name}/${_id}/restore`)
        const { revisions } = await (await call('GET', `${path}/${_id}/revisions?limit=200`)).json()
        const kept = await Promise.all(
          // A text that nothing has changed is in the first of them, as all others are.
          (revisions as { changed: string[]; version: number }[])
            .filter(({ changed }) => changed.includes(kind.text))
            .map(async ({ version }) => (await call('GET', `${path}/${_id}/revisions/${version}`)).json()),
        )
        const texts = new Set(kept.map(({ fields }) => fields[kind.text] ?? ''))
        expect([...seen].filter((text) => !texts.has(text))).toEqual([])
        // Later cases are not to wait for it.
        await call('DELETE', `${path}/${_id}`)
      },
    ),
    { numRuns: examples.length + 2, examples },
  )
}, 60_000)
