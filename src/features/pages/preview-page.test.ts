import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { pageTemplates, valuesOfTemplate } from './page-templates.ts'
import type { PagePreview } from './pages.contract.ts'
import { sectionKinds } from './sections/all.contract.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const preview = async (page: object): Promise<PagePreview> => {
  const answer = await call('POST', '/api/pages/preview', page)
  expect(answer.status).toBe(200)
  return answer.json()
}

const opening = { kind: 'opening', title: 'AWS for banks', text: 'For teams that must pass an audit.' }
const text = { kind: 'text', content: 'Words, **bold** ones.' }
const cards = {
  kind: 'cards',
  cards: [
    { title: 'One', text: 'First' },
    { title: 'Two', text: 'Second' },
  ],
}

/** Sections of the templates whose dates, files or records are missing on an empty site. */
const lacking: Record<string, string[]> = {
  landing: ['Testimonial: Visitors do not see this section. No other testimonial is active.'],
  event: ['Event: Start is required'],
  partner: ['Case studies: Visitors do not see this section. No case study is active.'],
  press: ['Files: File is required'],
  thanks: ['Articles: Visitors do not see this section. No such article is published.'],
}

test('shows the page as visitors would see it, without scripts, and stores nothing', async () => {
  const { html, problems } = await preview({ title: 'Banks', path: 'banks', sections: [opening, text, cards] })
  expect(problems).toEqual([])
  for (const part of ['<h1', 'AWS for banks', '<strong>bold</strong>', 'Second', '<header', '<footer'])
    expect(html).toContain(part)
  expect([...html.matchAll(/data-section="(\d)"/g)].map(([, at]) => at)).toEqual(['0', '1', '2'])
  expect(html).toContain('<body inert>')
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('data-client')
  expect(await (await call('GET', '/api/pages')).json()).toEqual([])
  expect((await site.get('/api/pages/by-path/banks')).status).toBe(404)
})

test('is only for those who write content', async () => {
  expect((await site.post('/api/pages/preview', { sections: [opening] })).status).toBe(401)
  for (const role of ['sales', 'viewer', 'trainer'] as const) {
    const answer = await callAs(site, await site.asStaff({ role }))('POST', '/api/pages/preview', {
      sections: [opening],
    })
    expect([role, answer.status]).toEqual([role, 403])
  }
  const writer = await callAs(site, await site.asStaff({ role: 'writer' }))('POST', '/api/pages/preview', {
    sections: [opening],
  })
  expect(writer.status).toBe(200)
})

test('shows what there is of sections that are not complete', async () => {
  const sections = [
    { ...opening, title: '', buttons: [{ label: 'Join us', to: '' }, {}] },
    { kind: 'cards', cards: [{ title: 'Only one', text: '' }] },
    { kind: 'cards', cards: [{ title: '', text: '' }] },
    text,
    { kind: 'text' },
    { kind: 'hologram', depth: 3 },
    { kind: 'cards', cards: 'none', title: 7 },
    { kind: 'cards', title: 'x'.repeat(5_000), cards: [null, 4, [], { title: { a: 1 }, text: 'Kept' }] },
  ]
  const { html, problems } = await preview({ title: '', path: '///', sections })
  for (const part of ['For teams that must', 'Join us', 'Only one', '<strong>bold</strong>', 'x'.repeat(5_000), 'Kept'])
    expect(html).toContain(part)
  const lacking = [
    ...html.matchAll(
      /data-section="(\d)"[^>]*><section[^>]*><div[^>]*><p data-lacks=""><strong>([^<]*)<\/strong> ([^<]*)/g,
    ),
  ]
  expect(lacking.map(([, ...parts]) => parts)).toEqual([
    ['2', 'Cards', 'Title is required'],
    ['4', 'Text', 'Text is required'],
    ['5', 'Section', 'It was made by a newer version. Visitors do not see it.'],
    ['6', 'Cards', 'Title is required'],
  ])
  const places = problems.map(({ path }) => path)
  expect(places).toContain('sections.0.title')
  expect(places).toContain('sections.0.buttons.0.to')
  expect(places).toContain('sections.5.kind')
})

test.each(Object.entries(pageTemplates))('draws each section of the template %s', async (name, template) => {
  const page = valuesOfTemplate(template, { brand: 'Acme', tagline: 'Cloud', email: 'info@example.com' })
  const { html } = await preview(page)
  expect(html.match(/data-section=/g)?.length ?? 0).toBe(page.sections.length)
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  const lacks = [...html.matchAll(/data-lacks=""><strong>([^<]*)<\/strong> ([^<]*)/g)].map(
    ([, kind, why]) => `${kind}: ${why}`,
  )
  expect(lacks).toEqual(lacking[name] ?? [])
})

test.each([null, 7, 'x', true, {}, [], [null], ['x'], [{}], [[7]], { title: {} }])(
  'answers for sections of every kind whose fields are %j',
  async (value) => {
    const sections = sectionKinds.map(({ kind, fields }) => ({
      kind,
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, value])),
    }))
    const { html } = await preview({ title: 'Odd', path: 'odd', sections })
    expect(html.match(/data-section=/g)).toHaveLength(sections.length)
  },
)

test('shows nothing of records that visitors do not see', async () => {
  const made = async (path: string, body: object) => (await (await call('POST', `/api/${path}`, body)).json())._id
  const faq = { question: 'A secret question', answer: 'A secret answer', active: false }
  const quote = { quote: 'A secret quote', name: 'Asha', role: 'CTO', company: 'Borealis', agreedOn: '2026-01-10' }
  const post = await addPost(site.database, { title: 'A secret post', published: false })
  const link = `/go/blogs/${post.id}`
  const { html } = await preview({
    title: 'Page',
    path: 'page',
    sections: [
      { ...opening, buttons: [{ label: 'Read the secret', to: link }] },
      { kind: 'text', content: `[Words of a link](${link})` },
      { kind: 'questions', questionIds: [await made('faqs', faq)] },
      { kind: 'testimonial', testimonialId: await made('testimonials', { ...quote, active: false }) },
    ],
  })
  expect(html).toContain('Words of a link')
  expect(html).not.toContain('ecret')
  expect(html).not.toContain(post.id)
  expect(html.match(/data-lacks=""/g)).toHaveLength(2)
})

test('shows markup as text', async () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const { html } = await preview({
    title: hostile,
    path: '"><script>',
    _id: '../../x',
    sections: [
      {
        kind: 'opening',
        title: hostile,
        text: '</title></script><!--',
        buttons: [{ label: hostile, to: 'javascript:alert(1)' }],
      },
      { kind: 'text', content: `${hostile} [x](javascript:alert(3))` },
      { kind: hostile },
    ],
  })
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toMatch(/<script|<img src=x|href="javascript:|action="javascript:/)
})

test('renders a page under a path that the program or another page has', async () => {
  const { html } = await preview({ title: 'Blog', path: 'blog', sections: [opening] })
  expect(html).toContain('AWS for banks')
})

test('answers for the largest page, and refuses a larger one', { timeout: 60_000 }, async () => {
  const content = `## A heading\n\n${'Some words of **text** with a [link](https://example.org).\n\n'.repeat(1_600)}`
  const sections = Array.from({ length: 20 }, () => ({ kind: 'text', content: content.slice(0, 100_000) }))
  const { html } = await preview({ title: 'Long', path: 'long', sections })
  expect(html.match(/data-section=/g)).toHaveLength(20)
  expect((await call('POST', '/api/pages/preview', { sections: [...sections, text] })).status).toBe(422)
  const large = sections.map((one) => ({ ...one, content: 'x'.repeat(300_000) }))
  expect((await call('POST', '/api/pages/preview', { sections: large })).status).toBe(413)
})
