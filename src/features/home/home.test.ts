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
  // The brief offers the services as subjects.
  expect(html).toMatch(/<select[^>]* name="subject"[^>]*><option data-plate="cloud">Moving house<\/option>/)
  // The names in the figure lead to the chapters.
  for (const id of ['cloud', 'data', 'ai', 'training']) expect(html).toContain(`href="#${id}"`)
})

test('the colophon has the weights of this very page, and the page has the same bytes each time', async () => {
  const html = await home()
  const bytes = Buffer.from(html)
  const size = brotliCompressSync(bytes, brotliOptions(bytes.length)).length
  const colophon = html.slice(html.indexOf('This page, compressed')).replaceAll('<!-- -->', '')
  const said = Number(/^This page, compressed: ([\d.]+)\u00a0KB of document/.exec(colophon)?.[1])
  expect(Math.abs(said - size / 1024)).toBeLessThan(0.11)
  expect(colophon).toMatch(/, of which \d\.\d\u00a0KB script; [1-9]\d\.\d\u00a0KB of type/)
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
  expect(html.match(/<details name="figures"/g)).toHaveLength(4)
  const [clients, projects] = html.split('<details name="figures"').slice(1)
  // One row for the client of both.
  expect(clients?.match(/Kelp/g)).toHaveLength(1)
  expect(projects).toMatch(/2026.*href="\/work\/case-1".*−34 % of the bill.*href="\/work\/case-2"/s)
  expect(html).toMatch(/id="proof".*href="\/work".*−34 %.*as of 30 Jun 2026.*href="\/work\/case-1"/s)
})
