import '#testing/property-seed.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueDueNotifications } from '#features/blog/notification/post-notification.server.ts'
import { type PublicKind, publicKinds } from '#testing/public-kinds.ts'
import { startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'

const hour = 3_600_000
/** A fixed time, in milliseconds, shortly before the end of a month. */
const start = Date.parse('2031-02-28T18:25:00Z')
let now = start
const at = (hours: number) => new Date(start + hours * hour).toISOString()

const sink = await startSmtpSink()
const site = await startTestApp(
  // With one connection, messages arrive in the order in which they are due.
  { newsletter: { hold: 3_600, confirm: false }, mail: mailSettings({ smtpUrl: sink.url, connections: 1 }) },
  { built: true, clock: () => now },
)
const kinds = await publicKinds(site)
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  call = callAs(site, await site.asStaff({ name: 'Meera' }))
  await addSubscribers(site.database, 1)
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

const structuredData = /<script type="application\/ld\+json">([^<]*)<\/script>/g

/** A record that staff work on, and what it should be. */
type Track = {
  name: string
  kind: PublicKind
  word: string
  id: string
  input: Record<string, unknown>
  live: boolean
  deleted: boolean
  everDeleted: boolean
  /** The texts that visitors have seen. */
  seen: Set<unknown>
}

/** Requests an address twice: the rendered and the cached response. */
const ask = async (path: string) => {
  const read = async () => {
    const answer = await site.get(path)
    const text = await answer.text()
    const address = path.replace(/^\/api/, '')
    // The answer for a record that was public may repeat its address.
    return answer.ok ? text : text.replaceAll(address, '').replace(/"slug":"[^"]*"/, '')
  }
  return { made: await read(), cached: await read() }
}
type Answers = Map<string, { made: string; cached: string }>

/** Whether visitors find a record. Every address that could show it agrees, also when its answer comes from a cache. */
function isPublic({ kind: { shownBy, structured, atMost }, word }: Track, answers: Answers): boolean {
  const places: Record<string, boolean> = {}
  for (const path of new Set([...shownBy(word), ...atMost]))
    for (const [from, body] of Object.entries(answers.get(path) ?? {})) {
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

function shouldBePublic({ live, deleted, input: { publishAt, unpublishAt } }: Track): boolean {
  const moment = new Date(now).toISOString()
  return (
    live && !deleted && (!publishAt || String(publishAt) <= moment) && (!unpublishAt || String(unpublishAt) > moment)
  )
}

/** Looks at all addresses that could show one of the records. @param the last step of each of them */
async function look(tracks: Track[], after: (Step | undefined)[] = []): Promise<void> {
  const paths = new Set(tracks.flatMap(({ kind, word }) => [...kind.shownBy(word), ...kind.atMost]))
  const answers: Answers = new Map()
  for (const path of paths) answers.set(path, await ask(path))
  for (const [place, track] of tracks.entries()) {
    const shown = isPublic(track, answers)
    expect(shown, `${track.name} after ${JSON.stringify(after[place])}`).toBe(shouldBePublic(track))
    if (shown) track.seen.add(track.kind.textIn(track.input))
  }
}

/** Ends the hold of all messages. @returns how many with a subject have then arrived */
async function mails(last: string): Promise<(subject: string) => number> {
  await queueDueNotifications({ config: site.config, database: site.database }, site.app.log)
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
  await expect.poll(() => arrived(last)).toBe(1)
  return arrived
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
const wait = (until: number): Step => ({ act: 'wait', until })
const others = Object.keys(kinds).filter((name) => name !== 'blogs')
const example: [string, Step[]][] = [
  // A planned post that has appeared is saved twice within a minute: the state in between was public, so it is not a draft.
  ['blogs', ['a', 'b', 'c'].map((text) => save(text, at(-1)))],
  // Each of these ends with a pending message.
  ['blogs', [save('a', '', at(2)), wait(1), wait(3)]],
  ['blogs', [{ act: 'unpublish' }]],
  ['blogs', [save('a', at(1)), wait(1)]],
  ...others.map((name): [string, Step[]] => [name, [save('a', at(1), at(3)), wait(1), wait(3)]]),
]

let made = 1_000
async function begin(name: string): Promise<Track> {
  const kind = kinds[name] as PublicKind
  const word = `zq${++made}`
  // Kinds without notifications ignore it.
  const input = {
    ...kind.input(word),
    sendNotification: true,
    ...kind.withText('first'),
    [kind.flag]: true,
    publishAt: '',
    unpublishAt: '',
  }
  const created = await call('POST', `/api/${name}`, input)
  expect(created.status, await created.clone().text()).toBe(201)
  const { _id: id } = await created.json()
  return { name, kind, word, id, input, live: true, deleted: false, everDeleted: false, seen: new Set() }
}

async function take(track: Track, step: Step): Promise<void> {
  const { name, kind, id, input, deleted } = track
  const path = `/api/${name}`
  if (step.act === 'wait') now = start + step.until * hour
  else if (step.act === 'save') {
    const { publishAt, unpublishAt } = step
    const next = { ...input, ...kind.withText(step.text), [kind.flag]: step.live, publishAt, unpublishAt }
    const { status } = await call('PUT', `${path}/${id}`, next)
    const ordered = !publishAt || !unpublishAt || publishAt < unpublishAt
    expect(status).toBe(deleted ? 404 : ordered ? 200 : 422)
    if (status === 200) Object.assign(track, { input: next, live: step.live })
  } else if (step.act === 'publish' || step.act === 'unpublish') {
    const answer = await call('POST', `${path}/bulk`, { action: step.act, records: [{ _id: id }] })
    const { changed, failed } = await answer.json()
    expect(failed).toHaveLength(deleted ? 1 : 0)
    if (changed.length > 0) track.live = step.act === 'publish'
  } else if (step.act === 'delete') {
    expect((await call('DELETE', `${path}/${id}`)).status).toBe(deleted ? 404 : 200)
    track.deleted = track.everDeleted = true
  } else {
    expect((await call('POST', `/api/trash/${name}/${id}/restore`)).status).toBe(deleted ? 200 : 404)
    track.deleted = false
  }
}

/** Whether the history has every text that visitors have seen. The record is deleted then, so that later cases do not wait for it. */
async function finish({ name, kind, id, deleted, seen }: Track): Promise<void> {
  const path = `/api/${name}/${id}`
  if (deleted) await call('POST', `/api/trash/${name}/${id}/restore`)
  const { revisions } = await (await call('GET', `${path}/revisions?limit=200`)).json()
  const kept = await Promise.all(
    // A text that nothing has changed is in the first of them, as all others are.
    (revisions as { changed: string[]; version: number }[])
      .filter(({ changed }) => changed.includes(kind.text))
      .map(async ({ version }) => (await call('GET', `${path}/revisions/${version}`)).json()),
  )
  const texts = new Set<unknown>(kept.map(({ fields }) => kind.textIn(fields) ?? ''))
  expect([...seen].filter((text) => !texts.has(text))).toEqual([])
  await call('DELETE', path)
}

const histories = fc.array(
  fc.tuple(fc.constantFrom(...Object.keys(kinds)), fc.array(step, { minLength: 4, maxLength: 7 })),
  { minLength: 1, maxLength: 2 },
)
test('nothing that is not live is ever public, and all that ever was is in the history, whatever staff do and whenever', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (all) => {
      now = start
      const tracks: Track[] = []
      for (const [name] of all) tracks.push(await begin(name))
      await look(tracks)
      for (let place = 0; all.some(([, steps]) => place < steps.length); place++) {
        const taken = all.map(([, steps]) => steps[place])
        for (const [index, track] of tracks.entries()) {
          const next = taken[index]
          if (next) await take(track, next)
        }
        await look(tracks, taken)
      }
      const posts = tracks.filter(({ name }) => name === 'blogs')
      const arrived = posts.length > 0 ? await mails(`last-${made}`) : () => 0
      for (const post of posts) {
        const [count, shown] = [arrived(`Tides on-${post.word}`), shouldBePublic(post)]
        expect(count, 'messages').toBeLessThanOrEqual(shown ? 1 : 0)
        // The trash has cancelled it.
        if (shown && !post.everDeleted) expect(count, 'messages').toBe(1)
      }
      for (const track of tracks) await finish(track)
    }),
    { numRuns: 3, examples: [[example]] },
  )
})
