// On both databases: former paths are upserts, and paths in use are refused by an index.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  const siteDir = await mkdtemp(join(tmpdir(), 'pages-'))
  await mkdir(join(siteDir, 'public/press'), { recursive: true })
  await writeFile(join(siteDir, 'public/press/kit.pdf'), '%PDF-1.7')
  await writeFile(join(siteDir, 'public/verified'), 'yes')
  site = await startTestApp({ siteDir }, { built: true })
  call = callAs(site, await site.asStaff({ name: 'Meera' }))
})
afterAll(() => site.close())

const opening = { kind: 'opening', title: 'An opening' }
const create = (title: string, path: string, more: object = {}) =>
  call('POST', '/api/pages', { title, path, sections: [opening], ...more })
const made = async (title: string, path: string, more: object = {}) => {
  const answer = await create(title, path, more)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}
const refused = async (answer: Response) => {
  const { message, issues, code } = await answer.json()
  expect(issues).toMatchObject([{ path: 'path', message }])
  return { status: answer.status, message, code }
}
/** The status of an address, and where it leads. */
const at = async (path: string, init?: RequestInit) => {
  const { status, headers } = await site.get(path, init)
  const location = headers.get('location')
  return location === null ? status : `${status} ${location}`
}
const api = (path: string) => `/api/pages/by-path/${encodeURIComponent(path)}`
const inText = async (path: string, text: string) => (await (await site.get(path)).text()).includes(text)

test('refuses the first part of each path of the program, and names what has it', sameOnBoth, async () => {
  const firsts = site.routes.map((route) => /^\w+ \/([^/]*)/.exec(route)?.[1] ?? '')
  const taken = [...new Set(firsts)].filter((first) => /^[a-z0-9-]+$/.test(first))
  // Those of the API, of redirects, of the company's files and of the pages.
  expect(taken).toEqual(
    expect.arrayContaining(['api', 'admin', 'subscribers', 'letters', 'go', 'assets', 'press', 'verified']),
  )
  for (const first of [...taken, 'newsletter', 'c', 'work'])
    for (const path of [first, `${first}/more`]) expect((await create('Taken', path)).status, path).toBe(409)
  expect(await refused(await create('Taken', 'courses/for-banks'))).toEqual({
    status: 409,
    message: '/courses belongs to the page Courses',
    code: 'reserved',
  })
  expect((await refused(await create('Taken', 'careers'))).message).toBe('/careers belongs to the page Careers')
  expect((await refused(await create('Taken', 'press/2027'))).message).toBe('/press belongs to this program')

  const { _id } = await made('Free', 'free-of-all')
  const change = { title: 'Free', path: 'blog', sections: [opening] }
  for (const path of [`/api/pages/${_id}`, `/api/pages/${_id}/working-copy`])
    expect((await refused(await call('PUT', path, change))).message).toBe('/blog belongs to the page Blog')
})

test('names the page that has a path, or had it when it was deleted', async () => {
  const first = await made('AWS for banks', 'aws-for-banks')
  const other = await made('Another', 'another')
  const draft = { title: 'Another', path: 'aws-for-banks', sections: [opening] }
  const drafted = await call('PUT', `/api/pages/${other._id}/working-copy`, draft)
  expect((await refused(drafted)).message).toBe('This path belongs to “AWS for banks”')
  expect((await refused(await create('Other', '/AWS-for-Banks/'))).message).toBe('This path belongs to “AWS for banks”')
  await call('DELETE', `/api/pages/${first._id}`)
  const conflict = await create('Other', 'aws-for-banks')
  expect(await conflict.json()).toMatchObject({ code: 'in_trash', trashed: { _id: first._id, name: 'AWS for banks' } })
  const freed = await call('POST', `/api/trash/pages/${first._id}/free-slug`)
  expect(await freed.json()).toEqual({ slug: 'aws-for-banks-2' })
  await made('Other', 'aws-for-banks')

  await made('Events', 'events')
  const event = await made('Pune', 'events/pune-2027')
  for (const copy of ['events/pune-2027-copy', 'events/pune-2027-copy-2']) {
    const answer = await (await call('POST', `/api/pages/${event._id}/duplicate`)).json()
    expect(answer).toMatchObject({ path: copy, active: false })
  }
  const atOnce = await Promise.all([1, 2, 3, 4].map(() => call('POST', `/api/pages/${event._id}/duplicate`)))
  expect(atOnce.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect([await at('/events'), await at('/events/pune-2027')]).toEqual([200, 200])
})

test('leads from each former path to the page, until another page takes it', async () => {
  const { _id } = await made('Moving', 'first-path')
  const move = (path: string, id = _id) =>
    call('PUT', `/api/pages/${id}`, { title: 'Moving', path, sections: [opening] })
  await move('moved/second-path')
  await move('third-path')
  for (const former of ['first-path', 'moved/second-path']) {
    expect(await at(`/${former}?utm_source=mail&other=1`)).toBe('301 /third-path?utm_source=mail')
    expect(await at(api(former))).toBe('301 /api/pages/by-path/third-path')
  }
  const winner = await made('Winner', 'first-path')
  expect(await at('/first-path')).toBe(200)
  // The present page wins, and then it keeps what it leaves.
  await move('winners-path', winner._id)
  expect(await at('/first-path')).toBe('301 /winners-path')
  // Back at a former path, the page is there itself.
  await move('moved/second-path')
  expect([await at('/moved/second-path'), await at('/third-path')]).toEqual([200, '301 /moved/second-path'])

  await call('DELETE', `/api/pages/${_id}`)
  for (const path of ['moved/second-path', 'third-path']) {
    expect([await at(`/${path}`), await at(api(path))]).toEqual([410, 404])
    expect(await (await site.get(api(path))).json()).toMatchObject({ code: 'gone' })
  }
  await call('POST', `/api/trash/pages/${_id}/restore`)
  expect(await at('/moved/second-path')).toBe(200)
})

test('has one address for each page, and one document for all that are unknown', sameOnBoth, async () => {
  await made('Only one', 'only/one')
  for (const other of ['/Only/One', '/only/one/', '/ONLY/ONE/', '/%6fnly/one'])
    expect(await at(other), other).toMatch(/^301 \/(only\/one|ONLY\/ONE)$/)
  expect(await at('/only/one', { method: 'HEAD' })).toBe(200)

  const unknown = await (await site.get('/not-found')).text()
  const hostile = [
    '/only%2Fone',
    '/only/one/two',
    '/only.html',
    '/only/one.php',
    '/..%2fonly',
    '/%00',
    '/%e0%a4%a',
    `/${'a'.repeat(5_000)}`,
  ]
  const renders = vi.spyOn(site.app, 'inject')
  for (const path of [...hostile, '/only', '/invented', '/invented/too', '/पुणे', '/-', '/api-docs/x']) {
    const answer = await site.get(path, { headers: { accept: 'text/html' } })
    expect(answer.status, path).toBe(404)
    expect(await answer.text(), path).toBe(unknown)
  }
  expect(renders.mock.calls.length).toBe(0)
  renders.mockRestore()
  expect(await at('/api/only/one')).toBe(404)
  expect(await (await site.get('/api/only/one')).json()).toMatchObject({ code: 'not_found' })
})

test(
  'lists a listed page in the footer and in the sitemap, in the order of the staff, and no other one',
  sameOnBoth,
  async () => {
    const hidden = await made('Hidden thanks', 'hidden-thanks', { listed: false })
    const document = await (await site.get('/hidden-thanks')).text()
    expect(document.includes('<meta name="robots" content="noindex">')).toBe(true)
    expect(document.includes('>More</h2>')).toBe(false)
    expect(await inText('/sitemap.xml', 'hidden-thanks')).toBe(false)
    expect(await inText('/api/pages', 'hidden-thanks')).toBe(false)
    // It is in the cache all the same.
    expect((await site.get('/hidden-thanks')).headers.get('server-timing')).toMatch(/hit/)

    const [one, two] = [
      await made('Listed one', 'listed/one', { listed: true }),
      await made('Listed two', 'listed-two', { listed: true }),
    ]
    const home = async () => {
      const text = await (await site.get('/')).text()
      const column = /<nav aria-label="More".*?<\/nav>/s.exec(text)?.[0] ?? ''
      return [...column.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
    }
    expect(await home()).toEqual(['/listed/one', '/listed-two'])
    const all: { _id: string }[] = await (await call('GET', '/api/pages')).json()
    await call('PUT', '/api/pages/reorder', {
      pages: [two, ...all.filter(({ _id }) => _id !== two._id)].map(({ _id }) => ({ _id })),
    })
    expect(await home()).toEqual(['/listed-two', '/listed/one'])
    const sitemap = await (await site.get('/sitemap.xml')).text()
    expect(sitemap).toMatch(/\/listed\/one<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/)
    expect(await inText('/listed/one', 'name="robots"')).toBe(false)

    for (const { _id } of [one, two]) await call('PATCH', `/api/pages/${_id}`, { active: false })
    expect(await home()).toEqual([])
    await call('DELETE', `/api/pages/${hidden._id}`)
  },
)

test('the program keeps a path that it needs, and System says which page has lost it', sameOnBoth, async () => {
  const { _id } = await made('Lost', 'soon-lost', { listed: true })
  const { _id: deleted } = await made('Deleted', 'lost-too')
  await call('DELETE', `/api/pages/${deleted}`)
  // As after an upgrade to a version with these pages.
  const { db } = site.database
  await db.updateTable('pages').set({ path: 'services' }).where('id', '=', _id).execute()
  await db.updateTable('pages').set({ path: 'work/lost' }).where('id', '=', deleted).execute()
  await made('Another', 'another-change')

  expect(await inText('/services', 'An opening')).toBe(false)
  expect(await at(api('services'))).toBe(404)
  expect(await inText('/', 'aria-label="More"')).toBe(false)
  expect((await (await site.get('/sitemap.xml')).text()).match(/\/services<\/loc>/g)).toHaveLength(1)
  const { lostPages } = await (await call('GET', '/api/system')).json()
  expect(lostPages).toEqual([{ entity: 'pages', _id, name: 'Lost', path: 'services', owner: 'the page Services' }])

  // It stays at that path only as a draft, also when it comes back.
  const save = (more: object) => call('PUT', `/api/pages/${_id}`, { title: 'Lost', sections: [opening], ...more })
  expect((await refused(await save({ path: 'services' }))).message).toBe('/services belongs to the page Services')
  const restored = await call('POST', `/api/trash/pages/${deleted}/restore`)
  expect((await refused(restored)).message).toBe(
    '/work belongs to the page Our Work. Free its address first, then restore it.',
  )
  const freed = await call('POST', `/api/trash/pages/${deleted}/free-slug`)
  expect(await freed.json()).toEqual({ slug: 'work-lost' })
  expect((await call('POST', `/api/trash/pages/${deleted}/restore`)).status).toBe(200)
  expect(await at('/work-lost')).toBe(200)
  expect((await call('PATCH', `/api/pages/${_id}`, { active: false })).status).toBe(200)
  expect((await call('PATCH', `/api/pages/${_id}`, { active: true })).status).toBe(409)
  expect((await save({ path: 'found-again', active: true })).status).toBe(200)
  expect(await at('/found-again')).toBe(200)
  expect((await (await call('GET', '/api/system')).json()).lostPages).toEqual([])
})

test('texts link to a page by its id, and nobody but staff finds a draft', sameOnBoth, async () => {
  const { _id } = await made('Linked page', 'linked/page', {
    listed: true,
    seoTitle: 'Found by machines',
    seoDescription: 'Their words',
  })
  const go = `/go/pages/${_id}/linked-page`
  const { found } = await (await call('GET', '/api/links?search=Linked')).json()
  expect(found).toMatchObject([{ entity: 'pages', _id, url: go, state: 'live' }])
  for (const address of ['/linked/page', '/#/linked/page', go])
    expect(await (await call('GET', `/api/links?search=${encodeURIComponent(address)}`)).json()).toMatchObject({
      found,
    })
  for (const search of ['linked/page', '/linked/page'])
    expect((await (await call('GET', `/api/finder?search=${search}`)).json()).found, search).toMatchObject([{ _id }])
  expect([await at(go), await at(`/go/page/${_id}`)]).toEqual(['302 /linked/page', '302 /linked/page'])
  await made('Linking', 'linking', { sections: [{ kind: 'text', content: `See [it](${go}?a=1).` }] })
  expect(await inText('/linking', 'href="/linked/page?a=1"')).toBe(true)

  const document = await (await site.get('/linked/page')).text()
  expect(document.includes('<title>Found by machines')).toBe(true)
  expect(document.includes('content="Their words"')).toBe(true)
  expect(document.includes(`<link rel="canonical" href="${site.config.publicUrl}/linked/page">`)).toBe(true)
  const [, card = ''] = /property="og:image" content="[^"]*?(\/cards\/[^"]+)"/.exec(document) ?? []
  expect((await site.get(card)).headers.get('content-type')).toBe('image/jpeg')

  await call('PATCH', `/api/pages/${_id}`, { active: false })
  for (const path of ['/linked/page', api('linked/page'), go, card, `/api/pages/by-path/${_id}`])
    expect(await at(path), path).toBe(404)
  expect(await inText('/linking', 'See it.')).toBe(true)
  expect(await (await call('GET', api('linked/page'))).json()).toMatchObject({ _id, title: 'Linked page' })
})

test('counts the visits of a page at all its paths', async () => {
  const { _id } = await made('Visited', 'visited')
  const { addressesOf, describePaths } = await import('#server/record/public-paths.ts')
  await call('PUT', `/api/pages/${_id}`, { title: 'Visited', path: 'visited/now', sections: [opening] })
  const context = {
    config: site.config,
    database: site.database,
    entities: site.entities,
    pagePaths: async () => ['/', '/services'],
  }
  const described = await describePaths(context, ['/visited', '/visited/now', '/never'])
  expect([...described.values()]).toEqual([
    { path: '/visited/now', title: 'Visited' },
    { path: '/visited/now', title: 'Visited' },
    { path: '/never', gone: true },
  ])
  expect(await addressesOf(context, '/visited')).toEqual(['/visited/now', '/visited'])
})
