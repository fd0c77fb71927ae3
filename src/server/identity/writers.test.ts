// On both databases: it makes every call of the staff against records in every state.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#app/pages.ts'
import { may, type Permission } from '#contract/roles.ts'
import { describedOperations, type Operation, type Schema } from '#testing/api-operations.ts'
import { describedResources } from '#testing/described-resources.ts'
import { makeBody } from '#testing/generated-bodies.ts'
import type { Known } from '#testing/generated-values.ts'
import { sortByAccess } from '#testing/route-access.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import { randomFrom } from '#ui/drawing/shapes.ts'

const seed = process.env['FC_SEED'] ?? '1'
/** How many generated bodies each call gets for each record. */
const bodies = process.env['TEST_ALL'] === 'false' ? 1 : 4
/** Requests at the same time. */
const lanes = 6

const site = await startTestApp(
  { rateLimit: false, sampleContent: true, newsletter: { hold: 3_600, confirm: false } },
  {
    built: true,
    async fetchOutside() {
      return { status: 200, body: Buffer.from('<title>A</title>') }
    },
  },
)
const { db } = site.database
const owner = callAs(site, await site.asStaff())
let intern: SignedIn
let writer: ReturnType<typeof callAs>
let others: ReturnType<typeof callAs>
const signIn = async () => {
  intern = await site.asStaff({ role: 'writer', name: 'Isha Joshi' })
  writer = callAs(site, intern)
}
/** The records of each kind, by the first word of the path of their calls. */
const records = new Map<string, string[]>()
const remember = (kind: string, id: string) => records.set(kind, [...(records.get(kind) ?? []), id])
/** The course with the dates. */
let parent = ''

type Made = { _id: string; version: number } & Record<string, unknown>
const made = async (path: string, input: object): Promise<Made> => {
  const answer = await owner('POST', `/api${path}`, input)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}

const past = '2020-01-01T00:00:00.000Z'
const future = '2999-01-01T00:00:00.000Z'
const states = {
  live: { on: true },
  scheduled: { on: true, publishAt: future },
  ended: { on: true, publishAt: past, unpublishAt: '2021-01-01T00:00:00.000Z' },
  draft: { on: false },
  plannedDraft: { on: false, publishAt: past },
  trashed: { on: true, inTrash: true },
  trashedDraft: { on: false, inTrash: true },
}

const picture = (shade: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 90 } } })
    .png()
    .toBuffer()
async function upload(by: typeof owner, path: string, bytes: Buffer) {
  const form = new FormData()
  form.append('image', new File([bytes as BlobPart], 'picture.png'))
  return by('POST', path, form)
}
const added = async (shade: number) => (await upload(owner, '/api/media', await picture(shade))).json()
const pictures: Record<'shown' | 'unused' | 'trashed', { _id: string; url: string }> = Object.create(null)

beforeAll(async () => {
  await signIn()
  others = callAs(site, await site.asStaff({ role: 'writer', name: 'Om Rao' }))
  await addSubscribers(site.database, 2)
  for (const [index, name] of (['shown', 'unused', 'trashed'] as const).entries())
    pictures[name] = await added(10 + index)
  expect((await owner('DELETE', `/api/media/${pictures.trashed._id}`)).status).toBe(200)
  let number = 0
  for (const { path, input, flags, fields, entity } of await describedResources(site)) {
    const kind = path.split('/')[1] ?? ''
    const flag = entity?.flag
    for (const { on, ...state } of Object.values(flag ? states : { live: states.live, other: states.live })) {
      const { inTrash, ...schedule } = { inTrash: false, ...state }
      const own = {
        ...input,
        ...('slug' in input && { slug: `wall-${kind}-${++number}` }),
        ...(flag && { [flag]: on, ...schedule }),
        ...(flags.includes('featured') && { featured: true }),
        ...(fields.includes('imageUrl') && { imageUrl: pictures.shown.url }),
        ...(fields.includes('authorId') && { authorId: intern.user.profileId }),
      }
      const { _id } = await made(path, own)
      // The dates have a path of their own.
      remember(path.endsWith('/cohorts') ? 'cohorts' : kind, _id)
      if (path.endsWith('/cohorts')) parent = path.split('/')[2] ?? ''
      if (inTrash) expect((await owner('DELETE', `/api${path}/${_id}`)).status).toBe(200)
      // A former address leads here.
      else if ('slug' in own) await owner('PUT', `/api${path}/${_id}`, { ...own, slug: `${own.slug}-now` })
    }
  }
  await db.updateTable('courses').set({ active: true }).where('id', '=', parent).execute()
  for (const id of Object.values(pictures).map(({ _id }) => _id)) remember('media', id)
  const letters = await Promise.all(
    ['draft', 'sent', 'held', 'gone'].map((subject) =>
      made('/newsletters', { subject, title: subject, body: 'Words.' }),
    ),
  )
  for (const { _id } of letters.slice(1)) {
    remember('newsletters', _id)
    expect((await owner('POST', `/api/newsletters/${_id}/send`, {})).status).toBe(200)
  }
  await db
    .updateTable('notifications')
    .set({ fixedAt: past, holdUntil: past })
    .where('newsletterId', '!=', letters[2]?._id ?? '')
    .execute()
  expect((await owner('DELETE', `/api/newsletters/${letters[3]?._id}`)).status).toBe(200)
  // A second round of the background work must change nothing either.
  await owner('POST', '/api/faqs', { question: 'Last?', answer: 'Yes.', active: false })
}, 120_000)
afterAll(() => site.close())

const locations = /<loc>(.*?)<\/loc>/g
const files = /\/(?:media|files)\/[\w./-]+/g

/** The only part of a page that differs each time. */
const renderedAt = /"(?:dehydratedAt|dataUpdatedAt)":\d+/g

/** All that people outside can read, by its address. */
async function readPublic(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const read = async (path: string) => {
    if (found.has(path)) return
    const answer = await site.get(path)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString('latin1').replaceAll(renderedAt, '')
    found.set(path, `${answer.status} ${answer.headers.get('location')} ${text}`)
  }
  const slugs = await Promise.all(
    (['blogs', 'courses', 'cases'] as const).map(async (table) => {
      const [place, former] = {
        blogs: ['blog', 'blogPastSlugs'],
        courses: ['courses', 'coursePastSlugs'],
        cases: ['work', 'casePastSlugs'],
      }[table] as [string, 'blogPastSlugs']
      const rows = await db.selectFrom(table).select('slug').where('slug', 'like', 'wall-%').execute()
      const past = await db.selectFrom(former).select('slug').execute()
      const api = { blogs: 'blogs', courses: 'courses', cases: 'work' }[table]
      return [...rows, ...past].flatMap(({ slug }) => [`/${place}/${slug}`, `/api/${api}/${slug}`])
    }),
  )
  const codes = (await db.selectFrom('notifications').select('code').execute()).map(({ code }) => code)
  const sitemap = await (await site.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(locations)].map(([, address = '']) => new URL(address).pathname)
  const { public: publicCalls, open } = sortByAccess(site.routes)
  const calls = [...publicCalls, ...open]
    .filter((route) => /^GET [^:]+$/.test(route) && !/token|identity|\/link|preferences|subscription|\.ics/.test(route))
    .map((route) => route.replace('GET ', ''))
  const paths = pages.map(({ path }) => path).filter((path) => !/[:*]/.test(path))
  const all = [
    ...['/sitemap.xml', '/rss.xml', '/', '/robots.txt', '/api/blogs?limit=100', '/api/courses?limit=100'],
    ...[...listed, ...calls, ...paths, ...slugs.flat()],
    ...codes.flatMap((code) => [`/newsletters/${code}`, `/api/newsletters/by-code/${code}`]),
    ...Object.values(pictures).map(({ url }) => url),
  ]
  await inLanes([...new Set(all)], read)
  const named = [...found.values()].flatMap((body) => [...body.matchAll(files)].map(([address]) => address))
  await inLanes([...new Set(named)], read)
  return found
}

async function inLanes<One>(all: One[], work: (one: One) => Promise<unknown>): Promise<void> {
  const waiting = [...all]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
    }),
  )
}

/** The messages that leave, and their recipients. */
const readMail = async () => ({
  notifications: await db.selectFrom('notifications').selectAll().orderBy('id').execute(),
  deliveries: await db.selectFrom('deliveries').select(['id', 'kind', 'state', 'dueAt']).orderBy('id').execute(),
  mails: await db.selectFrom('postMails').selectAll().orderBy('blogId').execute(),
})

const accessOf = ({ method, path }: Operation) =>
  site.configs.get(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)?.access

/** Those that end the session are for the writer alone. */
const isOver = ({ path }: Operation) => /\/identity\/(sign-out|password)/.test(path)

/** The paths of a call, one for each record that it may be about. */
async function pathsOf({ path }: Operation): Promise<string[]> {
  if (path.startsWith('/api/trash/{entity}')) {
    const kinds = site.entities.flatMap(({ table }) => (records.get(table.name) ?? []).map((id) => [table.name, id]))
    return [...kinds, ['mediaItems', pictures.trashed._id]].map(([entity = '', id = '']) =>
      path.replace('{entity}', entity).replace('{id}', id),
    )
  }
  const kind = /\/cohorts/.test(path) ? 'cohorts' : (path.split('/')[2] ?? '')
  const known = records.get(kind) ?? ['x']
  const place = path.replace('{course}', parent).replaceAll(/\{(?!id\})\w+\}/g, 'x')
  return path.includes('{id}') ? known.map((id) => place.replace('{id}', id)) : [place]
}

/** The bodies of a call: generated ones, and those that would publish, schedule and end whatever takes them. */
function bodiesOf({ bodies: schemas, path }: Operation, at: string): { type: string; bytes: Buffer | string }[] {
  const [type] = Object.keys(schemas)
  if (!type) return [{ type: '', bytes: '' }]
  const random = randomFrom(`${seed} ${at}`)
  const known: Known = new Map()
  for (const [kind, ids] of records) known.set(kind, ids)
  const { properties = {} }: Schema = schemas['application/json'] ?? {}
  const value = () => {
    const { bytes } = makeBody(
      'application/json',
      { 'application/json': schemas['application/json'] ?? {} },
      { random, known, calm: true },
    )
    return JSON.parse(bytes.toString() || '{}') as object
  }
  const own = (names: object) => Object.fromEntries(Object.entries(names).filter(([name]) => name in properties))
  const flags = (on: boolean) => own({ active: on, published: on, featured: on, sendNotification: on, cancelled: on })
  const overlays = [
    {},
    { ...flags(true), ...own({ publishAt: '', unpublishAt: '' }) },
    { ...flags(false), ...own({ publishAt: past }) },
    own({ publishAt: future, sendAt: future }),
    own({ active: true, published: true, imageUrl: pictures.trashed.url }),
    own({ imageUrl: pictures.shown.url, imageAlt: 'Planted', alt: 'Planted' }),
  ]
  if (path.endsWith('/bulk')) {
    const actions = properties['action']?.enum ?? []
    const all = records.get(path.split('/')[2] ?? '') ?? []
    const listed = all.map((_id) => ({ _id }))
    return actions.map((action) => ({ type: 'application/json', bytes: JSON.stringify({ action, records: listed }) }))
  }
  if (path.endsWith('/reorder') || path.endsWith('/order')) {
    const kind = path.split('/')[2] ?? ''
    const list = (records.get(kind) ?? []).toReversed().map((_id) => ({ _id }))
    return [{ type: 'application/json', bytes: JSON.stringify({ [kind]: list }) }]
  }
  if (!('application/json' in schemas)) return [makeBody(type, schemas, { random, known, calm: true })]
  return Array.from({ length: bodies }, () =>
    overlays.map((overlay) => ({ type: 'application/json', bytes: JSON.stringify({ ...value(), ...overlay }) })),
  ).flat()
}

/** Records are made before they change, and deleted last. */
const turnOf = ({ method, path }: Operation) =>
  method === 'DELETE' ? (path.includes('/trash/') ? 3 : 2) : method === 'POST' && !path.includes('{') ? 0 : 1

test('a writer makes no byte public, changes none and takes none away, by any call', { timeout: 300_000 }, async () => {
  const operations = (await describedOperations(site))
    .filter((one) => {
      const access = accessOf(one)
      return one.method !== 'GET' && !isOver(one) && access !== undefined && access !== 'public' && access !== 'open'
    })
    .toSorted((one, other) => turnOf(one) - turnOf(other))
  const first = await readPublic()
  const mail = await readMail()
  // The caches start again, so that an address whose bytes differ by themselves shows.
  await made('/faqs', { question: 'Why?', answer: 'Because.', active: false })
  const before = await readPublic()
  const stable = [...before].filter(([path, bytes]) => first.get(path) === bytes)
  expect([...before.keys()].filter((path) => first.get(path) !== before.get(path))).toEqual([])
  expect(stable.length).toBeGreaterThan(100)

  const done = new Map<string, number>()
  const refused = new Map<string, number>()
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`
    const isOpen = may('writer', accessOf(operation) as Permission)
    const paths = await pathsOf(operation)
    const tries = paths.flatMap((path) => bodiesOf(operation, path).map((body) => ({ path, body })))
    await inLanes(isOpen ? tries : tries.slice(0, 2), async ({ path, body: { type, bytes } }) => {
      for (const query of operation.method === 'PUT' && bytes ? ['', '?workingCopy=publish'] : [''])
        await ask(path + query)
      async function ask(address: string) {
        const headers = { ...intern.headers, ...(type && { 'content-type': type }) }
        const answer = await site.get(address, {
          method: operation.method,
          headers,
          body: bytes ? (new Uint8Array(Buffer.from(bytes)) as BodyInit) : null,
        })
        const text = await answer.text()
        expect(answer.status, `${name} ${bytes.toString().slice(0, 300)}: ${text}`).not.toBe(500)
        if (answer.status === 401) await signIn()
        if (answer.status === 403) count(refused, name)
        if (answer.status < 300) count(done, name)
        const kind = operation.path.split('/')[2] ?? ''
        if (answer.status === 201 && records.has(kind) && turnOf(operation) === 0) {
          const ids = records.get(kind) ?? []
          if (ids.length < 12) remember(kind, JSON.parse(text)._id)
        }
      }
    })
    if (!isOpen) expect(done.get(name) ?? 0, name).toBe(0)
  }

  const after = await readPublic()
  // The addresses of new drafts answer like any unknown one.
  const changed = [...after].filter(
    ([path, bytes]) =>
      (before.get(path) ?? '404').slice(0, before.has(path) ? undefined : 3) !==
      (before.has(path) ? bytes : bytes.slice(0, 3)),
  )
  expect(changed.map(([path, bytes]) => [path, before.get(path)?.slice(0, 300), bytes.slice(0, 300)])).toEqual([])
  expect([...before.keys()].filter((path) => !after.has(path))).toEqual([])
  expect(await readMail()).toEqual(mail)
  console.log([...done], [...refused])
})
