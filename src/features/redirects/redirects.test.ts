// On both databases: the list is a union with JSON, counts are upserts, and checks read in the transaction of the change.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { redirectRetention, writeRedirectCounts } from './follow-redirects.shared.server.ts'
import { addMissing } from './missing.server.ts'
import type { MissingPath, Redirect } from './redirects.contract.ts'
import { addRedirects, removeRedirects } from './redirects.shared.server.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let clock = Date.parse('2027-03-10T09:00:00Z')

beforeAll(async () => {
  site = await startTestApp({}, { built: true, clock: () => clock })
  call = callAs(site, await site.asStaff({ name: 'Asha Rao' }))
})
afterAll(() => site.close())

const browser = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' }
/** The answer of an address: its status, and where it leads. */
async function at(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await site.get(path, { redirect: 'manual', ...init, headers: { ...browser, ...init.headers } })
  await answer.arrayBuffer()
  return [answer.status, answer.headers.get('location')].filter((part) => part !== null).join(' ')
}
const add = (from: string, to: string) => call('POST', '/api/redirects', { from, to })
async function added(from: string, to: string): Promise<Redirect> {
  const answer = await add(from, to)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}
/** Why a redirect is not added: the status, the field and the message. */
async function refusal(from: string, to: string) {
  const answer = await add(from, to)
  const { issues } = await answer.json()
  return [answer.status, issues?.[0].path, issues?.[0].message].join(' ')
}
async function list<Row = Redirect>(query = '', path = '/api/redirects'): Promise<Row[]> {
  const answer = await call('GET', `${path}?page=1${query}`)
  expect(answer.status).toBe(200)
  return answer.json()
}
const missing = (query = '') => list<MissingPath>(query, '/api/redirects/not-found')
const values = (slug: string, published = true) => {
  const text = { title: slug, excerpt: 'A summary', content: 'Text' }
  return { ...text, slug, category: 'Cloud', published }
}
const post = async (slug: string, published = true) => {
  const answer = await call('POST', '/api/blogs', values(slug, published))
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { _id: string })._id
}
const save = async (id: string, body: object) => {
  const answer = await call('PUT', `/api/blogs/${id}`, body)
  expect(answer.status, await answer.text()).toBe(200)
}

test('leads old addresses to a path, another site or a record, in any spelling', async () => {
  await added('/2021/03/Hello-World/', '/about?x=1#team')
  for (const path of [
    '/2021/03/hello-world',
    '/2021/03/Hello-World/',
    '/2021//03/HELLO-WORLD',
    '/2021/03/hello%2Dworld',
  ])
    expect(await at(path), path).toBe('301 /about?x=1#team')
  expect(await at('/2021/03/hello-world', { method: 'HEAD' })).toBe('301 /about?x=1#team')
  expect(await at('/2021/03/hello-world?utm_source=mail&fbclid=1')).toBe('301 /about?x=1&utm_source=mail#team')
  expect(await at('/2021/03/hello-world', { method: 'POST' })).toBe('404')

  await added('https://old.example/अभिलेख/গল্প.html', 'https://other.example/new')
  expect(await at(`/${encodeURIComponent('अभिलेख')}/${encodeURIComponent('গল্প')}.html`)).toBe(
    '301 https://other.example/new',
  )

  for (const from of [
    '/wp-content/uploads/2021/x.jpg',
    '/feed/',
    '/index.php',
    '/a%2Fb',
    '/%E0%A4',
    '/a+b',
    '/x.y.z',
    '/blog/old-post',
  ])
    await added(from, '/about')
  for (const path of [
    '/wp-content/uploads/2021/x.jpg',
    '/feed',
    '/feed/',
    '/index.php',
    '/a%2Fb',
    '/%E0%A4',
    '/a+b',
    '/x.y.z',
    '/blog/old-post',
  ])
    expect(await at(path), path).toBe('301 /about')
})

test('leads an address with a query that a redirect names, and no other', sameOnBoth, async () => {
  await added('/?p=12', '/about')
  await added('/index2.php?page_id=3', '/contact')
  expect(await at('/?p=12')).toBe('301 /about')
  expect(await at('/?utm_campaign=spring&p=12')).toBe('301 /about?utm_campaign=spring')
  expect(await at('/?p=13')).toBe('200')
  expect(await at('/')).toBe('200')
  expect(await at('/index2.php?page_id=3&x')).toBe('301 /contact')
  expect(await at('/index2.php')).toBe('404')
  // A page in the cache is answered as before.
  const before = await (await site.get('/', { headers: browser })).text()
  await at('/?p=12')
  expect(await (await site.get('/', { headers: browser })).text()).toBe(before)
})

test('leads to a record by its present address, and to the list while visitors do not see it', async () => {
  const id = await post('first-address')
  await added('/old-record', `/go/blogs/${id}/first-address`)
  expect(await at('/old-record')).toBe('301 /blog/first-address')
  await save(id, values('first-address', false))
  expect(await at('/old-record')).toBe('302 /blog')
  const draft = await post('a-draft', false)
  expect((await call('POST', '/api/redirects', { from: '/old-draft', entity: 'blogs', id: draft })).status).toBe(201)
  expect(await list('&search=old-draft')).toMatchObject([{ record: { name: 'a-draft', state: 'draft' }, to: '/blog' }])
  // An address that was public, and is gone, can lead elsewhere.
  const deleted = await post('deleted-post')
  expect((await call('DELETE', `/api/blogs/${deleted}`)).status).toBe(200)
  expect(await at('/blog/deleted-post')).toBe('410')
  await added('/blog/deleted-post', '/blog')
  expect(await at('/blog/deleted-post')).toBe('301 /blog')
})

test('refuses what would never be followed, or leads nowhere', sameOnBoth, async () => {
  await post('a-page-of-ours')
  expect(await refusal('/about', '/contact')).toBe('422 from /about is a page of this site')
  expect(await refusal('/Blog/A-Page-Of-Ours/', '/contact')).toBe(
    '422 from /Blog/A-Page-Of-Ours is a page of this site',
  )
  expect(await refusal('/api/x', '/contact')).toBe('422 from /api belongs to this program')
  expect(await refusal('/same', '/same')).toBe('422 to This would be a loop: /same leads back to /same')
  await added('/taken', '/about')
  expect(await refusal('/TAKEN/', '/contact')).toBe('409 from /TAKEN has a redirect already, to /about')
  expect(await refusal('/x1', 'http://other.example')).toBe(
    '422 to An address of another site must start with https://',
  )
  expect(await refusal('/x1', '/go/blogs/none')).toBe('422 to This record does not exist')
  expect(await refusal('/x1', '//evil.example')).toContain('422 to Enter a path')
  expect(await refusal('', '/about')).toBe('422 from Enter the old address')
  for (const body of [
    { from: '/x1' },
    { from: '/x1', to: '/about', entity: 'blogs', id: '1' },
    { from: '/x1', entity: 'blogs' },
  ])
    expect((await call('POST', '/api/redirects', body)).status).toBe(422)
  expect((await call('POST', '/api/redirects', { from: '/x1', entity: 'users', id: '1' })).status).toBe(422)
  expect(await list('&search=/x1')).toEqual([])
})

test(
  'refuses redirects from the paths of all other routes of the program, and from no further ones',
  sameOnBoth,
  async () => {
    const paths = site.routes.flatMap((route) => /^GET (\/[^/]+)/.exec(route)?.[1] ?? [])
    // Pages, files of the site's own folder, and addresses with a name in their first part can have redirects below them.
    const others = new Set(paths.filter((path) => !/^\/(?:cover$|\*)|:|\.(?:js|png|svg)$/.test(path)))
    expect(others.size).toBeGreaterThan(15)
    for (const path of others)
      expect(await refusal(`${path}/x`, '/about'), path).toBe(`422 from ${path} belongs to this program`)
    for (const path of ['/health', '/card', '/metrics', '/og']) await added(path, '/about')
    expect(await at('/health')).toBe('301 /about')
  },
)

test('follows a chain to its end, and refuses the one that would close it', async () => {
  await added('/chain-b', '/chain-c')
  await added('/chain-a', '/chain-b')
  await added('/chain-c', '/about')
  expect(await at('/chain-a?via=mail')).toBe('301 /about?via=mail')
  // Only the one that the visitor has followed counts.
  const hits = (await list('&search=/chain-&sort=from')).map(({ from, hits }) => `${from} ${hits}`)
  expect(hits).toEqual(['/chain-a 1', '/chain-b 0', '/chain-c 0'])
  const end = (await list('&search=chain-c')).find(({ from }) => from === '/chain-c')
  await call('DELETE', `/api/redirects/${end?._id}`)
  expect(await refusal('/chain-c', '/chain-a')).toBe('422 to This would be a loop: /chain-a leads back to /chain-c')
})

test(
  'says of a chain that is too long that it is, and leads over one that has grown in two steps',
  sameOnBoth,
  async () => {
    const names = Array.from({ length: 13 }, (_, place) => `/long-${place + 1}`)
    const csv = names.map((name, place) => `${name},${names[place + 1] ?? '/about'}`).join('\n')
    const { added: count, refused } = await (await call('POST', '/api/redirects/import', { csv })).json()
    expect(count).toBe(10)
    expect(refused.map(({ from, message }: { from: string; message: string }) => `${from} ${message}`)).toEqual(
      ['/long-1', '/long-2', '/long-3'].map(
        (from) => `${from} More than 10 redirects would follow one another: enter the last address`,
      ),
    )
    expect(await at('/long-4')).toBe('301 /about')
    const last = (await list('&search=/long-13')).find(({ from }) => from === '/long-13')
    await call('DELETE', `/api/redirects/${last?._id}`)
    await added('/long-13', '/long-14')
    await added('/long-14', '/about')
    expect([await at('/long-4'), await at('/long-14')]).toEqual(['301 /long-14', '301 /about'])
  },
)

test('adds a redirect that leads into a loop, which is refused where it closes', sameOnBoth, async () => {
  const csv = '/into-loop,/ring-1\n/ring-1,/ring-2\n/ring-2,/ring-1'
  const { added: count, refused } = await (await call('POST', '/api/redirects/import', { csv })).json()
  expect([count, refused.map(({ from }: { from: string }) => from)]).toEqual([2, ['/ring-1']])
  expect(await at('/into-loop')).toBe('301 /ring-1')
})

test('leads to the last page of an address that becomes a page itself', sameOnBoth, async () => {
  await added('/blog/later', '/about')
  expect(await at('/blog/later')).toBe('301 /about')
  await post('later')
  expect(await at('/blog/later')).toBe('200')
})

test('imports a table, and says of each line why it is not added', sameOnBoth, async () => {
  const csv = [
    'Source;Target',
    'https://old.example/a-1/;https://old.example/about',
    '/a-2;"/contact"',
    '/a-2;/about',
    '/about;/contact',
    '/a-3',
    '',
    'javascript:alert(1);/about',
    '/loop-1;/loop-2',
    '/loop-2;/loop-1',
  ].join('\r\n')
  const answer = await call('POST', '/api/redirects/import', { csv: `\ufeff${csv}` })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    added: 3,
    refusedCount: 5,
    refused: [
      { line: 4, from: '/a-2', to: '/about', message: '/a-2 has a redirect already, to /contact' },
      { line: 5, from: '/about', to: '/contact', message: '/about is a page of this site' },
      { line: 6, from: '/a-3', to: '', message: 'Enter the new address' },
      { line: 8, from: 'javascript:alert(1)', to: '/about', message: 'Enter a path such as /old-page' },
      { line: 9, from: '/loop-1', to: '/loop-2', message: 'This would be a loop: /loop-2 leads back to /loop-1' },
    ],
  })
  expect(await at('/a-1')).toBe('301 /about')
  expect((await call('POST', '/api/redirects/import', { csv: '/b-1,/about\n/b-2\t,/contact\n' })).status).toBe(200)
  expect(await at('/b-1')).toBe('301 /about')
  // A spreadsheet names its separator.
  expect((await call('POST', '/api/redirects/import', { csv: 'sep=|\n/b-3|/about\n' })).status).toBe(200)
  expect(await at('/b-3')).toBe('301 /about')
  for (const bad of ['', 'from,to\n', '"never closed', `/b-4,/about\n/${'x'.repeat(100_001)},/about`])
    expect((await call('POST', '/api/redirects/import', { csv: bad })).status, bad).toBe(422)

  const exported = await (await call('GET', '/api/redirects/export.csv')).text()
  expect(exported).toContain('"/a-1","/about"\r\n')
  const again = await (await call('POST', '/api/redirects/import', { csv: exported })).json()
  expect(again.added).toBe(0)
})

test('lists redirects with former slugs, searched, sorted, and deleted in bulk', async () => {
  const id = await post('slug-before')
  await save(id, { ...values('slug-after'), title: 'slug-before' })
  expect(await list('&search=slug-before')).toMatchObject([
    { from: '/blog/slug-before', to: '/blog/slug-after', origin: 'slug', record: { name: 'slug-before' } },
  ])
  expect(await refusal('/blog/slug-before', '/about')).toBe(
    '422 from /blog/slug-before leads to /blog/slug-after already',
  )
  expect((await list('&status=slug')).every(({ origin }) => origin === 'slug')).toBe(true)
  const byHand = await list('&status=hand&sort=from&limit=1000')
  expect(byHand.map(({ from }) => from.toLowerCase())).toEqual(byHand.map(({ from }) => from.toLowerCase()).toSorted())
  expect(byHand[0]).toMatchObject({ by: 'Asha Rao', at: '2027-03-10T09:00:00.000Z' })
  await added('/lost-1', '/no-such-page')
  await added('/lost-2', '/about')
  expect((await list('&search=/lost-&sort=from')).map(({ lost }) => lost)).toEqual([true, undefined])
  expect(await list('&search=https%3A%2F%2Fold.example%2Flost-1%2F')).toHaveLength(1)
  const records = (await list('&search=/lost-')).map(({ _id }) => ({ _id }))
  const answer = await call('POST', '/api/redirects/bulk', { action: 'delete', records: [...records, { _id: 'none' }] })
  expect(await answer.json()).toMatchObject({ changed: [{}, {}], failed: [{ _id: 'none', code: 'not_found' }] })
  expect([await list('&search=/lost-'), await at('/lost-1')]).toEqual([[], '404'])
  expect((await call('DELETE', '/api/redirects/none')).status).toBe(404)
})

test('answers the redirect of an address to clients that show pages themselves', sameOnBoth, async () => {
  await added('/client-old', '/about')
  const ask = (path: string) => site.get(`/api/redirects/by-path?path=${encodeURIComponent(path)}`)
  expect(await (await ask('/client-old/?x=1')).json()).toEqual({ to: '/about' })
  for (const path of ['/client-new', '//evil.example/client-old/x', 'client-old', 'javascript:alert(1)'])
    expect((await ask(path)).status, path).toBe(404)
})

test('counts what visitors follow for 30 days, without known bots', async () => {
  const { _id } = await added('/counted', '/about')
  for (let count = 0; count < 3; count++) await at('/counted')
  await at('/counted', { headers: { 'user-agent': 'Googlebot/2.1' } })
  const hits = async () => (await list('&search=/counted'))[0]?.hits
  expect(await hits()).toBe(3)
  expect((await list('&sort=-hits'))[0]).toMatchObject({ hits: expect.any(Number) })
  clock += 29 * 86_400_000
  await at('/counted')
  expect(await hits()).toBe(4)
  clock += 86_400_000
  expect(await hits()).toBe(1)
  clock += 40 * 86_400_000
  expect(await site.eraseOld(redirectRetention)).toBeGreaterThan(0)
  expect(await site.database.db.selectFrom('redirectHits').selectAll().execute()).toEqual([])
  // A redirect that is deleted before its hits are written does not keep those of others.
  await at('/counted')
  await at('/2021/03/hello-world')
  await call('DELETE', `/api/redirects/${_id}`)
  await writeRedirectCounts(site)
  expect((await list('&search=hello-world'))[0]?.hits).toBe(1)
})

test('keeps hits that could not be written for the next time', sameOnBoth, async () => {
  await added('/kept', '/about')
  await at('/kept')
  const { db } = site.database
  const [fault, repair] = inject('postgresUrl')
    ? [
        'alter table "redirectHits" add constraint "fault" check ("count" < 0) not valid',
        'alter table "redirectHits" drop constraint "fault"',
      ]
    : [
        `create trigger "fault" before insert on "redirectHits" begin select raise(abort, 'fault'); end`,
        'drop trigger "fault"',
      ]
  await sql.raw(fault).execute(db)
  await expect(writeRedirectCounts(site)).rejects.toThrow('fault')
  await sql.raw(repair).execute(db)
  await at('/kept')
  expect((await list('&search=/kept'))[0]?.hits).toBe(2)
})

test('lists missing addresses without anything about a person, and without probes', async () => {
  const linked = { headers: { referer: 'https://news.example/' } }
  for (const path of ['/Gone-Page', '/gone-page?email=a@b.example', '/blog/never-was', '/old.php'])
    await at(path, linked)
  for (const path of [
    '/wp-login.php',
    '/.env',
    '/cgi-bin/x',
    '/old-2.php',
    '/wp-content/plugins/a/readme.txt',
    '/backup.zip',
    '/favicon.ico',
    '/api/none',
    '/media/none',
  ])
    await at(path)
  await at('/by-a-bot', { headers: { 'user-agent': 'bingbot' } })
  await at('/confirm/asha@example.com/x')
  await at('/confirm/asha%252540example.com/y')
  await at('/confirm/asha%EF%BC%A0example.com/z')
  await at('/reset/8f14e45fceea167a5a36dedd4bea2543')
  await at('/call/9876543210')
  await at(`/${'long-'.repeat(100)}`)
  const rows = await missing('&sort=path')
  expect(rows.map(({ path, count }) => `${count} ${path}`)).toEqual([
    '1 /blog/never-was',
    '1 /call/…',
    '1 /confirm/…/x',
    '1 /confirm/…/y',
    '1 /confirm/…/z',
    '2 /gone-page',
    expect.stringMatching(/^1 \/(long-)+.*…$/),
    '1 /old.php',
    '1 /reset/…',
  ])
  expect([...(rows[6]?.path ?? '')]).toHaveLength(300)
  expect(rows.filter(({ masked }) => masked)).toHaveLength(6)
  expect((await missing())[0]).toMatchObject({
    path: '/gone-page',
    firstAt: expect.any(String),
    lastAt: expect.any(String),
  })
  expect(await missing('&search=never')).toHaveLength(1)
})

test('takes an address off the list that is dismissed, has a redirect, or is a page by now', async () => {
  const paths = async () => (await missing('&sort=path&limit=1000')).map(({ path }) => path)
  for (const path of ['/leaves-1', '/leaves-2', '/blog/leaves-3', '/stays']) await at(path)
  expect(await paths()).toEqual(expect.arrayContaining(['/blog/leaves-3', '/leaves-1', '/leaves-2', '/stays']))
  const dismiss = (dismissed: boolean) =>
    call('POST', '/api/redirects/not-found/dismiss', { paths: ['/leaves-1', '/never-was'], dismissed })
  expect((await dismiss(true)).status).toBe(200)
  expect(await paths()).not.toContain('/leaves-1')
  await at('/leaves-1')
  expect(await paths()).not.toContain('/leaves-1')
  expect((await dismiss(false)).status).toBe(200)
  expect(await paths()).toContain('/leaves-1')
  await added('/LEAVES-2/', '/about')
  await post('leaves-3')
  const left = await paths()
  expect(left).not.toContain('/leaves-2')
  expect(left).not.toContain('/blog/leaves-3')
  expect(left).toContain('/stays')

  // A dismissal ends with the last row of its path.
  expect((await dismiss(true)).status).toBe(200)
  const dismissed = async () => (await site.database.db.selectFrom('dismissedPaths').selectAll().execute()).length
  await site.eraseOld(redirectRetention)
  expect(await dismissed()).toBe(1)
  clock += 40 * 86_400_000
  await site.eraseOld(redirectRetention)
  expect(await dismissed()).toBe(0)
})

test('keeps the list bounded in a flood, and the frequent addresses in it', async () => {
  await at('/wanted')
  await at('/wanted')
  expect((await missing('&search=/wanted'))[0]?.count).toBe(2)
  const day = new Date(clock).toISOString().slice(0, 10)
  for (const round of [1, 2]) {
    for (let place = 0; place < 1_100; place++) addMissing(site.database, day, `/flood-${round}-${place}`, false)
    await writeRedirectCounts(site)
  }
  const rows = await site.database.db.selectFrom('missingPaths').select('path').where('day', '=', day).execute()
  expect(rows.length).toBe(1_000)
  expect((await missing('&search=/wanted'))[0]?.count).toBe(2)
})

test('adds and removes the redirects of an import in its transactions', async () => {
  const { database, config, entities } = site
  const context = { database, config, entities, pagePaths: async () => ['/about'] }
  const id = await post('imported-post')
  const answer = await changeContent(database, (trx) =>
    addRedirects(
      context,
      trx,
      [
        { from: 'https://old.example/2020/imported/', to: { entity: 'blogs', id } },
        { from: '/?p=77', to: { entity: 'blogs', id } },
        { from: '/blog/imported-post', to: { entity: 'blogs', id } },
        { from: '/about', to: '/contact' },
        { from: '/2020/other', to: { entity: 'blogs', id: 'none' } },
      ],
      { importId: 'an-import' },
    ),
  )
  expect(answer.added).toHaveLength(2)
  expect(answer.refused.map(({ place, reason }) => `${place} ${reason}`)).toEqual([
    '2 /blog/imported-post is a page of this site',
    '3 /about is a page of this site',
    '4 This record does not exist',
  ])
  expect([await at('/2020/imported'), await at('/?p=77')]).toEqual(Array(2).fill('301 /blog/imported-post'))
  expect(await list('&status=import')).toMatchObject([
    { import: { _id: 'an-import' } },
    { import: { _id: 'an-import' } },
  ])
  expect(await changeContent(database, (trx) => removeRedirects(trx, 'an-import'))).toBe(2)
  expect([await at('/2020/imported'), await at('/?p=77')]).toEqual(['404', '200'])
})

test('counts at most 20 missing addresses of one network in a minute', async () => {
  await writeRedirectCounts(site)
  await site.database.db.deleteFrom('missingPaths').execute()
  // `site.get` has no limits.
  for (let count = 0; count < 25; count++) await fetch(`${site.url}/scanned-${count}`, { headers: browser })
  expect(await missing('&limit=100')).toHaveLength(20)
})
