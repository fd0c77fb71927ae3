import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OutsideError } from '#server/http/fetch-outside.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let staff: SignedIn
let now = Date.now()
/** The requests to other sites since the start of a test. */
let asked: string[] = []
let isDown = false
beforeAll(async () => {
  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const answer = (body: unknown, status = 200) => ({
    status,
    body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
  })
  site = await startTestApp(
    {},
    {
      clock: () => now,
      fetchOutside: async (url) => {
        asked.push(url)
        if (isDown) throw new OutsideError('The site took too long to answer.')
        if (url.startsWith('https://www.youtube.com/oembed?')) return answer({ title: ' A talk\0 on clouds ' })
        if (url.endsWith('/maxresdefault.jpg')) return answer({}, 404)
        if (url === 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg') return answer(picture)
        if (url.startsWith('https://vimeo.com/api/oembed.json?'))
          return answer({ title: 'A film', thumbnail_url: 'https://i.vimeocdn.com/1.jpg' })
        return answer(url.startsWith('https://i.vimeocdn.com/') ? '<svg onload="alert(1)">' : {}, 200)
      },
    },
  )
  staff = await site.asStaff()
})
afterAll(() => site.close())

const look = (url: string) => site.post('/api/videos', { url }, { headers: staff.headers })
const save = async (slug: string, content: string) => {
  const post = { title: 'T', slug, excerpt: 'E', category: 'Cloud', content, published: true }
  return (await site.post('/api/blogs', post, { headers: staff.headers })).json() as Promise<{
    _id: string
    version: number
  }>
}
const htmlOf = async (slug: string) => (await (await site.get(`/api/blogs/${slug}`)).json()).contentHtml as string

test('a saved video has its title, and its picture as one of ours; the program asks its site once', async () => {
  asked = []
  await save('talk', 'Watch:\n\nhttps://youtu.be/dQw4w9WgXcQ')
  const html = await htmlOf('talk')
  expect(html).toContain('A talk on clouds')
  const [, picture = ''] = /<img src="(\/media\/[^"]+-64x36\.webp)"/.exec(html) ?? []
  expect((await site.get(picture)).headers.get('content-type')).toBe('image/webp')
  const item = await site.get(`/api/media/${/[0-9a-f]{32}/.exec(picture)?.[0]}`, { headers: staff.headers })
  expect(await item.json()).toMatchObject({ name: 'A talk on clouds', decorative: true })
  expect(html).not.toContain('ytimg')
  expect(asked).toHaveLength(3)
  expect(await (await look('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10')).json()).toEqual({
    title: 'A talk on clouds',
    imageUrl: picture,
  })
  const course = { source: 'https://youtu.be/dQw4w9WgXcQ' }
  const preview = await (await site.post('/api/content/preview', course, { headers: staff.headers })).json()
  expect(preview.html).toContain(picture)
  expect(asked).toHaveLength(3)
})

test('the feed has the picture with a link', async () => {
  const feed = await (await site.get('/rss.xml')).text()
  expect(feed).toMatch(
    /a href=&quot;https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ&quot;.*img src=&quot;http[^&]*\/media\//,
  )
})

test('only pictures are stored, and missing ones are requested again after an hour', async () => {
  expect(await (await look('https://vimeo.com/76979871')).json()).toEqual({ title: 'A film' })
  isDown = true
  asked = []
  const source = 'https://vimeo.com/11111111'
  await save('film', source)
  expect(await htmlOf('film')).toContain('vimeo.com/11111111</span>')
  const before = asked.length
  expect(before).toBeGreaterThan(0)
  expect(await (await look(source)).json()).toEqual({})
  expect(asked).toHaveLength(before)
  isDown = false
  now += 61 * 60_000
  expect(await (await look(source)).json()).toEqual({ title: 'A film' })
})

test('people who may not publish fetch only videos that no public text names', async () => {
  const writer = await site.asStaff({ role: 'writer' })
  const asWriter = async (path: string, body: object, method = 'POST') => {
    const headers = { ...writer.headers, 'content-type': 'application/json' }
    const answer = await site.get(path, { method, headers, body: JSON.stringify(body) })
    expect([path, answer.status]).toEqual([path, answer.status === 201 ? 201 : 200])
    return answer.json()
  }
  const film = (number: number) => `https://vimeo.com/3000000${number}`
  const films = [0, 1, 2, 3, 4].map(film).join('\n\n')
  isDown = true
  const { _id } = await save('films', films)
  const letter = { subject: 'One', body: film(5) }
  expect((await site.post('/api/newsletters', letter, { headers: staff.headers })).status).toBe(201)
  isDown = false
  now += 61 * 60_000
  asked = []
  const post = { title: 'T', excerpt: 'E', category: 'Cloud', content: `${films}\n\n${film(5)}` }
  for (const number of [0, 4, 5]) expect(await asWriter('/api/videos', { url: film(number) })).toEqual({})
  await asWriter('/api/content/preview', { source: post.content })
  await asWriter('/api/newsletters/preview', { subject: 'S', body: post.content })
  await asWriter('/api/blogs', { ...post, slug: 'films-draft' })
  await asWriter(`/api/blogs/${_id}/working-copy`, { ...post, slug: 'films' }, 'PUT')
  await asWriter(`/api/blogs/${_id}/duplicate`, {})
  expect(asked).toEqual([])
  expect(await asWriter('/api/videos', { url: film(6) })).toEqual({ title: 'A film' })
  expect(await (await look(film(4))).json()).toEqual({ title: 'A film' })
})

test('the preview of a draft fetches nothing for those with its link', async () => {
  const call = (path: string, body: object) => site.post(path, body, { headers: staff.headers })
  const source = 'https://vimeo.com/40000000'
  isDown = true
  const opening = {
    title: 'Engineer',
    place: 'Pune',
    kind: 'Full-time',
    description: 'Words.',
    closesOn: '2999-01-01',
    active: true,
  }
  const { _id } = await (await call('/api/openings', opening)).json()
  const headers = { ...staff.headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...opening, description: source })
  const kept = await site.get(`/api/openings/${_id}/working-copy`, { method: 'PUT', headers, body })
  expect([kept.status, await kept.clone().text()]).toEqual([200, expect.any(String)])
  isDown = false
  now += 61 * 60_000
  const { path } = await (await call(`/api/openings/${_id}/preview-links`, { days: 7 })).json()
  asked = []
  const shown = await site.get(`/api/previews/openings/${path.split('/').at(-1)}`)
  expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('40000000')])
  expect(asked).toEqual([])
})

test('other addresses are refused, and roles that cannot write content cause no fetch', async () => {
  asked = []
  const refused = await look('https://elsewhere.test/video')
  expect(refused.status).toBe(422)
  expect((await refused.json()).issues).toEqual([{ path: 'url', message: expect.any(String) }])
  const source = 'https://vimeo.com/22222222'
  expect((await site.post('/api/videos', { url: source })).status).toBe(401)
  const viewer = await site.asStaff({ role: 'viewer' })
  expect((await site.post('/api/videos', { url: source }, { headers: viewer.headers })).status).toBe(403)
  const preview = await site.post('/api/content/preview', { source }, { headers: viewer.headers })
  expect((await preview.json()).html).toContain('class="video"')
  expect(asked).toEqual([])
})
