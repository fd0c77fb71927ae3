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

  await made('openings', { ...input, closesOn: today })
  expect(await pagesWith('/careers', places)).toEqual(places)
  const careers = await page('/careers')
  expect(careers).toMatch(/<form[^>]* action="\/careers"/)
  expect(careers).toContain('aria-label="Apply: Data engineer"')
  expect(careers).toContain(`Posted <time dateTime="${today}">`)
  expect(careers).toContain('How we hire</h2>')
  expect((await call('PUT', '/api/settings/careers', { hireText: '' })).status).toBe(200)
  expect(await page('/careers')).not.toContain('How we hire')
  const [, data = ''] = /<script type="application\/ld\+json">([^<]*JobPosting[^<]*)<\/script>/.exec(careers) ?? []
  expect(JSON.parse(data)).toMatchObject({ title: 'Data engineer', employmentType: 'PART_TIME', validThrough: today })
  const open = async () => (await (await site.get('/api/openings')).json()).length
  expect(await open()).toBe(1)

  ahead = day
  expect([(await site.get('/careers')).status, await open()]).toEqual([404, 0])
  expect(await pagesWith('/careers', places)).toEqual([])
  expect(await (await call('GET', '/api/openings')).json()).toHaveLength(1)
  ahead = 0
  expect((await site.get('/careers')).status).toBe(200)
})
