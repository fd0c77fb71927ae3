import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberIn, rowsOf } from '#contract/rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { homeWords } from './home-words.contract.ts'
import { sampleIds, samplePath } from './samples.contract.ts'
import { sampleWords } from './samples-words.contract.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
})
afterAll(() => site.close())

const page = async (path: string) => {
  const answer = await site.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.text()).replaceAll('<!-- -->', '')
}

test('Home links to each sample, whose page links to the others, and the sitemap has them', async () => {
  const home = await page('/')
  const sitemap = await page('/sitemap.xml')
  for (const id of sampleIds) {
    const html = await page(samplePath(id))
    expect(home).toContain(`href="${samplePath(id)}"`)
    expect(sitemap).toContain(`${site.config.publicUrl}${samplePath(id)}</loc>`)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain(`<title>${sampleWords[id].title} `)
    expect(html).toMatch(/<meta name="description" content="[^"]{60,}"/)
    expect(html).toContain('"@type":"BreadcrumbList"')
    for (const other of sampleIds) expect(html).toContain(`href="${samplePath(other)}"`)
    expect(html).toMatch(new RegExp(`aria-current="page"[^>]*href="${samplePath(id)}"`))
  }
})

test('a text that staff change is on the page, and rows of a table are its rows', async () => {
  const call = callAs(site, await site.asStaff())
  const rows = 'Line | A month\n\nOnly one | ₹5,000 | `left out`\n  \n'
  const answer = await call('PUT', '/api/settings/estate-map', {
    title: 'Map of {brand}',
    rows,
    figure: 'A | B | C | 7',
  })
  expect(answer.status).toBe(200)
  const html = await page(samplePath('estate-map'))
  expect(html).toMatch(/<h1[^>]*>Map of Acme Cloud<\/h1>/)
  expect(html.match(/<tr>/g)).toHaveLength(2)
  expect(html).toMatch(/<th [^>]*scope="row"[^>]*>Only one<\/th><td [^>]*>₹5,000<\/td><\/tr>/)
  // A text of one line keeps being one; the next sample names the changed one.
  expect(await page(samplePath('runbook'))).toContain('>Map of Acme Cloud</a>')

  // The preview names the texts of one line, and leaves tables whole.
  const preview = await call('POST', '/api/settings/estate-map/preview', {
    path: samplePath('estate-map'),
    fields: { lead: 'Drawn' },
  })
  const { html: previewed } = await preview.json()
  expect(previewed).toContain('<span data-setting="lead">Drawn</span>')
  expect(previewed).not.toContain('data-setting="rows"')
})

test('the shipped amounts agree with each other', () => {
  const sum = (text: string, column: number) =>
    rowsOf(text).reduce((total, cells) => total + numberIn(cells[column]), 0)
  const bill = sum(homeWords.bill, 2)
  const struck = Math.max(...rowsOf(homeWords.bill).map((cells) => numberIn(cells[2])))
  expect(bill).toBe(612_000)
  expect(sum(sampleWords['estate-map'].figure, 3) * 1_000).toBe(bill)
  // The last row of a table of amounts is their sum.
  expect(sum(sampleWords['estate-map'].rows, 2)).toBe(2 * bill)
  const price = rowsOf(sampleWords['sketch-and-price'].rows).map((cells) => numberIn(cells[2]))
  expect(price.slice(0, -1).reduce((total, amount) => total + amount)).toBe(price.at(-1))
  expect(Math.round((struck / bill) * 100)).toBe(34)
  const months = rowsOf(sampleWords['one-page'].figure).map((cells) => numberIn(cells[1]) * 1_000)
  expect([months[2], months.at(-1)]).toEqual([bill, bill - struck])
})
