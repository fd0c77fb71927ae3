import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { validSection } from '#testing/valid-section.ts'
import type { StoredSection } from '../pages.contract.ts'
import { sectionKinds } from './all.contract.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  call = callAs(site, await site.asStaff())
  const { category } = validSection('articles') as { category?: string }
  await addPost(site.database, { ...(category && { category: category as 'Cloud' }) })
})
afterAll(() => site.close())

const markup = `</h1></script><script data-evil>alert(1)</script><img src=x onerror=alert(1)>"'>{{7*7}}`

test.each([[false], [true]])(
  'markup in the texts of every kind is text in the document, at the largest size: %s',
  async (largest) => {
    let texts = 0
    const words = (max: number) =>
      `t${++texts} ${largest ? markup.repeat(Math.ceil(max / markup.length)) : markup}`.slice(0, max)
    const sections = sectionKinds.map(({ kind }) => validSection(kind, { words, largest }))
    const path = `markup-${largest}`
    const made = await call('POST', '/api/pages', { title: markup, path, sections })
    expect(await made.json()).toMatchObject({ sections: sections.map(({ kind }) => ({ kind })) })
    const shown = (await (await site.get(`/api/pages/by-path/${path}`)).json()).sections
    const html = await (await site.get(`/${path}`)).text()
    expect(html).not.toMatch(/<script data-evil|<img src=x/)
    // Those that choose records or files have none here, and are not shown.
    const always = sectionKinds.filter(({ fields }) => !/"(records|file)"/.test(JSON.stringify(fields)))
    expect(shown.map(({ kind }: StoredSection) => kind)).toEqual(expect.arrayContaining(always.map(({ kind }) => kind)))
    const drawn = new Map(html.split(' data-section="').map((part) => [Number.parseInt(part, 10), part]))
    for (const section of shown as (StoredSection & { at: number })[]) {
      const part = drawn.get(section.at)
      expect(part, section.kind).toBeDefined()
      // Each text of it, by its number, but for the one that only staff see.
      const typed = [...JSON.stringify(section).matchAll(/"(\w+)":"(t\d+ )</g)]
      const missing = typed.filter(([, , text]) => !part?.includes(`${text}&lt;`))
      expect(
        missing.map(([, name]) => name),
        section.kind,
      ).toEqual(section.kind === 'form' ? ['subject'] : [])
    }
  },
)
