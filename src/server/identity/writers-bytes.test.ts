import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, type Permission } from '#contract/roles.ts'
import { sentNewsletters } from '#features/newsletters/sending/newsletter.event.ts'
import { describedOperations, type Operation } from '#testing/api-operations.ts'
import { describedResources } from '#testing/described-resources.ts'
import { makeValue } from '#testing/generated-values.ts'
import { inLanes, readPublic } from '#testing/public-bytes.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import { randomFrom } from '#ui/drawing/shapes.ts'

const seed = process.env['FC_SEED'] ?? '1'
/** Each push tries fewer bodies on records in fewer states, in a site without sample content. */
const isQuick = process.env['TEST_ALL'] === 'false'
/** How many generated bodies each call gets for each record. */
const generated = isQuick ? 1 : 8

const site = await startTestApp(
  { rateLimit: false, sampleContent: !isQuick, newsletter: { hold: 3_600, confirm: false } },
  { built: true, fetchOutside: async () => ({ status: 200, body: await picture(99) }) },
)
const { db } = site.database
const resources = await describedResources(site)
const owner = callAs(site, await site.asStaff())
let intern: SignedIn
const colleague = await site.asStaff({ role: 'editor', name: 'Om Rao' })
const signIn = async () => {
  intern = await site.asStaff({ role: 'writer', name: 'Isha Joshi' })
}
afterAll(() => site.close())

const past = '2020-01-01T00:00:00.000Z'
const future = '2999-01-01T00:00:00.000Z'
const states = {
  live: { on: true },
  scheduled: { on: true, publishAt: future },
  draft: { on: false },
  trashed: { on: true, inTrash: true },
  trashedDraft: { on: false, inTrash: true },
  ...(!isQuick && {
    ended: { on: true, publishAt: past, unpublishAt: '2021-01-01T00:00:00.000Z' },
    plannedDraft: { on: false, publishAt: past },
  }),
}
/** The records of each kind, by the first word of the path of their calls. */
const records = new Map<string, string[]>()
const remember = (kind: string, id: string) => records.set(kind, [...(records.get(kind) ?? []), id])
const kindIn = (path: string) => (/\/cohorts/.test(path) ? 'cohorts' : (path.replace('/api', '').split('/')[1] ?? ''))
const livePost = () => records.get('blogs')?.[0]
/** An address that leads to a live record, for each kind with former slugs. */
const formers = new Map<string, string>()
/** The course with the dates. */
let parent = ''
const reviewed = site.entities.flatMap(({ table, reviewed }) => (reviewed ? [table.name] : []))
/** The preview links that the writer has made, by the paths of their list. */
const links = new Map<string, string>()

type Made = { _id: string; url: string }
async function made(path: string, input: object): Promise<Made> {
  const answer = await owner('POST', `/api${path}`, input)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}
const picture = (shade: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 90 } } })
    .png()
    .toBuffer()
const formWith = async (shade: number) => {
  const form = new FormData()
  form.append('image', new File([(await picture(shade)) as BlobPart], 'picture.png'))
  return form
}
const shades = { shown: 10, unused: 11, trashed: 12, fresh: 13 }
const pictures: Record<string, Made> = {}

beforeAll(async () => {
  await signIn()
  await addSubscribers(site.database, 2)
  for (const name of ['shown', 'unused', 'trashed'] as const) {
    pictures[name] = await (await owner('POST', '/api/media', await formWith(shades[name]))).json()
    remember('media', pictures[name]?._id ?? '')
  }
  expect((await owner('DELETE', `/api/media/${pictures['trashed']?._id}`)).status).toBe(200)
  // The first call makes the profile.
  await callAs(site, intern)('GET', '/api/users/me')
  const profiles = db.selectFrom('users').select('profileId').where('id', '=', intern.user.id)
  const { profileId: authorId } = await profiles.executeTakeFirstOrThrow()
  let number = 0
  for (const { path, input, addressed, flags, fields, entity } of resources) {
    const flag = entity?.flag
    for (const { on, ...state } of Object.values(flag ? states : { one: states.live, other: states.live })) {
      const { inTrash, ...schedule } = { inTrash: false, ...state }
      const address = `wall-${kindIn(path)}-${++number}`
      const own = {
        ...input,
        ...addressed(address),
        ...(flag && { [flag]: on, ...schedule }),
        ...(flags.includes('featured') && { featured: true }),
        ...(fields.includes('imageUrl') && { imageUrl: pictures['shown']?.url }),
        ...(fields.includes('authorId') && { authorId }),
      }
      const { _id } = await made(path, own)
      remember(kindIn(path), _id)
      if (kindIn(path) === 'cohorts') parent = path.split('/')[2] ?? ''
      if (inTrash) expect((await owner('DELETE', `/api${path}/${_id}`)).status).toBe(200)
      // A former address leads here.
      else if (Object.keys(addressed('')).length > 0) {
        await owner('PUT', `/api${path}/${_id}`, { ...own, ...addressed(`${address}-now`) })
        formers.getOrInsert(kindIn(path), address)
      }
    }
  }
  await db.updateTable('courses').set({ active: true }).where('id', '=', parent).execute()
  const asked = await made('/reviews', { entity: 'blogs', id: livePost(), of: intern.user.id })
  remember('reviews', asked._id)
  // Those that the writer makes are remembered, too.
  records.set('remarks', [])
  const letters: Made[] = []
  for (const subject of ['draft', 'sent', 'held', 'gone'])
    letters.push(await made('/newsletters', { subject, title: subject, body: 'Words.' }))
  for (const { _id } of letters) remember('newsletters', _id)
  for (const { _id } of letters.slice(1))
    expect((await owner('POST', `/api/newsletters/${_id}/send`, {})).status).toBe(200)
  const held = letters[2]?._id ?? ''
  await db
    .updateTable('notifications')
    .set({ fixedAt: past, holdUntil: past })
    .where('newsletterId', '!=', held)
    .execute()
  expect((await owner('DELETE', `/api/newsletters/${letters[3]?._id}`)).status).toBe(200)
  // The writer is asked for a review, and there are remarks of others.
  for (const entity of reviewed)
    for (const id of (records.get(entity) ?? []).slice(0, 2)) {
      remember('reviews', (await made('/reviews', { entity, id, of: intern.user.id }))._id)
      remember('remarks', (await made('/remarks', { entity, id, text: 'Shorter?' }))._id)
    }
}, 120_000)

/** The messages that leave, and how those about public posts differ. */
const readMail = async () => ({
  notifications: await db.selectFrom('notifications').selectAll().orderBy('id').execute(),
  // A caller is told of changes to their own account, and may ask colleagues and guests for reviews.
  deliveries: await db
    .selectFrom('deliveries')
    .select(['id', 'dueAt'])
    .where('kind', 'not in', ['accountNotice', 'reviewAsked', 'reviewAnswered'])
    .execute(),
  mails: await db
    .selectFrom('postMails')
    .innerJoin('blogs', 'blogs.id', 'blogId')
    .selectAll('postMails')
    .where('published', '=', true)
    .execute(),
})

const accessOf = ({ method, path }: Operation) =>
  site.configs.get(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)?.access

/** The paths of a call, one for each record that it may be about. */
function pathsOf({ path }: Operation): string[] {
  const trashed = site.entities.flatMap(({ table: { name } }) =>
    (records.get(name === 'mediaItems' ? 'media' : name) ?? []).map((id) => ({ entity: name, id })),
  )
  const known = path.includes('{entity}')
    ? trashed
    : path.includes('{id}')
      ? (records.get(kindIn(path)) ?? ['x']).map((id) => ({ entity: '', id }))
      : [{ entity: '', id: '' }]
  return known.map(({ entity, id }) => {
    const filled = path.replace('{entity}', entity).replace('{id}', id).replace('{course}', parent)
    return filled.replace('{link}', links.get(filled.replace('/{link}', '')) ?? 'x').replaceAll(/\{\w+\}/g, 'x')
  })
}

/** The bodies of a call: generated ones, and those that would publish, schedule and end whatever takes them. */
async function bodiesOf({ bodies, path }: Operation, at: string): Promise<(object | FormData | undefined)[]> {
  const [type] = Object.keys(bodies)
  if (!type) return [undefined]
  const schema = bodies['application/json']
  if (!schema) return Promise.all(Object.values(shades).map(formWith))
  const { properties = {} } = schema
  const listed = (records.get(kindIn(path)) ?? []).map((_id) => ({ _id }))
  if (path.endsWith('/bulk')) return (properties['action']?.enum ?? []).map((action) => ({ action, records: listed }))
  if (/\/(re)?order$/.test(path)) return [{ [kindIn(path)]: listed.toReversed() }]
  const random = randomFrom(`${seed} ${at}`)
  const known = new Map([...records, ['entity', reviewed]])
  const resource = resources.find((one) => path.startsWith(`/api${one.path.replace(parent, '{course}')}`))
  const valid = () => ({ ...resource?.input, ...resource?.addressed(`mine-${random.whole(0, 1e9)}`) })
  const own = (values: object) => Object.fromEntries(Object.entries(values).filter(([name]) => name in properties))
  const flags = (on: boolean) => own({ active: on, published: on, featured: on, sendNotification: on, cancelled: on })
  const value = () => makeValue(schema, { random, known, calm: true }) as object
  // Of a guest, of a colleague and of no one.
  if ('entity' in properties && 'id' in properties)
    return reviewed.flatMap((entity) =>
      (records.get(entity) ?? []).flatMap((id) => [
        { ...value(), entity, id },
        ...('of' in properties ? [{ ...value(), entity, id, of: colleague.user.id }] : []),
      ]),
    )
  const all = [
    { ...valid(), ...flags(false), ...own({ featured: true, sendNotification: true }) },
    { ...valid(), ...flags(true), ...own({ publishAt: '', unpublishAt: '', mail: { subject: 'Mine' } }) },
    { ...valid(), ...flags(false), ...own({ publishAt: future, unpublishAt: future, sendAt: future }) },
    { ...valid(), ...flags(false), ...own({ imageUrl: pictures['trashed']?.url }) },
    { ...valid(), ...own({ imageUrl: pictures['shown']?.url, imageAlt: 'Planted', alt: 'Planted', bio: 'Planted' }) },
    { ...valid(), ...flags(false), ...own({ ...resource?.addressed(formers.get(kindIn(path)) ?? '') }) },
    ...(/^\/api\/(reviews|remarks)\b/.test(path)
      ? [own({ entity: 'blogs', id: livePost(), of: { name: 'R. Kulkarni' }, text: 'Shorter.', state: 'approved' })]
      : []),
    ...('url' in properties ? [{ url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }] : []),
    ...Array.from({ length: generated }, () => [...(isQuick ? [] : [value()]), { ...value(), ...flags(true) }]).flat(),
  ]
  // A call that takes little gets each body once.
  const taken = (body: object) =>
    Object.entries(own(body)).filter(([name]) => !/^(slug|path)$/.test(name) || name in body)
  return [...new Map(all.map((body) => [JSON.stringify(taken(body)), body])).values()]
}

/** Records are made before they change, and deleted last. */
const turnOf = ({ method, path }: Operation) => {
  if (method === 'DELETE') return path.includes('/trash/') ? 4 : 3
  return /\/(restore|bulk)$/.test(path) ? 2 : method === 'POST' && !path.includes('{') ? 0 : 1
}
/**
 * Calls that none of these requests makes with success: of accounts and their tokens, deletion for good, the profile that posts show, pictures of one's own, and that of
 * assistants, which `features/mcp/nothing-public.test.ts` tries.
 */
const without = [
  /^POST \/api\/mcp$/,
  /^\w+ \/api\/(identity|users\/me|tokens|oauth|assistants|content\/card|as-of)\b/,
  /^DELETE \/api\/trash\//,
]

test('a writer makes no byte public, changes none and takes none away, by any call', { timeout: 300_000 }, async () => {
  const operations = (await describedOperations(site))
    .filter(({ method }) => method !== 'GET')
    .filter((one) => !['public', 'open', undefined].includes(accessOf(one)))
    // Those that end the session are for the writer alone.
    .filter(({ path }) => !/\/identity\/(sign-out|password)/.test(path))
    .toSorted((one, other) => turnOf(one) - turnOf(other))
  const first = await readPublic(
    site,
    Object.values(pictures).map(({ url }) => url),
  )
  // A job notes it of each newsletter, also without a call.
  await site.jobs.wake(sentNewsletters as never)
  const mail = await readMail()
  // The caches start again, so that an address whose bytes differ by themselves shows: each night here, else at the end.
  await made('/faqs', { question: 'Why?', answer: 'Because.', active: false })
  const before = isQuick ? first : await readPublic(site, first.keys())
  expect([...before].filter(([path, bytes]) => first.get(path) !== bytes).map(([path]) => path)).toEqual([])
  expect(before.size).toBeGreaterThan(80)

  const done = new Set<string>()
  for (const operation of operations) {
    const { method, path: pattern } = operation
    const name = `${method} ${pattern}`
    const isOpen = may('writer', accessOf(operation) as Permission)
    const tries: { path: string; body: object | FormData | undefined }[] = []
    for (const path of pathsOf(operation))
      for (const [place, body] of (await bodiesOf(operation, path)).entries()) {
        tries.push({ path, body })
        if (operation.parameters.some(({ name }) => name === 'workingCopy') && !(isQuick && place % 3))
          tries.push({ path: `${path}?workingCopy=publish`, body })
      }
    const tryOne = async ({ path, body }: (typeof tries)[number]) => {
      const answer = await callAs(site, intern)(method, path, body)
      const text = await answer.text()
      expect(answer.status, `${name} ${JSON.stringify(body)?.slice(0, 300)}: ${text}`).not.toBe(500)
      if (answer.status === 401) await signIn()
      if (answer.status < 300) done.add(name)
      if (answer.status !== 201) return
      const { _id } = JSON.parse(text)
      if (path.endsWith('/preview-links')) links.set(path, _id)
      else if (!pattern.includes('{') && (records.get(kindIn(path))?.length ?? 99) < 16) remember(kindIn(path), _id)
    }
    // The records that a bulk call deletes are then restored.
    await inLanes(isOpen ? tries : tries.slice(0, 2), tryOne, pattern.endsWith('/bulk') ? 1 : 6)
    const isDone = done.has(name)
    if (!isOpen) expect([name, isDone]).toEqual([name, false])
  }

  const after = await readPublic(site, before.keys())
  const differs = ([path, bytes]: [string, string]) =>
    // The address of a new draft answers like any unknown one.
    before.has(path) ? before.get(path) !== bytes : !bytes.startsWith('404')
  const shown = ([path, bytes]: [string, string]) => [path, before.get(path)?.slice(0, 300), bytes.slice(0, 300)]
  expect([...after].filter(differs).map(shown)).toEqual([])
  expect(await readMail()).toEqual(mail)
  // The calls that a writer may make have worked.
  const open = operations.filter((one) => may('writer', accessOf(one) as Permission))
  const names = open.map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name) => !done.has(name) && !without.some((kind) => kind.test(name)))).toEqual([])
})
