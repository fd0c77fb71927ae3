import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { validSection } from '#testing/valid-section.ts'
import { sectionKinds } from './all.contract.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const markup = `</h1></script><script data-evil>alert(1)</script><img src=x onerror=alert(1)>"'>{{7*7}}`

test.each([[false], [true]])(
  'markup in the texts of every kind is text in the document, at the largest size: %s',
  async (largest) => {
    const words = (max: number) => (largest ? markup.repeat(Math.ceil(max / markup.length)) : markup).slice(0, max)
    const sections = sectionKinds.map(({ kind }) => validSection(kind, { words, largest }))
    const path = `markup-${largest}`
    const made = await call('POST', '/api/pages', { title: markup, path, sections })
    expect(await made.json()).toMatchObject({ sections: sections.map(({ kind }) => ({ kind })) })
    const shown = (await (await site.get(`/api/pages/by-path/${path}`)).json()).sections
    const html = await (await site.get(`/${path}`)).text()
    expect(html).not.toMatch(/<script data-evil|<img src=x/)
    for (const { at } of shown) expect(html).toContain(`data-section="${at}"`)
    expect(html.match(/&lt;script data-evil/g)?.length).toBeGreaterThan(10)
  },
)
