import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const opening = { kind: 'opening', title: 'AWS for banks' }
const cards = {
  kind: 'cards',
  cards: [
    { title: 'One', text: 'First' },
    { title: 'Two', text: 'Second' },
  ],
}

test('answers a public page by its path, with the HTML of its texts', async () => {
  const sections = [opening, { kind: 'text', content: 'Words, **bold** ones.' }, cards]
  const made = await call('POST', '/api/pages', { title: 'AWS for banks', path: '/events/aws-banks/', sections })
  expect(made.status).toBe(201)
  expect(await made.json()).toMatchObject({ path: 'events/aws-banks', active: true, listed: false, sections })
  const shown = await (await site.get('/api/pages/by-path/events%2Faws-banks')).json()
  expect(shown.sections).toMatchObject([
    { ...opening, at: 0 },
    { kind: 'text', html: expect.stringContaining('<strong>bold</strong>'), at: 1 },
    { ...cards, at: 2 },
  ])
})

test('names each field at fault by its place', async () => {
  const sections = [
    opening,
    {
      ...cards,
      cards: [
        { title: '', text: 'x' },
        { title: 'b', text: 'x', to: 'javascript:1' },
      ],
    },
    { kind: 'carousel' },
    { kind: 'opening', title: 'x', colour: 'red' },
  ]
  const refused = await call('POST', '/api/pages', { title: 'Bad', path: 'bad', sections })
  expect(refused.status).toBe(422)
  const { issues } = await refused.json()
  expect(issues.map(({ path }: { path: string }) => path)).toEqual([
    'sections.1.cards.0.title',
    'sections.1.cards.1.to',
    'sections.2.kind',
    'sections.3.colour',
  ])
})

test('saves a page without a section as a draft only', async () => {
  const draft = await call('POST', '/api/pages', { title: 'Empty', path: 'empty' })
  expect(await draft.json()).toMatchObject({ active: false, sections: [] })
  const refused = await call('POST', '/api/pages', { title: 'Empty', path: 'empty-2', active: true })
  expect(refused.status).toBe(422)
})
