import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MediaDetail, MediaItem } from '#contract/media-library.ts'
import type { Role } from '#contract/roles.ts'
import { eraseUntil } from '#features/trash/trash.server.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff({ name: 'Asha Rao' }))
})
afterAll(() => site.close())

let shade = 0
/** A picture that no other test has. */
const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: ++shade, g: 90, b: 90 } } })
    .png()
    .toBuffer()
const pdf = (text = 'plain') => Buffer.from(`%PDF-1.4\n% ${text}\ntrailer\n%%EOF\n`)

function send(path: string, bytes: Uint8Array | string, name = 'picture.png') {
  const form = new FormData()
  form.append('image', new File([bytes as BlobPart], name))
  return call('POST', path, form)
}
async function add(bytes: Uint8Array, name?: string) {
  const answer = await send('/api/media', bytes, name)
  expect(answer.status).toBe(201)
  return (await answer.json()) as MediaDetail
}
const detail = async (id: string): Promise<MediaDetail> => (await call('GET', `/api/media/${id}`)).json()
const list = async (query: string): Promise<MediaItem[]> => (await call('GET', `/api/media?${query}`)).json()

let posts = 0
async function addPost(fields: object) {
  const number = ++posts
  const post = { title: `Post ${number}`, slug: `post-${number}`, excerpt: 'About it.', category: 'Cloud', ...fields }
  const answer = await call('POST', '/api/blogs', post)
  expect(answer.status).toBe(201)
  return { ...post, ...((await answer.json()) as { _id: string; version: number; imageUrl?: string | undefined }) }
}
const readPost = async (id: string) => (await call('GET', `/api/blogs/id/${id}`)).json()

test('lists, searches, filters and describes uploads', async () => {
  const chart = await add(await picture(), 'Quarterly chart.PNG')
  expect(chart).toMatchObject({
    kind: 'picture',
    name: 'Quarterly chart',
    alt: '',
    focalX: 0.5,
    width: 40,
    height: 30,
    used: 0,
  })
  const brochure = await add(pdf(), 'Brochure 2026.pdf')
  expect(brochure).toMatchObject({ kind: 'file', url: `/files/${brochure._id}/brochure-2026.pdf`, size: pdf().length })

  const described = {
    alt: 'Costs fall by half',
    caption: 'A caption',
    credit: 'Photo: Meera',
    focalX: 0.1,
    focalY: 0.9,
  }
  const changed = await call('PUT', `/api/media/${chart._id}`, described, { 'if-match': '"1"' })
  expect(await changed.json()).toMatchObject({
    ...described,
    name: 'Quarterly chart',
    version: 2,
    updatedBy: 'Asha Rao',
  })
  const late = await call('PUT', `/api/media/${chart._id}`, { alt: 'Mine' }, { 'if-match': '"1"' })
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({
    code: 'version_conflict',
    conflict: { current: { alt: 'Costs fall by half' } },
  })
  expect((await call('PUT', `/api/media/${chart._id}`, { focalX: 1.1 })).status).toBe(422)

  const ids = async (query: string) => (await list(query)).map(({ _id }) => _id)
  for (const search of ['quarterly', 'FALL BY', 'caption', 'meera'])
    expect(await ids(`search=${search}`)).toEqual([chart._id])
  expect(await ids('status=files')).toEqual([brochure._id])
  expect(await ids('status=pictures')).toEqual([chart._id])
  expect(await ids('status=unused')).toEqual([brochure._id, chart._id])
  const page = await call('GET', '/api/media?page=2&limit=1')
  expect([page.headers.get('x-total-count'), (await page.json())[0]._id]).toEqual(['2', chart._id])
  await addPost({ imageUrl: chart.url, content: `[Brochure](${brochure.url})` })
  expect(await ids('status=unused')).toEqual([])
  expect((await list('status=files'))[0]?.used).toBe(1)
})

test('the description of a picture in a record is stored in the library, if it has none', async () => {
  const [cover, figure, named, plain] = await Promise.all([1, 2, 3, 4].map(async () => add(await picture())))
  const alts = async () =>
    Promise.all([cover, figure, named, plain].map(async (item) => (await detail(item?._id ?? '')).alt))
  await call('PUT', `/api/media/${named?._id}`, { alt: 'Named before' })
  await call('PUT', `/api/media/${plain?._id}`, { decorative: true })
  const content = `![The “team” & <us>](${figure?.url})\n\n![Other](${named?.url})\n\n![Lines](${plain?.url})`
  const post = await addPost({ imageUrl: cover?.url, imageAlt: 'A "bill"', content })
  const said = ['A "bill"', 'The “team” & <us>', 'Named before', '']
  expect(await alts()).toEqual(said)
  const silent = await add(await picture())
  await add(pdf())
  expect((await list('status=undescribed')).map(({ _id }) => _id)).toEqual([silent._id])
  expect((await call('PUT', `/api/media/${cover?._id}`, { caption: 'Late' }, { 'if-match': '"1"' })).status).toBe(409)
  await call('PUT', `/api/blogs/${post._id}`, { ...post, imageAlt: 'Something else', content: '' })
  expect(await alts()).toEqual(said)
})

test('a picture either has an alternative text or only decorates', async () => {
  const { _id, decorative } = await add(await picture())
  expect(decorative).toBe(false)
  const put = async (fields: object) => (await call('PUT', `/api/media/${_id}`, fields)).json()
  expect(await put({ alt: 'Boats' })).toMatchObject({ alt: 'Boats', decorative: false })
  expect(await put({ decorative: true })).toMatchObject({ alt: '', decorative: true })
  expect(await put({ caption: 'At dawn', alt: '' })).toMatchObject({ alt: '', decorative: true })
  expect(await put({ alt: 'Boats' })).toMatchObject({ alt: 'Boats', decorative: false })
})

test('refuses to delete an item that any state of a record needs, and names the record', async () => {
  const [live, waiting, draft] = [await add(await picture()), await add(await picture()), await add(await picture())]
  const post = await addPost({ title: 'Kept', published: true, content: `![x](${live.url})` })
  const usedIn = async ({ _id }: MediaDetail) =>
    (await detail(_id)).usedIn.map(({ name, state }) => `${name}: ${state}`)
  expect(await usedIn(live)).toEqual(['Kept: now'])
  // The address of a variant counts like that of the whole picture, and so does the whole site's.
  const { version } = await readPost(post._id)
  const copy = { ...post, imageUrl: undefined, content: `<img src="https://example.com${waiting.url}">` }
  expect((await call('PUT', `/api/blogs/${post._id}/working-copy`, copy, { 'if-match': `"${version}"` })).status).toBe(
    200,
  )
  expect(await usedIn(waiting)).toEqual(['Kept: waiting'])
  expect(
    (await call('PUT', `/api/blogs/${post._id}?workingCopy=publish`, { ...post, content: 'Without' })).status,
  ).toBe(200)
  expect(await usedIn(waiting)).toEqual([])
  // Visitors have seen it, so the history keeps it.
  expect(await usedIn(live)).toEqual(['Kept: history'])

  const sketch = await addPost({ title: 'Sketch', imageUrl: draft.url })
  await call('DELETE', `/api/blogs/${sketch._id}`)
  expect(await usedIn(draft)).toEqual(['Sketch: trash'])
  const refused = await call('DELETE', `/api/media/${draft._id}`)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toEqual({
    message: 'This is used in Blog post “Sketch”, so it cannot be deleted. You can replace it.',
    code: 'in_use',
    issues: [{ path: `blogs/${sketch._id}`, message: 'Blog post “Sketch”' }],
  })
  expect((await call('DELETE', `/api/media/${live._id}`)).status).toBe(409)
  expect((await call('DELETE', `/api/trash/blogs/${sketch._id}`)).status).toBe(200)
  expect((await call('DELETE', `/api/media/${draft._id}`)).status).toBe(200)

  const teacher = await add(await picture())
  await call('POST', '/api/instructors', { name: 'Rohan', bio: 'Teaches.', avatarUrl: teacher.url })
  const author = await add(await picture())
  const profile = callAs(site, await site.asStaff())
  expect(await usedIn(teacher)).toEqual(['Rohan: now'])
  expect(await usedIn(author)).toEqual([])
  expect((await profile('DELETE', `/api/media/${teacher._id}`)).status).toBe(409)
  // A visitor's message does not prevent a deletion.
  const message = { name: 'V', email: 'v@example.net', subject: 'Hello', message: `See ${author.url}, which I like.` }
  await site.post('/api/contact', message)
  expect(await usedIn(author)).toEqual([])
})

test('a deleted item stays in the trash, is restored when it is used again, and expires', async () => {
  const image = await add(await picture())
  expect((await call('DELETE', `/api/media/${image._id}`)).status).toBe(200)
  expect((await call('GET', `/api/media/${image._id}`)).status).toBe(404)
  const trash: { _id: string; label: string; name: string }[] = await (await call('GET', '/api/trash')).json()
  expect(trash.find(({ _id }) => _id === image._id)).toMatchObject({
    entity: 'mediaItems',
    name: 'picture',
    label: 'Media',
  })
  const post = await addPost({ imageUrl: image.url })
  expect((await detail(image._id)).used).toBe(1)
  await call('PUT', `/api/blogs/${post._id}`, { ...post, imageUrl: '' })
  await call('DELETE', `/api/media/${image._id}`)
  expect((await call('POST', `/api/trash/mediaItems/${image._id}/restore`)).status).toBe(200)
  expect((await detail(image._id)).used).toBe(0)
  await call('DELETE', `/api/media/${image._id}`)
  await eraseUntil(site, new Date(Date.now() + 60_000).toISOString(), site.app.log)
  expect((await site.get(image.url)).status).toBe(404)
  for (const table of ['images', 'imageVariants'] as const) {
    const left = await site.database.db.selectFrom(table).select('hash').where('hash', '=', image._id).execute()
    expect(left).toEqual([])
  }
})

test('an item in the trash answers 410 in every process, and 200 once it is restored', async () => {
  const second = await startTestApp({ database: site.config.database })
  const image = await add(await picture())
  const file = await add(pdf('confidential'))
  const addresses = [image.url, `/media/${image._id}-40.avif`, file.url, file.url.replace(/[\w-]+\.pdf/, 'other.pdf')]
  /** The statuses of both processes, also for range and conditional requests. */
  const answers = async () => {
    const asked: RequestInit[] = [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-3' } }]
    const all = [site, second].flatMap(({ get }) => addresses.flatMap((path) => asked.map((init) => get(path, init))))
    return new Set((await Promise.all(all)).map(({ status }) => status))
  }
  const eventually = (statuses: number[]) =>
    expect.poll(async () => [...(await answers())], { interval: 50 }).toEqual(statuses)
  try {
    await eventually([200])
    for (const { _id } of [image, file]) await call('DELETE', `/api/media/${_id}`)
    await eventually([410])
    const gone = await site.get(image.url, {
      headers: { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() },
    })
    expect([gone.status, gone.headers.get('cache-control'), (await gone.json()).code]).toEqual([
      410,
      'no-store',
      'gone',
    ])
    for (const { _id } of [image, file]) await call('POST', `/api/trash/mediaItems/${_id}/restore`)
    await eventually([200])
    for (const { _id } of [image, file]) expect((await call('POST', `/api/media/${_id}/erase`)).status).toBe(200)
    await eventually([404])
  } finally {
    await second.close()
  }
})

test('writers of content delete unused items for good, and owners also used ones', async () => {
  const [unused, used] = [await add(await picture()), await add(await picture())]
  const post = await addPost({ published: true, imageUrl: used.url })
  const by = async (role: Role) => callAs(site, await site.asStaff({ role }))
  const [editor, viewer] = [await by('editor'), await by('viewer')]
  const erase = ({ _id }: MediaDetail, as = call) => as('POST', `/api/media/${_id}/erase`)
  expect((await site.post(`/api/media/${used._id}/erase`, {})).status).toBe(401)
  expect((await erase(unused, viewer)).status).toBe(403)
  expect((await erase(unused, editor)).status).toBe(200)
  const refused = await erase(used, editor)
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'role_forbidden'])
  expect((await site.get(used.url)).status).toBe(200)
  expect((await erase(used)).status).toBe(200)
  for (const { url } of [unused, used]) expect((await site.get(url)).status).toBe(404)
  expect((await erase(used)).status).toBe(404)
  expect((await readPost(post._id)).imageUrl).toBe(used.url)
})

test('replaces a picture in records, in unpublished changes and behind its old address', async () => {
  const old = await add(await picture(), 'Team.png')
  await call('PUT', `/api/media/${old._id}`, { alt: 'The team' })
  const text = `![Us](${old.url})`
  const post = await addPost({ published: true, imageUrl: old.url, content: text })
  const { version } = await readPost(post._id)
  const copy = { ...post, content: `${text} and more` }
  await call('PUT', `/api/blogs/${post._id}/working-copy`, copy, { 'if-match': `"${version}"` })
  const deleted = await addPost({ title: 'Deleted', content: text })
  await call('DELETE', `/api/blogs/${deleted._id}`)
  const course = {
    title: 'Kubernetes',
    slug: 'k8s',
    description: 'About.',
    duration: '6 weeks',
    price: 900,
    category: 'DevOps',
  }
  const rest = {
    discountedPrice: 500,
    level: 'Beginner',
    enrollmentUrl: 'https://example.com',
    prerequisites: [],
    learningOutcomes: [],
  }
  const taught = await call('POST', '/api/courses', { ...course, ...rest, syllabus: text })
  expect(taught.status).toBe(201)
  await call('PUT', '/api/settings/about', { socialImage: old.url })

  const bytes = await picture(60, 20)
  const answer = await send(`/api/media/${old._id}/replace`, bytes, 'new.png')
  expect(answer.status).toBe(200)
  const next = (await answer.json()) as MediaDetail
  expect(next).toMatchObject({ name: 'Team', alt: 'The team', width: 60, used: 4 })
  // A form of the settings that was open meanwhile would put the old picture back.
  const late = await call('PUT', '/api/settings/about', { socialImage: old.url }, { 'if-match': '"1"' })
  expect([late.status, (await late.json()).conflict?.current.socialImage]).toEqual([409, next.url])
  const { revisions } = await (await call('GET', '/api/settings/about/revisions')).json()
  expect(revisions[0]).toMatchObject({ by: 'Asha Rao', changed: ['socialImage'], live: true })
  const saved = await readPost(post._id)
  expect(saved).toMatchObject({
    imageUrl: next.url,
    content: `![Us](${next.url})`,
    workingCopy: { fields: { content: `![Us](${next.url}) and more` } },
  })
  // The copy can still be published.
  expect(saved.workingCopy.version).toBe(saved.version)
  const shown = await (await site.get(`/api/blogs/${post.slug}`)).json()
  expect(shown.contentHtml).toContain(`/media/${next._id}-60.avif 60w`)
  expect(shown.contentHtml).not.toContain(old._id)
  expect(await (await site.get('/api/courses/k8s')).json()).toMatchObject({
    syllabus: `![Us](${next.url})`,
    discountedPrice: 500,
  })

  for (const [from, to] of [
    [old.url, next.url],
    [`/media/${old._id}-40.avif`, `/media/${next._id}-60.avif`],
  ]) {
    const led = await site.get(from ?? '')
    expect([led.status, led.headers.get('location')]).toEqual([302, to])
  }
  expect((await call('GET', `/api/media/${old._id}`)).status).toBe(404)
  // The other way round, with the first file again.
  const third = await send(`/api/media/${next._id}/replace`, await picture(30, 30))
  const { _id: last } = (await third.json()) as MediaDetail
  expect((await site.get(old.url)).headers.get('location')).toContain(last)
  expect((await send(`/api/media/${last}/replace`, pdf(), 'a.pdf')).status).toBe(422)
  const back = await send(`/api/media/${last}/replace`, bytes)
  expect(((await back.json()) as MediaDetail)._id).toBe(next._id)
  expect((await site.get(next.url)).status).toBe(200)
  expect((await readPost(post._id)).imageUrl).toBe(next.url)
})

test('serves a PDF without letting it do anything', async () => {
  const polyglot = Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>\n%%EOF')
  const file = await add(polyglot, 'Offer <b>&"2026".html.pdf')
  expect(file.name).toBe('Offer <b>&"2026".html')
  expect(file.url).toMatch(/^\/files\/[0-9a-f]{32}\/offer-b-2026-html\.pdf$/)
  const served = await site.get(file.url)
  expect(Buffer.from(await served.arrayBuffer())).toEqual(polyglot)
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox;/),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  // Its bytes are in memory now, and still no picture.
  expect((await site.get(`/media/${file._id}`)).status).toBe(404)
  for (const path of [
    `/files/${file._id}/offer.html`,
    `/files/${'0'.repeat(32)}/offer.pdf`,
    `/files/${file._id}/..%2f.pdf`,
  ])
    expect((await site.get(path)).status, path).toBe(404)
})

test.each([
  ['with zeros after its end', `%PDF-1.7\n1 0 obj\nendobj\ntrailer\nstartxref\n9\n%%EOF\n${'\0'.repeat(4_096)}`],
  [
    'with a line of the server after its end',
    `%PDF-1.4\ntrailer\n%%EOF\n${'<!-- page made in 0.2 s -->\n'.repeat(100)}`,
  ],
  ['after a byte order mark', '\ufeff%PDF-1.5\nstartxref\n9\n%%EOF'],
  ['after blank lines', `${'\r\n'.repeat(500)}%PDF-1.5\ntrailer\n%%EOF`],
  ['after the headers of a message', 'Content-Type: application/pdf\r\n\r\n%PDF-2.0\nstartxref\n0\n%%EOF'],
  [
    'after a warning of the program that made it',
    '<br />\n<b>Notice</b>: x in y on line 7<br />%PDF-1.3\ntrailer\n%%EOF',
  ],
  ['whose end mark is missing', '%PDF-1.4\n1 0 obj\nendobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n'],
])('takes a PDF %s, as viewers do, and serves it in a sandbox', async (name, text) => {
  const answer = await send('/api/media', Buffer.from(text), `${name}.pdf`)
  expect(answer.status).toBe(201)
  const { url } = await answer.json()
  const served = await site.get(url)
  expect(await served.text()).toBe(new TextDecoder().decode(Buffer.from(text)))
  expect(served.headers.get('content-type')).toBe('application/pdf')
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect(served.headers.get('content-security-policy')).toContain('sandbox')
})

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
  ['a page called PDF', '<!doctype html><script>alert(1)</script>', 415],
  ['a page before a PDF', '<script>alert(1)</script>%PDF-1.7\n%%EOF', 415],
  ['a page that names a PDF late', `${'text '.repeat(300)}%PDF-1.7\n%%EOF`, 415],
  ['the beginning of a PDF', '%PDF-1.7\nand no end', 415],
  [
    'a picture over 10 MB',
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(10 * 1024 * 1024)]),
    413,
  ],
  ['a PDF over 20 MB', Buffer.concat([pdf(), Buffer.alloc(20 * 1024 * 1024), pdf()]), 413],
  ['nothing', '', 422],
])('refuses %s', async (_, bytes, status) => {
  const answer = await send('/api/media', bytes, 'brochure.pdf')
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ issues: [{ path: 'image' }] })
})

test('a name is a name, whatever the client calls the file', async () => {
  for (const [name, kept] of [
    ['../../etc/passwd.png', 'passwd'],
    ['C:\\Users\\asha\\chart.png', 'chart'],
    ['tab\there\u202egnp.exe.png', 'tab heregnp.exe'],
    [`${'long '.repeat(60)}.png`, `${'long '.repeat(60)}`.slice(0, 120)],
  ])
    expect((await add(await picture(), name)).name).toBe(kept)
  expect((await add(pdf('named'), '☃.pdf')).url).toMatch(/\/document\.pdf$/)
})

test('visitors cannot reach the library', async () => {
  for (const [method, path] of [
    ['GET', '/api/media'],
    ['GET', '/api/media/x'],
    ['POST', '/api/media'],
    ['PUT', '/api/media/x'],
    ['POST', '/api/media/x/replace'],
    ['POST', '/api/media/x/erase'],
    ['DELETE', '/api/media/x'],
  ])
    expect((await site.get(path ?? '', { method: method ?? '' })).status, `${method} ${path}`).toBe(401)
})
