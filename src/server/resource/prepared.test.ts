// On both databases: the row is locked while it is compared.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { anyTable } from '#server/database/rows.ts'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { startTestApp } from '#testing/start-app.ts'

const site = await startTestApp()
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

/** Lets a colleague do something after the slow work of the next save, when its transaction is about to begin. */
function afterSlowWork(colleague: () => Promise<Response>): void {
  const { database } = site
  const { transaction } = database
  const restore = () => Object.assign(database, { transaction })
  onTestFinished(() => void restore())
  Object.assign(database, {
    async transaction(work: never) {
      restore()
      expect((await colleague()).status).toBe(200)
      return transaction(work)
    },
  })
}

const bulk = (kind: string, action: string, _id: string) =>
  call('POST', `/api/${kind}/bulk`, { action, records: [{ _id }] })

let made = 0
const post = () => ({ title: 'Tides', slug: `tides-${++made}`, excerpt: 'Short.', category: 'Cloud' })
const course = () => ({
  ...{ title: 'Tides', slug: `tides-${++made}`, description: 'Short.', duration: '8 weeks', price: 10 },
  ...{ category: 'DevOps', level: 'Beginner', enrollmentUrl: 'https://pay.test/' },
})
const aCase = () => ({
  ...{ title: 'Tides', slug: `tides-${++made}`, client: 'Kelp', industry: 'Logistics', summary: 'Cut.' },
  ...{ problem: 'Oldword.', solution: 'Oldword.' },
})
const opening = () => ({
  ...{ title: 'Diver', place: 'Pune', kind: 'Contract', closesOn: '2999-12-31', description: 'Oldword.' },
})

const json = async (answer: Promise<Response>) => (await answer).json()
const make = async (kind: string, input: object) => (await json(call('POST', `/api/${kind}`, input)))._id

test.each([
  ['a post', 'blogs', { ...post(), published: true }, 'content', (body: object) => body],
  ['a post, by a form', 'blogs', { ...post(), published: true }, 'content', formOf],
  ['a course', 'courses', course(), 'syllabus', (body: object) => body],
  ['a course, by a form', 'courses', course(), 'syllabus', formOf],
])(
  'a save without the text of %s keeps the one that a colleague saves meanwhile',
  async (_, kind, input, text, send) => {
    const id = await make(kind, { ...input, [text]: '## Oldword' })
    const longer = `## Newword\n\n${'Long. '.repeat(900)}`
    afterSlowWork(() => call('PUT', `/api/${kind}/${id}`, { ...input, [text]: longer }))
    const answer = await call('PUT', `/api/${kind}/${id}`, send({ ...input, title: 'Mine' }))
    expect(answer.status).toBe(200)
    const shown = await json(site.get(`/api/${kind}/${input.slug}`))
    expect(shown).toMatchObject({ title: 'Mine', headings: [{ text: 'Newword' }] })
    expect(shown[`${text}Html`]).toContain('Newword')
    if (kind === 'blogs') expect(shown.readTime).toBe(5)
    const found = async (word: string) => (await json(site.get(`/api/${kind}?search=${word}`)))[kind].length
    expect([await found('newword'), await found('oldword')]).toEqual([1, 0])
    await call('DELETE', `/api/${kind}/${id}`)
  },
)

const study = aCase()
test.each([
  ['a case study', 'cases', study, 'problem', `/api/work/${study.slug}`],
  ['an opening', 'openings', opening(), 'description', '/api/careers'],
])(
  'a text of %s is rendered as sent, and not as a colleague saves it meanwhile',
  async (_, kind, input, text, path) => {
    const id = await make(kind, input)
    const theirs = { ...input, format: 'plain', [text]: '*Newword*' }
    afterSlowWork(() => call('PUT', `/api/${kind}/${id}`, theirs))
    const answer = await call('PUT', `/api/${kind}/${id}`, { ...input, [text]: '**Mine**' })
    expect(await answer.json()).toMatchObject({ [text]: '**Mine**' })
    const shown = [await json(site.get(path))].flat()
    expect(shown[0][`${text}Html`]).toBe('<p><strong>Mine</strong></p>')
    await call('DELETE', `/api/${kind}/${id}`)
  },
)

const rendered = { renderedHtml: null, renderedHeadings: null, renderedBy: null }
test.each([
  ['a post', 'blogs', post(), 'content', rendered],
  ['a course', 'courses', { ...course(), active: false }, 'syllabus', rendered],
  ['a case study', 'cases', { ...aCase(), active: false }, 'solution', { renderedTexts: null, renderedBy: null }],
  ['an opening', 'openings', { ...opening(), active: false }, 'description', { renderedTexts: null, renderedBy: null }],
])(
  '%s that was never rendered is published with the text that a colleague saves meanwhile',
  async (_, kind, input, text, columns) => {
    const id = await make(kind, { ...input, [text]: 'Oldword.' })
    for (const way of ['bulk', 'one']) {
      await anyTable(site.database.db).updateTable(kind).set(columns).where('id', '=', id).execute()
      if (way === 'one' && kind === 'blogs') continue
      afterSlowWork(() => call('PUT', `/api/${kind}/${id}`, { ...input, [text]: `Newword ${way}.` }))
      const answer =
        way === 'bulk' ? await bulk(kind, 'publish', id) : await call('PATCH', `/api/${kind}/${id}`, { active: true })
      expect(answer.status).toBe(200)
      const { ...row } = await anyTable(site.database.db)
        .selectFrom(kind)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(JSON.stringify(row['renderedHtml'] ?? row['renderedTexts'])).toContain(`Newword ${way}.`)
      await bulk(kind, 'unpublish', id)
    }
    await call('DELETE', `/api/${kind}/${id}`)
  },
)

test('a text that cannot be shown is refused if a colleague publishes its post meanwhile', async () => {
  const input = post()
  const id = await make('blogs', { ...input, content: 'Oldword.' })
  const intricate = `${'> '.repeat(200)}deep`
  afterSlowWork(() => bulk('blogs', 'publish', id))
  expect((await call('PUT', `/api/blogs/${id}`, { ...input, content: intricate })).status).toBe(422)
  expect((await json(site.get(`/api/blogs/${input.slug}`))).contentHtml).toContain('Oldword.')
})
