import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products, services } from '#features/catalog/catalog.table.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { brotliOptions } from '#server/http/response-cache.ts'
import { addCourse, addPost, sampleProduct, sampleService } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
})
afterAll(() => site.close())

const home = async () => (await site.get('/')).text()
/** The markup of a chapter, up to the next one. */
const chapter = (html: string, id: string) => new RegExp(`<li id="${id}".*?</article>`, 's').exec(html)?.[0] ?? ''

test('each chapter ends with links to records, and Home is complete without any', async () => {
  const empty = await home()
  expect(empty).toContain('Four layers, one team')
  expect(empty).not.toMatch(/Latest article|Let us talk about|Featured courses/)
  expect(chapter(empty, 'training')).toContain('All courses')
  // An empty list leads nowhere, since it is the whole list; a part of it leads back.
  const blog = async (address: string) => (await site.get(address)).text()
  expect(await blog('/blog')).toMatch(/No posts found(?!.*Show all articles)/s)
  expect(await blog('/blog?search=nothing')).toMatch(/No posts found.*Show all articles/s)

  const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
  await addPost(site.database, { title: 'Older on clouds', category: 'Cloud', createdAt: '2026-01-01T00:00:00.000Z' })
  await addPost(site.database, { title: 'A bill read aloud', category: 'Cloud', createdAt: '2026-02-01T00:00:00.000Z' })
  await addPost(site.database, { title: 'Asking a model', category: 'AI & ML', createdAt: '2026-03-01T00:00:00.000Z' })
  await addCourse(site.database, { title: 'Some day', featured: true, price: 5_000 })
  await addCourse(site.database, { title: 'Tomorrow', featured: true, price: 14_999, startDate: tomorrow })
  await changeContent(site.database, async (trx) => {
    await insertRow(trx, services, { ...sampleService, title: 'Moving house', category: 'Cloud' })
    await insertRow(trx, products, {
      ...sampleProduct,
      name: 'Cost Ledger',
      category: 'Cloud Management & Optimization',
    })
  })
  const html = await home()
  expect(chapter(html, 'cloud')).toMatch(/Moving house.*Cost Ledger.*A bill read aloud/s)
  expect(chapter(html, 'cloud')).not.toMatch(/Older on clouds|Asking a model/)
  expect(chapter(html, 'ai')).toContain('Asking a model')
  expect(chapter(html, 'data')).not.toContain('Latest article')
  // A course is listed once, with its date and price.
  expect(html.match(/>Tomorrow</g)).toHaveLength(1)
  expect(html).toMatch(/Tomorrow.*Starts.*₹14,999/s)
  // The sentence offers the services as subjects.
  expect(html).toMatch(/<select[^>]* name="about"[^>]*><option>Moving house<\/option>/)
  // The names in the figure lead to the chapters.
  for (const id of ['cloud', 'data', 'ai', 'training']) expect(html).toContain(`href="#${id}"`)
})

test('the colophon has the weights of this very page, and the page has the same bytes each time', async () => {
  const html = await home()
  const bytes = Buffer.from(html)
  const size = brotliCompressSync(bytes, brotliOptions(bytes.length)).length
  const colophon = html.slice(html.indexOf('This page, compressed')).replaceAll('<!-- -->', '')
  const [document = 0, script, type] = [...colophon.matchAll(/>([\d.]+)\u00a0KB</g)].map(([, said]) => Number(said))
  expect(Math.abs(document - size / 1024)).toBeLessThan(0.11)
  expect(script).toBeGreaterThan(1)
  expect(type).toBeGreaterThan(10)
  await changeContent(site.database, async () => {})
  expect(await home()).toBe(html)
})

test('the figures open their records, and results of case studies are on Home with their day', async () => {
  const before = await home()
  // There are people and the years of the journey, and no case studies.
  expect(before.match(/<details name="figures"/g)).toHaveLength(2)
  expect(before).not.toContain('id="proof"')
  const call = callAs(site, await site.asStaff())
  const study = { client: 'Kelp', industry: 'Sea', summary: 'S', problem: 'P', solution: 'We did.' }
  const figures = [{ figure: '−34 %', name: 'of the bill', asOf: '2026-06-30' }]
  await call('POST', '/api/cases', { ...study, title: 'First', slug: 'case-1', figures })
  await call('POST', '/api/cases', { ...study, title: 'Second', slug: 'case-2' })
  const html = (await home()).replaceAll('<!-- -->', '')
  // The results have the case studies, so that the number of projects does not open them once more.
  expect(html.match(/<details name="figures"/g)).toHaveLength(3)
  const [, clients] = html.split('<details name="figures"')
  // One row for the client of both.
  expect(clients?.match(/Kelp/g)).toHaveLength(1)
  expect(html).toMatch(/id="proof".*href="\/work".*−34 %.*as of 30 Jun 2026.*href="\/work\/case-1"/s)
  // They follow the promise, at every width.
  expect(html.indexOf('id="proof"')).toBeLessThan(html.indexOf('id="overview"'))
  // The bill names the client whose bill became lower.
  expect(chapter(html, 'cloud')).toMatch(/href="\/work\/case-1"[^>]*>−34 % at Kelp</)
})

test('each line of the bill says its owner, its amount and its part, and the largest is struck out', async () => {
  const bill = /<fieldset class="bill".*?<\/fieldset>/s.exec(await home())?.[0].replaceAll('<!-- -->', '') ?? ''
  const lines = [...bill.matchAll(/<label>(.*?)<\/label>/gs)].map(([, line = '']) => ({
    text: line.replace(/<[^>]*>/g, ''),
    isStruck: line.includes('checked=""'),
  }))
  expect(lines).toHaveLength(5)
  expect(lines.filter(({ isStruck }) => isStruck).map(({ text }) => text)).toEqual([
    'Strike out Forecast cluster, owner: Nobody₹2,08,000, 34 % of the bill',
  ])
  expect(bill).toContain('--whole:612;--line-1:184;')
})

/** The words in the gaps of the sentence on a page, and the chosen subject. */
async function sentence(address: string) {
  const html = await (await site.get(address)).text()
  const word = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1]
  const chosen = /<option selected="">([^<]*)</.exec(html)?.[1]
  return { we: word('we'), in: word('in'), and: word('and'), chosen, html }
}

test('an address shows its sentence, and no text that nobody would type there', async () => {
  await changeContent(site.database, async (trx) => {
    await insertRow(trx, services, { ...sampleService, title: 'Second subject' })
  })
  const shipped = { we: 'ten', in: 'Pune', and: 'our cloud bill has doubled', chosen: undefined }
  expect(await sentence('/')).toMatchObject(shipped)
  const sent = await sentence(
    '/?we=12&in=S%C3%A3o+Paulo&and=nobody+reads+the+%E2%80%9Cbill%E2%80%9D&about=Second+subject',
  )
  expect(sent).toMatchObject({ we: '12', in: 'São Paulo', and: 'nobody reads the “bill”', chosen: 'Second subject' })
  expect(sent.html).toMatch(/<link rel="canonical" href="[^"?]*\/"/)
  expect(sent.html).toContain('Copy it and send it')
  for (const hostile of [
    '%3Cscript%3E',
    'see+evil.example',
    'mail%40evil.example',
    'x'.repeat(301),
    '+',
    '%00',
    'a%0Ab',
  ]) {
    const shown = await sentence(`/?we=${hostile}&in=${hostile}&and=${hostile}&about=${hostile}&other=1`)
    expect(shown, hostile).toMatchObject(shipped)
    // It is the page of the plain address, which the cache has already.
    expect(shown.html, hostile).toBe(await home())
  }
  // Contact begins the message with the same parts.
  const contact = await (await site.get('/contact?we=12&in=&and=it+is+slow.+Very&about=Second+subject')).text()
  expect(contact).toContain('We are 12 people in Pune, and it is slow. Very.')
  expect(contact).toMatch(/name="subject"[^>]* value="Second subject"/)
})
