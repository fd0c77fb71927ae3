import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/start-app.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
})
afterAll(() => site.close())
const preview = (body: unknown) => site.post('/api/content/preview', body, { headers: staff.headers })

test('the preview is what the public page will show', async () => {
  const source = '## Why\n\nTwo words.\n\n<script>alert(1)</script>\n\n| a |\n|---|\n| b |'
  const answer = await (await preview({ source })).json()
  expect(answer).toEqual({
    html: expect.not.stringContaining('script'),
    headings: [{ id: expect.any(String), text: 'Why', depth: 2 }],
    words: 5,
    readTime: 1,
  })
  const { slug } = await (
    await site.post(
      '/api/blogs',
      { title: 'T', slug: 'previewed', excerpt: 'E', category: 'Cloud', content: source, published: true },
      { headers: staff.headers },
    )
  ).json()
  expect((await (await site.get(`/api/blogs/${slug}`)).json()).contentHtml).toBe(answer.html)
})

test('nothing is nothing; what is no text is refused', async () => {
  for (const body of [{ source: '' }, {}])
    expect(await (await preview(body)).json()).toEqual({ html: '', headings: [], words: 0, readTime: 1 })
  expect((await preview({ source: 7 })).status).toBe(400)
  expect((await preview({ source: 'x'.repeat(1_000_001) })).status).toBe(422)
  expect((await site.post('/api/content/preview', { source: '' })).status).toBe(401)
})

test('while a post of 20,000 words is rendered, others are answered', async () => {
  const source = Array.from({ length: 200 }, (_, index) => `## Part ${index}\n\n${'word '.repeat(99)}end.\n\n`).join('')
  // What asks second is answered first: the rendering has a thread of its own.
  const answered: string[] = []
  const rendering = preview({ source }).then(async (answer) => {
    answered.push('preview')
    return answer.json()
  })
  const others = Array.from({ length: 5 }, () => site.get('/api/products').then(() => answered.push('other')))
  await Promise.all(others)
  expect(await rendering).toMatchObject({ words: 20_400, readTime: 102 })
  expect(answered).toEqual([...Array(5).fill('other'), 'preview'])
})
