import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products, services } from '#features/catalog/catalog.table.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { brotliOptions } from '#server/http/response-cache.ts'
import { addCourse, addPost, sampleProduct, sampleService } from '#testing/sample-rows.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
})
afterAll(() => site.close())

const home = async () => (await site.get('/')).text()
/** The markup of a chapter, up to the next one. */
const chapter = (html: string, id: string) => new RegExp(`<li id="${id}".*?</article>`, 's').exec(html)?.[0] ?? ''

test('each chapter ends with records, and Home is complete without any', async () => {
  const empty = await home()
  expect(empty).toContain('Three crafts under one roof')
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
  expect(chapter(html, 'training')).toMatch(/Tomorrow.*₹14,999.*Starts/s)
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
