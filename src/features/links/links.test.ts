import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LinkTarget } from '#contract/record-links.ts'
import type { blogs } from '#features/blog/blog.table.ts'
import { services } from '#features/catalog/catalog.table.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { addCourse, addPost, sampleService } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const find = async (search: string): Promise<LinkTarget[]> =>
  (await (await call('GET', `/api/links?search=${encodeURIComponent(search)}`)).json()).found
const go = async (path: string) => {
  const { status, headers } = await site.get(path)
  return [status, headers.get('location')]
}
const htmlOf = async (slug: string): Promise<string> =>
  (await (await site.get(`/api/blogs/${slug}`)).json()).contentHtml
const preview = async (source: string): Promise<string> =>
  (await (await call('POST', '/api/content/preview', { source })).json()).html

const fieldsOf = ({ title, slug, excerpt, category, content, published }: Row<typeof blogs>) => ({
  title,
  slug,
  excerpt,
  category,
  content,
  published,
})
const addService = (title: string) =>
  changeContent(site.database, (trx) => insertRow(trx, services, { ...sampleService, title }))

test('finds records with a page, and files, by their name', async () => {
  const post = await addPost(site.database, { title: 'Okapi in the cloud', published: false })
  const course = await addCourse(site.database, { title: 'OKAPIS', unpublishAt: '2020-01-01T00:00:00.000Z' })
  const service = await addService('Okapi care')
  const texts = { client: 'Zoo', industry: 'Care', summary: 'It moved.', problem: 'It was far.', solution: 'A lorry.' }
  const study = { ...texts, title: 'An okapi moved', slug: 'okapi' }
  const made = await (await call('POST', '/api/cases', study)).json()
  const form = new FormData()
  form.set('image', new File(['%PDF-1.4 okapi\n%%EOF\n'], 'Okapi prices.pdf', { type: 'application/pdf' }))
  const file = await (await call('POST', '/api/media', form)).json()

  const found = await find('okapi')
  expect(found.map(({ group, name, state }) => [group, name, state])).toEqual([
    ['Posts', 'Okapi in the cloud', 'draft'],
    ['Courses', 'OKAPIS', 'ended'],
    ['Services', 'Okapi care', 'live'],
    ['Case studies', 'An okapi moved', 'live'],
    ['Files', 'Okapi prices', 'live'],
  ])
  expect(found.map(({ url }) => url)).toEqual([
    `/go/blogs/${post.id}/okapi-in-the-cloud`,
    `/go/courses/${course.id}/okapis`,
    `/go/services/${service.id}/okapi-care`,
    `/go/cases/${made._id}/an-okapi-moved`,
    file.url,
  ])

  // A link to a file is a use of it.
  await addPost(site.database, { title: 'With prices', content: `See [the prices](${found[4]?.url}).` })
  const { usedIn } = await (await call('GET', `/api/media/${file._id}`)).json()
  expect(usedIn).toMatchObject([{ entity: 'blogs', name: 'With prices' }])

  const { publicUrl } = site.config
  for (const [address, name] of [
    [`/blog/${post.slug}`, post.title],
    [`${publicUrl}/courses/${course.slug}#syllabus`, course.title],
    [`${publicUrl}/#/work/okapi`, study.title],
    ['/services#okapi-care', 'Okapi care'],
    [found[0]?.url, post.title],
    [file.url, 'Okapi prices'],
  ])
    expect(await find(String(address)), address).toMatchObject([{ name }])
  const urlAt = async (address: string) => (await find(address))[0]?.url
  expect(await urlAt(`${publicUrl}/courses/${course.slug}?from=a#c-costs`)).toBe(`${found[1]?.url}?from=a#c-costs`)
  for (const address of [`${found[0]?.url}#c-costs`, `${file.url}#page=2`]) expect(await urlAt(address)).toBe(address)
  expect(await urlAt('/services#okapi-care')).toBe(found[2]?.url)
  const newer = new FormData()
  newer.set('image', new File(['%PDF-1.4 newer\n%%EOF\n'], 'Newer.pdf', { type: 'application/pdf' }))
  const next = await (await call('POST', `/api/media/${file._id}/replace`, newer)).json()
  expect(next.url).not.toBe(file.url)
  expect(await find(file.url)).toMatchObject([{ url: next.url }])
  for (const address of ['/contact', '/go/users/1', '/blog/no-such', 'https://elsewhere.test/blog/okapi'])
    expect(await find(address), address).toEqual([])
})

test('is for staff, and needs a search of 1 to 2,000 characters', async () => {
  expect((await site.get('/api/links?search=x')).status).toBe(401)
  for (const search of ['', ' ', 'x'.repeat(2_001)])
    expect((await call('GET', `/api/links?search=${search}`)).status).toBe(422)
})

describe('a text with links to records', () => {
  test('has their current addresses wherever visitors get it', async () => {
    const target = await addPost(site.database, { title: 'The target', slug: 'first-name' })
    const course = await addCourse(site.database, { slug: 'a-course' })
    const service = await addService('Tapir care')
    const link = `/go/blogs/${target.id}/the-target`
    const content = `[one](${link}#c-costs "T") <a href="/go/courses/${course.id}">**two**</a> [three](/go/services/${service.id})`
    const source = `${content}\n\n<p class="align-center"><a title="x" href="${link}">four</a></p>`
    await addPost(site.database, { slug: 'linking', content: source })
    const page = async () => (await site.get('/blog/linking')).text()
    const linked = (slug: string) =>
      `<p><a href="/blog/${slug}#c-costs" title="T">one</a> <a href="/courses/a-course"><strong>two</strong></a> <a href="/services#tapir-care">three</a></p>\n<p class="align-center"><a title="x" href="/blog/${slug}">four</a></p>`
    expect(await htmlOf('linking')).toBe(linked('first-name'))
    // The page is cached from now on.
    expect(await page()).toContain(linked('first-name'))
    expect(await go(link)).toEqual([302, '/blog/first-name'])

    await call('PUT', `/api/blogs/${target.id}`, { ...fieldsOf(target), slug: 'second-name' })
    expect(await htmlOf('linking')).toBe(linked('second-name'))
    expect(await page()).toContain(linked('second-name'))
    expect(await preview(source)).toBe(linked('second-name'))
    expect(await (await site.get('/rss.xml')).text()).toContain(
      `href=&quot;${site.config.publicUrl}/blog/second-name#c-costs&quot;`,
    )
    expect(await go(link)).toEqual([302, '/blog/second-name'])
    // Staff, and clients of the specification, get the text as it was typed.
    expect((await (await site.get('/api/blogs/linking')).json()).content).toBe(source)
  })

  test('keeps only the words of a link to a hidden record, and tells its author why', async () => {
    const target = await addPost(site.database, { title: 'A & "B"', slug: 'hidden-soon' })
    const link = `/go/blogs/${target.id}`
    const content = `See [the *post*](${link}), [gone](/go/blogs/none), [no kind](/go/users/1) and [mine](/blog).`
    await addPost(site.database, { slug: 'points-there', content })
    const words = 'See the <em>post</em>, gone, no kind and <a href="/blog">mine</a>.'
    const withLink = words.replace('the <em>post</em>', '<a href="/blog/hidden-soon">the <em>post</em></a>')
    expect(await htmlOf('points-there')).toBe(`<p>${withLink}</p>`)

    await call('PUT', `/api/blogs/${target.id}`, { ...fieldsOf(target), published: false })
    expect(await htmlOf('points-there')).toBe(`<p>${words}</p>`)
    expect(await preview(content)).toContain(
      '<span data-leads-to="a draft: A &amp; &quot;B&quot;">the <em>post</em></span>, <span data-leads-to="a record that no longer exists">gone</span>',
    )
    expect(await go(link)).toEqual([302, '/blog'])

    await call('DELETE', `/api/blogs/${target.id}`)
    expect(await htmlOf('points-there')).toBe(`<p>${words}</p>`)
    expect(await preview(content)).toContain('data-leads-to="a deleted blog post: A')
  })

  test('cannot contain such an explanation itself', async () => {
    expect(await preview('<span data-leads-to="x">a</span> [b](/x)')).toBe('<p><span>a</span> <a href="/x">b</a></p>')
  })

  test('may be a legal document', async () => {
    const { slug, id } = await addPost(site.database)
    await call('PUT', '/api/settings/terms', { content: `[post](/go/blogs/${id})` })
    expect((await (await site.get('/api/legal/terms')).json()).html).toBe(`<p><a href="/blog/${slug}">post</a></p>`)
  })
})

test('an address that names no kind of record does not exist', async () => {
  for (const path of ['/go/', '/go/users/1', '/go/none/1/a', '/go/blogs/a/b/c'])
    expect((await site.get(path)).status).toBe(404)
})

test('finds the records of one kind for a section of a page, in their order, by name and by id', async () => {
  const of = async (path: string) => call('GET', `/api/links/${path}`)
  const names = async (path: string) =>
    ((await (await of(path)).json()).found as LinkTarget[]).map(({ name, state }) => `${name}: ${state}`)
  const made = []
  for (const [question, active] of Object.entries({ 'Why quokkas?': true, 'How many quokkas?': false }))
    made.push(await (await call('POST', '/api/faqs', { question, answer: 'So.', active })).json())
  const ids = made.map(({ _id }) => _id).join(',')
  const quokkas = ['Why quokkas?: live', 'How many quokkas?: inactive']
  expect((await names('faqs')).filter((name) => name.includes('quokkas'))).toEqual(quokkas)
  expect(await names('faqs?search=MANY%20quokka')).toEqual(['How many quokkas?: inactive'])
  await call('DELETE', `/api/faqs/${made[0]._id}`)
  expect((await names(`faqs?ids=${ids},none`)).toSorted()).toEqual([
    'How many quokkas?: inactive',
    'Why quokkas?: trash',
  ])
  expect(await names('faqs?search=why%20quokka')).toEqual([])
  for (const kind of ['users', 'contactRequests', 'none', '__proto__']) expect((await of(kind)).status, kind).toBe(404)
  expect((await site.get('/api/links/faqs')).status).toBe(401)
})
