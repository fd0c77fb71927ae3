import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let staff: SignedIn
let png = ''
let jpeg = ''
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
  const picture = (background: string) => sharp({ create: { width: 60, height: 40, channels: 3, background } })
  png = `data:image/png;base64,${(await picture('teal').png().toBuffer()).toString('base64')}`
  jpeg = `data:image/jpeg;base64,${(await picture('orange').jpeg().toBuffer()).toString('base64')}`
})
afterAll(() => site.close())

let count = 0
const post = (content: string) => ({
  ...{ title: 'Pasted', slug: `pasted-${++count}`, excerpt: 'About it', category: 'Cloud', published: true, content },
})
const send = (method: 'POST' | 'PUT', path: string, body: object) =>
  site.get(path, {
    method,
    headers: { ...staff.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const libraryCount = async () => (await site.database.db.selectFrom('mediaItems').select('id').execute()).length

const stored = /\/media\/[0-9a-f]{32}-60x40\.webp/g

test.each([
  ['Markdown', () => `Text ![A chart](${png} "Costs") and ![](<${jpeg}>)`, 2],
  ['a reference', () => `Text ![A chart][image1]\n\n[image1]: <${png}>\n`, 1],
  ['HTML', () => `<p><img alt="A chart" src="${png}"><img src='${jpeg}'></p>`, 2],
  ['HTML with wrapped lines', () => `<p><img src="${png.replaceAll(/.{76}/g, '$&\n')}" alt="A chart"></p>`, 1],
  ['the same one twice', () => `![](${png})\n\n![](${png})`, 2],
  ['Markdown and code', () => `![](${png})\n\n\`\`\`html\n<img src="${jpeg}">\n\`\`\``, 1],
])('an embedded picture becomes one of the library: %s', async (_, content, pictures) => {
  const body = post(content())
  const answer = await send('POST', '/api/blogs', body)
  expect(answer.status).toBe(201)
  const { _id, slug, content: saved } = (await answer.json()) as { _id: string; slug: string; content: string }
  expect(saved.match(stored)).toHaveLength(pictures)
  expect(saved.replaceAll(stored, 'x').includes('data:image/png')).toBe(false)
  expect(saved).toMatch(/^(Text|<p>|!\[)/)
  const { contentHtml } = (await (await site.get(`/api/blogs/${slug}`)).json()) as { contentHtml: string }
  for (const url of saved.match(stored) ?? []) expect(contentHtml).toContain(`src="${url}"`)
  const library = await libraryCount()
  // A change embeds it once more.
  const changed = await send('PUT', `/api/blogs/${_id}`, body)
  expect(((await changed.json()) as { content: string }).content).toBe(saved)
  expect(await libraryCount()).toBe(library)
})

test('code and other texts keep the addresses that they mention', async () => {
  const content = `The \`${png}\` scheme\n\n    ![](${png})\n\nand ${png} too`
  const answer = await send('POST', '/api/blogs', post(content))
  expect(((await answer.json()) as { content: string }).content).toBe(content)
})

test.each([
  ['no picture', 'data:image/png;base64,aGVsbG8=', 422],
  ['a drawing', `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`, 422],
  ['a drawing in words', 'data:image/svg+xml,%3Csvg%3E%3C/svg%3E', 422],
  ['broken', 'data:image/png;base64,%%%', 422],
  ['cut off', 'data:image/png;base64,iVBORw0KGgo=', 415],
])('a picture that cannot be stored is refused at its field: %s', async (_, address, status) => {
  const answer = await send('POST', '/api/blogs', post(`A ![chart](${address})`))
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({
    issues: [{ path: 'content', message: expect.stringMatching(/^Image 1 of 1 in the text/) }],
  })
})

test.each(['POST', 'PUT'] as const)(
  'a body with too many bytes of pictures is refused with a way out: %s',
  async (method) => {
    const path = method === 'POST' ? '/api/blogs' : '/api/blogs/0192a0b0-0000-7000-8000-000000000000'
    const answer = await send(method, path, post(`![](data:image/png;base64,${'A'.repeat(6_000_000)})`))
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({
      code: 'too_large',
      message:
        'The request is too large: at most 5 MB. Upload the pictures of its texts with /api/images, and use their addresses.',
    })
  },
)

test('a drawing with quotation marks is refused too, and many pictures at once', async () => {
  const drawn = `<p><img src="data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'></svg>"></p>`
  expect((await send('POST', '/api/blogs', post(drawn))).status).toBe(422)
  const many = Array.from({ length: 51 }, (_, at) => `![](data:image/png;base64,AA${String(at).padStart(2, '0')})`)
  const answer = await send('POST', '/api/blogs', post(many.join('\n\n')))
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    issues: [{ path: 'content', message: expect.stringMatching(/at most 50/) }],
  })
})

test('forms, newsletters, courses and working copies store them too', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(post(`![](${png})`))) form.append(name, String(value))
  const posted = await site.get('/api/blogs', { method: 'POST', headers: staff.headers, body: form })
  const { _id, content } = (await posted.json()) as { _id: string; content: string }
  expect(content).toMatch(/^!\[\]\(\/media\//)
  const copy = await send('PUT', `/api/blogs/${_id}/working-copy`, post(`Later ![](${jpeg})`))
  expect(((await copy.json()) as { workingCopy: { fields: object } }).workingCopy.fields).toMatchObject({
    content: expect.stringMatching(/^Later !\[\]\(\/media\//),
  })
  const newsletter = await send('POST', '/api/newsletters', { title: 'Newsletter', body: `![](${png})` })
  expect(await newsletter.json()).toMatchObject({ body: expect.stringMatching(/^!\[\]\(\/media\//) })
})

test('pictures without an address that pages can show leave nothing on a page', async () => {
  const content = `## A\n\nText ![one](file:///C:/a.png) here.\n\n![two](blob:https://x.test/1 "A caption")\n\n<figure><img src="cid:part1"><figcaption>Three</figcaption></figure>\n\n![four]()\n\nEnd.`
  const answer = await send('POST', '/api/blogs', post(content))
  const { slug } = (await answer.json()) as { slug: string }
  const { contentHtml } = (await (await site.get(`/api/blogs/${slug}`)).json()) as { contentHtml: string }
  expect(contentHtml.replace(/<a class="anchor".*?<\/a>/, '')).not.toMatch(
    /<img|<figure|<figcaption|file:|blob:|cid:|caption/,
  )
  expect(contentHtml).toMatch(/<p>Text\s+here\.<\/p>\s*<p>End\.<\/p>/)
  const preview = await send('POST', '/api/content/preview', { source: content })
  expect(await preview.json()).toMatchObject({ missingPictures: 4 })
})
