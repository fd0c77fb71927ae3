import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let ahead = 0
beforeAll(async () => {
  site = await startTestApp({}, { built: true, clock: () => Date.now() + ahead })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const made = async (path: string, input: object) => (await call('POST', `/api/${path}`, input)).json()
const page = async (path: string) => (await site.get(path)).text()
/** Which of these pages contain a text. */
const pagesWith = async (text: string, paths: string[]) => {
  const texts = await Promise.all(paths.map(page))
  return paths.filter((_, index) => texts[index]?.includes(text))
}

test('testimonials and questions are on their pages while they are active, and are absent otherwise', async () => {
  const { slug, id: courseId } = await addCourse(site.database)
  const places = ['/', '/services', '/courses', `/courses/${slug}`]
  const traces = async () => [
    await pagesWith('What clients say', places),
    await pagesWith('Questions we are asked', places),
    await pagesWith('FAQPage', places),
  ]
  expect(await traces()).toEqual([[], [], []])

  const person = { role: 'Founder', company: 'Kelp & Co', agreedOn: '2031-04-05' }
  for (const name of ['First', 'Second', 'Third', 'Fourth'])
    await made('testimonials', { ...person, name: `${name} Client`, quote: `${name} words.` })
  expect(await pagesWith('“Third words.”', places)).toEqual(['/'])
  expect(await pagesWith('Fourth Client', places)).toEqual(['/services'])
  expect(await pagesWith('2031-04-05', places)).toEqual([])
  expect(await page('/api/testimonials')).not.toContain('agreedOn')

  const asked = { question: 'How long?', answer: 'Six </script> weeks.', places: ['services', 'courses'], courseId }
  const { _id } = await made('faqs', asked)
  const [newest] = (await (await call('GET', '/api/activity')).json()).entries
  expect(newest).toMatchObject({ what: `Created FAQ “${asked.question}”`, recordName: asked.question })
  expect(await pagesWith('How long?', places)).toEqual(places.slice(1))
  const services = await page('/services')
  const [, data = ''] = /<script type="application\/ld\+json">([^<]*FAQPage[^<]*)<\/script>/.exec(services) ?? []
  expect(JSON.parse(data).mainEntity).toEqual([
    { '@type': 'Question', name: 'How long?', acceptedAnswer: { '@type': 'Answer', text: 'Six </script> weeks.' } },
  ])
  // The document's data does not repeat what only the server renders.
  expect(services.match(/How long\?/g)).toHaveLength(2)

  await call('PUT', `/api/faqs/${_id}`, { ...asked, unpublishAt: new Date(Date.now() + 60_000).toISOString() })
  expect(await pagesWith('How long?', places)).toEqual(places.slice(1))
  ahead = 90_000
  expect(await pagesWith('How long?', places)).toEqual([])
  ahead = 0
  expect(await (await call('GET', '/api/finder?search=how long')).json()).toEqual({
    found: [{ entity: 'faqs', label: 'FAQ', _id, name: 'How long?' }],
  })
  await call('DELETE', `/api/faqs/${_id}`)
  expect(await pagesWith('How long?', places)).toEqual([])
  await call('POST', `/api/trash/faqs/${_id}/restore`)
  expect(await pagesWith('How long?', places)).toEqual(places.slice(1))
})

test('a case study has a page, is linked from its services, and keeps its former address', async () => {
  const places = ['/', '/services', '/work', '/sitemap.xml']
  expect((await site.get('/work')).status).toBe(404)
  expect((await site.get('/api/work')).status).toBe(404)
  expect(await pagesWith('/work', places)).toEqual([])

  const service = await made('services', { title: 'Care', category: 'Support', icon: 'Bot', description: 'Helps.' })
  const figure = { figure: '−62 %', name: 'of the bill', asOf: '2031-03-02' }
  const input = {
    ...{ title: 'A smaller bill', slug: 'bill', client: 'Kelp', industry: 'Logistics', summary: 'Cut.' },
    ...{
      problem: 'It grew.\n\nAnd grew.',
      solution: 'We read it.',
      figures: [figure],
      serviceIds: [service._id, 'gone'],
      imageUrl: '',
    },
  }
  const { _id } = await made('cases', input)
  expect(await pagesWith('href="/work"', places)).toEqual(['/', '/services', '/work'])
  expect(await pagesWith('/work/bill', places)).toEqual(['/', '/services', '/work', '/sitemap.xml'])
  const study = await page('/work/bill')
  // A form that has no picture sends an empty one.
  expect(study).not.toContain('"image":')
  for (const text of ['<p>And grew.</p>', 'as of 2 Mar 2031', 'href="/services#care"', '"@type":"Article"'])
    expect(study).toContain(text)

  const wrong = [
    [{ figures: [figure, figure, figure, figure] }, 'figures'],
    [{ figures: [{ ...figure, asOf: 'May' }] }, 'figures.0.asOf'],
    [{ slug: 'A bill' }, 'slug'],
  ] as const
  for (const [fields, path] of wrong)
    expect((await (await call('PUT', `/api/cases/${_id}`, { ...input, ...fields })).json()).issues[0].path).toBe(path)
  const again = await call('POST', '/api/cases', input)
  expect([again.status, (await again.json()).issues[0].path]).toEqual([409, 'slug'])

  const own = { seoTitle: 'Cloud bill cut by 62 %', seoDescription: 'For those who search.' }
  expect(await (await call('PUT', `/api/cases/${_id}`, { ...input, ...own })).json()).toMatchObject(own)
  expect(await page('/work/bill')).toContain(
    '<title>Cloud bill cut by 62 %</title><meta name="description" content="For those who search.">',
  )
  // The application that readers may start downloads none of it.
  expect(await pagesWith('seoTitle', ['/api/work', '/api/work/bill', '/api/cases'])).toEqual([])
  const cleared = await (await call('PUT', `/api/cases/${_id}`, { ...input, seoTitle: ' ', seoDescription: '' })).json()
  for (const name of Object.keys(own)) expect(cleared).not.toHaveProperty(name)
  expect(await page('/work/bill')).toContain('<title>A smaller bill · Acme Cloud</title>')

  await call('PUT', `/api/cases/${_id}`, { ...input, slug: 'smaller-bill' })
  const moved = await site.get('/work/bill')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/work/smaller-bill'])
  const planned = { ...input, slug: 'planned', publishAt: new Date(Date.now() + 86_400_000).toISOString() }
  const { _id: never } = await made('cases', planned)
  for (const id of [_id, never]) await call('DELETE', `/api/cases/${id}`)
  for (const path of ['/work/smaller-bill', '/work/bill']) expect((await site.get(path)).status, path).toBe(410)
  expect((await site.get('/work/planned')).status).toBe(404)
  expect((await site.get('/work/unknown')).status).toBe(404)
  expect(await pagesWith('/work', places)).toEqual([])
})

test('an opening is on the site until the end of the day on which it closes, wherever the server is', async () => {
  const places = ['/', '/about', '/sitemap.xml', '/careers']
  const day = 86_400_000
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: site.config.timeZone }).format(Date.now())
  const input = { title: 'Data engineer', place: 'Pune', kind: 'Part-time', description: 'You build it.' }
  expect(await pagesWith('/careers', places)).toEqual([])
  expect((await site.get('/careers')).status).toBe(404)

  const { _id } = await made('openings', { ...input, closesOn: today })
  expect(await pagesWith('/careers', places)).toEqual(places)
  expect(await pagesWith('/careers/data-engineer', [...places, '/llms.txt'])).toEqual([...places.slice(2), '/llms.txt'])
  expect(await page('/careers')).toContain('href="/careers/data-engineer">Data engineer</a>')
  expect(await page('/careers')).not.toContain('<form method="post" action="/careers')
  expect(await page('/careers')).not.toContain('JobPosting')
  const own = await page('/careers/data-engineer')
  expect(own).toMatch(/<form[^>]* action="\/careers\/data-engineer"/)
  expect(own).toContain(`Posted <time dateTime="${today}">`)
  for (const path of ['/careers', '/careers/data-engineer']) expect(await page(path)).toContain('How we hire</h2>')
  expect((await call('PUT', '/api/settings/careers', { hireText: '' })).status).toBe(200)
  for (const path of ['/careers', '/careers/data-engineer']) expect(await page(path)).not.toContain('How we hire')
  const [, data = ''] = /<script type="application\/ld\+json">([^<]*JobPosting[^<]*)<\/script>/.exec(own) ?? []
  const posting = { title: 'Data engineer', employmentType: 'PART_TIME', validThrough: today }
  expect(JSON.parse(data)).toMatchObject({ ...posting, url: `${site.config.publicUrl}/careers/data-engineer` })
  const open = async () => (await (await site.get('/api/openings')).json()).length
  expect(await open()).toBe(1)

  const post = { title: 'Jobs', slug: 'jobs', excerpt: 'Us.', category: 'Cloud', published: true }
  await made('blogs', { ...post, content: `Work [with us](/go/openings/${_id}/x).` })
  const link = '<a href="/careers/data-engineer">with us</a>'
  expect(await page('/blog/jobs')).toContain(link)
  const found = async () => (await (await call('GET', '/api/links?search=Data+engineer')).json()).found[0]
  expect(await found()).toMatchObject({ entity: 'openings', _id, state: 'live' })
  await call('PUT', `/api/openings/${_id}`, { ...input, slug: 'engineer', closesOn: today })
  for (const [from, to] of [
    ['/careers/data-engineer', '/careers/engineer'],
    [`/careers/${_id}`, '/careers/engineer'],
    ['/api/careers/data-engineer', '/api/careers/engineer'],
  ] as const) {
    const moved = await site.get(from)
    expect([from, moved.status, moved.headers.get('location')]).toEqual([from, 301, to])
  }
  expect(await page('/blog/jobs')).toContain(link.replace('data-engineer', 'engineer'))

  const addresses = ['/careers/engineer', '/careers/data-engineer', '/api/careers/engineer', `/api/careers/${_id}`]
  const statuses = () => Promise.all(addresses.map(async (path) => (await site.get(path)).status))
  ahead = day
  expect([(await site.get('/careers')).status, await open()]).toEqual([404, 0])
  // Answers from before may be known for a second more.
  await expect.poll(statuses, { timeout: 5_000 }).toEqual([404, 404, 404, 404])
  expect(await pagesWith('/careers', [...places, '/llms.txt', '/blog/jobs'])).toEqual([])
  expect(await page('/blog/jobs')).toContain('Work with us.')
  expect(await found()).toMatchObject({ state: 'ended' })
  expect(await (await call('GET', '/api/openings')).json()).toHaveLength(1)
  ahead = 0
  expect(await statuses()).toEqual([200, 301, 200, 200])
  await call('PATCH', `/api/openings/${_id}`, { active: false })
  expect(await statuses()).toEqual([404, 404, 404, 404])
  await call('PATCH', `/api/openings/${_id}`, { active: true })
  await call('DELETE', `/api/openings/${_id}`)
  expect(await statuses()).toEqual([410, 410, 404, 404])
  await call('POST', `/api/trash/openings/${_id}/restore`)
  expect(await statuses()).toEqual([200, 301, 200, 200])
})

test.each([
  ['Data engineer', 'data-engineer-2'],
  ['डेटा इंजीनियर', 'deta-imjiniyr'],
  ['مهندس بيانات', 'mhnds-bynt'],
  ['数据工程师', 'shu-ju-gong-cheng-shi'],
  ['🪷', 'opening'],
  ['New', 'new-opening'],
])('an opening without a slug gets one from its title: %s', async (title, slug) => {
  const input = { title, place: 'Pune', kind: 'Contract', description: 'You build it.', closesOn: '2999-01-01' }
  await made('openings', { ...input, title: 'Data engineer', slug: 'data-engineer' }).catch(() => undefined)
  // Of several at the same time, the others get numbers.
  const together = await Promise.all([1, 2, 3].map(() => made('openings', input)))
  const slugs = together.map((one) => one.slug)
  expect([slugs.includes(slug), slugs.includes(undefined), new Set(slugs).size]).toEqual([true, false, 3])
  const { _id } = together[slugs.indexOf(slug)]
  expect(await (await call('GET', `/api/openings/${_id}`)).json()).toMatchObject({ slug })
  const taken = await call('POST', '/api/openings', { ...input, slug })
  expect([taken.status, (await taken.json()).issues[0].path]).toEqual([409, 'slug'])
  const empty = await call('PUT', `/api/openings/${_id}`, { ...input, slug: '' })
  expect([empty.status, (await empty.json()).issues[0].path]).toEqual([422, 'slug'])
  expect((await call('PUT', `/api/openings/${_id}`, { ...input, title: 'Another' })).status).toBe(200)
  expect(await page(`/careers/${slug}`)).toContain('Another</h1>')
})
