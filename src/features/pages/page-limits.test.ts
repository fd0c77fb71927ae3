import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { validSection } from '#testing/valid-section.ts'
import type { StoredSection } from './pages.contract.ts'
import { sectionKinds } from './sections/all.contract.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

let count = 0
const make = (sections: unknown, more: object = {}) =>
  call('POST', '/api/pages', { title: 'Limits', path: `limits-${++count}`, sections, ...more })
const shown = (path = `limits-${count}`) => site.get(`/api/pages/by-path/${path}`)
const opening = { kind: 'opening', title: 'AWS for banks' }
const text = (content: string) => ({ kind: 'text', content })
const issueOf = async (answer: Response) => [answer.status, (await answer.json()).issues?.[0]?.path]

/** Prose with formats, of this length. */
const prose = (length: number) => {
  const line = 'Every **bank** moves with [care](https://example.com/care), and `some` of them do so in a week.\n\n'
  return line.repeat(Math.ceil(length / line.length)).slice(0, length)
}

test('twenty sections of the largest size are saved in one call, and shown', {
  timeout: 300_000,
  tags: 'all',
}, async () => {
  const sections = Array.from({ length: 20 }, () => text(prose(100_000)))
  const made = await make(sections)
  expect(made.status, (await made.clone().text()).slice(0, 300)).toBe(201)
  expect((await made.json()).sections).toEqual(
    sections.map(({ content, ...one }) => ({ ...one, content: content.trim() })),
  )
  const page = await (await shown()).json()
  expect(page.sections).toHaveLength(20)
  for (const { html } of page.sections) expect(html).toContain('<strong>bank</strong>')
  expect(await issueOf(await make([...sections, opening]))).toEqual([422, 'sections'])
})

test('each kind is saved with all of its fields filled to the brim', async () => {
  // No two texts are the same, as some must not be.
  for (const { kind } of sectionKinds) {
    const section = validSection(kind, { words: (max) => `${++count}`.padEnd(max, 'W'), largest: true })
    const made = await make([section], { active: false })
    expect([kind, made.status, (await made.json()).issues]).toEqual([kind, 201, undefined])
  }
})

test('a text that is too intricate is refused by its place on a public page, and kept on a draft', async () => {
  const intricate = `${'> '.repeat(3_000)}x`
  const refused = await make([opening, text('Words.'), opening, text(intricate)])
  const { code, issues } = await refused.json()
  expect([refused.status, code, issues?.[0].path]).toEqual([422, 'too_intricate', 'sections.3.content'])
  const draft = await make([opening, text(intricate)], { active: false })
  expect(draft.status).toBe(201)
  const { _id } = await draft.json()
  const published = await call('PATCH', `/api/pages/${_id}`, { active: true })
  expect(await published.json()).toMatchObject({ code: 'too_intricate', issues: [{ path: 'sections.1.content' }] })
})

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) })
test.each<[string, unknown, string]>([
  ['null', null, 'sections'],
  ['a text', 'opening', 'sections'],
  ['an object', { 0: opening }, 'sections'],
  ['null in the list', [opening, null], 'sections.1'],
  ['a list in the list', [[opening]], 'sections.0'],
  ['no kind', [{ title: 'x' }], 'sections.0.kind'],
  ['a kind that is none', [{ kind: 7 }], 'sections.0.kind'],
  ['the name of a property of all objects', [{ kind: 'constructor' }], 'sections.0.kind'],
  ['another name of that sort', [{ kind: '__proto__' }], 'sections.0.kind'],
  ['an object in place of a text', [{ kind: 'opening', title: { toString: 'x' } }], 'sections.0.title'],
  ['a deep object', [{ kind: 'opening', title: 'x', text: nested(2_000) }], 'sections.0.text'],
  ['rows that are none', [{ kind: 'cards', cards: { length: 3 } }], 'sections.0.cards'],
  ['null in rows', [{ kind: 'cards', cards: [null, null] }], 'sections.0.cards.0'],
  ['an unknown field', [{ ...opening, hasOwnProperty: 1 }], 'sections.0.hasOwnProperty'],
  ['a blank text', [{ kind: 'text', content: ' \n ' }], 'sections.0.content'],
  ['white space without width', [{ kind: 'opening', title: '\u200b' }], 'sections.0.title'],
])('%s is refused by its place', async (_what, sections, path) => {
  // A value of another type is a malformed body.
  const [status, named] = await issueOf(await make(sections))
  expect([[400, 422].includes(status), named]).toEqual([true, path])
})

test('an own property with the name of the prototype is an unknown field', async () => {
  const body = `{"title":"x","path":"proto-${++count}","sections":[{"kind":"opening","title":"x","__proto__":{"a":1}}]}`
  const sent = await site.get('/api/pages', {
    method: 'POST',
    body,
    headers: { ...(await site.asStaff()).headers, 'content-type': 'application/json' },
  })
  expect([400, 422]).toContain(sent.status)
  expect(({} as { a?: number }).a).toBeUndefined()
})

test('a call above 5 MB is refused, and one without sections keeps them', async () => {
  const big = await make(Array.from({ length: 20 }, () => text('x'.repeat(300_000))))
  expect(big.status).toBe(413)
  const made = await (await make([opening, text('Words.')])).json()
  const { _id, title, path, version } = made
  const put = (body: object, headers = {}) =>
    call('PUT', `/api/pages/${_id}`, { title, path, ...body }, { 'if-match': `"${version}"`, ...headers })
  const renamed = await put({ title: 'Renamed' })
  expect(await renamed.json()).toMatchObject({ title: 'Renamed', sections: made.sections })
  expect((await (await shown(path)).json()).sections[1].html).toContain('Words.')
  const late = await put({ sections: [opening] })
  const { code, conflict } = await late.json()
  expect([late.status, code, conflict.current.sections]).toEqual([409, 'version_conflict', made.sections])
  const emptied = await call('PUT', `/api/pages/${_id}`, { title, path, sections: [] })
  expect(await issueOf(emptied)).toEqual([422, 'sections'])
  const many: StoredSection[] = Array.from({ length: 21 }, () => opening)
  expect(await issueOf(await call('PUT', `/api/pages/${_id}`, { title, path, sections: many }))).toEqual([
    422,
    'sections',
  ])
})
