import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#app/pages.ts'
import { hostile } from '#testing/hostile-content.ts'
import { render } from '#testing/render.ts'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let cookie: string
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  call = callAs(site, await site.asStaff())
  const { url } = await (await call('POST', '/api/as-of', { at: '2099-04-01T10:00:00Z' })).json()
  cookie = (await site.get(url)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
})
afterAll(() => site.close())

const textOf = async (answer: Promise<Response>) => (await answer).text()
const asOf = (path: string) => textOf(site.get(path, { headers: { cookie } }))
const linkTo = async (list: string, id: string) =>
  (await (await call('POST', `/api/${list}/${id}/preview-links`, { days: 1 })).json()).path.replace(
    '/preview/',
    `/preview/${list}/`,
  )
const settingsPreview = async (group: string, fields: object) =>
  (await (await call('POST', `/api/settings/${group}/preview`, { path: `/${group}`, fields })).json()).html as string

type Element = DefaultTreeAdapterTypes.Element
const elementsIn = (node: DefaultTreeAdapterTypes.ParentNode): Element[] =>
  node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []))
const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value

/** The structure of a document, as a browser reads it: its head, its body’s own children, and its scripts. */
function frameOf(html: string) {
  const all = elementsIn(parse(html))
  const named = ({ tagName, attrs }: Element) => `${tagName} ${attrs.map(({ name }) => name).join(' ')}`
  const children = (name: string) => elementsIn(all.find(({ tagName }) => tagName === name) as Element)
  const [body] = all.filter(({ tagName }) => tagName === 'body') as [Element]
  return {
    head: children('head').map(named),
    body: [body, ...body.childNodes.filter((child) => 'tagName' in child)].map(named),
    scripts: all.filter(({ tagName }) => tagName === 'script').map(named),
    banner: all
      .filter((element) => attribute(element, 'aria-label') === 'Site preview')
      .map(({ childNodes }) => childNodes.length),
    foreign: all
      .filter(({ tagName }) => ['base', 'iframe', 'object', 'embed', 'frame', 'applet'].includes(tagName))
      .map(named),
    refreshes: all.filter((element) => attribute(element, 'http-equiv') !== undefined).map(named),
    handlers: all.filter(({ attrs }) => attrs.some(({ name }) => name.startsWith('on'))).map(named),
  }
}

test('no text escapes its place in a private document, with any other markup in the document', async () => {
  const plain = await addPost(site.database, { published: false, publishAt: '2099-03-01T00:00:00.000Z' })
  const planned = { published: true, publishAt: '2099-03-01T00:00:00.000Z' }
  const harmless = await addPost(site.database, planned)
  const usual = {
    asOf: frameOf(await asOf(`/blog/${harmless.slug}`)),
    link: frameOf(await textOf(site.get(await linkTo('blogs', plain.id)))),
    terms: frameOf(await settingsPreview('terms', { content: 'Plain words.' })),
  }
  expect(usual.asOf.banner).toEqual([2])
  for (const { foreign, refreshes, handlers } of Object.values(usual))
    expect([...foreign, ...refreshes, ...handlers]).toEqual([])
  // The database takes no NUL, and calls remove it.
  const texts = hostile.filter((text) => !text.includes('\0'))
  for (let at = 0; at < texts.length; at += 16) {
    const some = texts.slice(at, at + 16)
    const [text = ''] = some
    const words = { title: text, excerpt: text, imageUrl: '/logo.png', imageAlt: text }
    // Each is rendered separately, because some hide all following content.
    const renderedHtml = some.map((one) => render(one).html).join('')
    const { id, slug } = await addPost(site.database, { ...planned, ...words, renderedHtml })
    expect.soft(frameOf(await asOf(`/blog/${slug}`)), text).toEqual(usual.asOf)
    expect.soft(frameOf(await textOf(site.get(await linkTo('blogs', id)))), text).toEqual(usual.link)
    const terms = await settingsPreview('terms', { title: text, content: some.join('\n\n') })
    expect.soft(frameOf(terms), text).toEqual(usual.terms)
  }
})

test('the head of a private document contains nothing that could be cached or shared', async () => {
  const planned = '2099-03-01T00:00:00.000Z'
  const add = async (list: string, fields: object) => {
    const body = { title: 'Confidential merger', publishAt: planned, ...fields }
    return { id: (await (await call('POST', `/api/${list}`, body)).json())._id as string }
  }
  const texts = { summary: 'Short.', problem: 'One.', solution: 'Two.' }
  const records = {
    blogs: await addPost(site.database, { title: 'Confidential merger', publishAt: planned, imageUrl: '/logo.png' }),
    courses: await addCourse(site.database, { title: 'Confidential merger', publishAt: planned }),
    cases: await add('cases', { slug: 'merger', client: 'Kelp', industry: 'Sea', ...texts }),
    newsletters: await add('newsletters', { subject: 'Merger', body: 'One.' }),
    openings: await add('openings', { place: 'Pune', kind: 'Contract', description: 'One.', closesOn: '2099-04-01' }),
    pages: await add('pages', { path: 'merger', sections: [{ kind: 'opening', title: 'Confidential merger' }] }),
  }
  await call('POST', '/api/faqs', { question: 'Which merger?', answer: 'Ours.', places: ['services'] })
  const documents: Record<string, string> = {
    settings: await settingsPreview('terms', { content: 'Confidential merger' }),
  }
  for (const path of ['/', '/services', `/blog/${records.blogs.slug}`, `/courses/${records.courses.slug}`])
    documents[`as of ${path}`] = await asOf(path)
  for (const { path, personal } of pages) {
    if (!personal) continue
    const [, list] = /^\/preview\/(\w+)\//.exec(path) ?? []
    const address = list ? await linkTo(list, records[list as keyof typeof records].id) : path
    documents[path] = await textOf(site.get(address))
  }
  expect(documents['as of /services']).toContain('Which merger?')
  expect(Object.values(documents).filter((html) => /Confidential merger(<\/span>)?<\/h1>/.test(html))).toHaveLength(8)
  expect(documents['/preview/newsletters/:token']).toMatch(/<h1[^>]*><span[^>]*>Confidential merger/)
  for (const [name, html] of Object.entries(documents)) {
    expect(html, name).toContain('<meta name="robots" content="noindex">')
    expect(html, name).not.toMatch(/og:|twitter:|article:|ld\+json|canonical|name="description"|\/cards\//)
  }
  for (const path of ['/sitemap.xml', '/rss.xml', '/blog', '/courses', '/'])
    expect(await textOf(site.get(path))).not.toContain('onfidential')
})
