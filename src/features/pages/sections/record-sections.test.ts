// On both databases: lists, their order and the moments of schedules are each database's own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaItems } from '#media/media.table.ts'
import { addRow } from '#server/database/rows.ts'
import { publicKinds } from '#testing/public-kinds.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp } from '#testing/start-app.ts'
import { sectionKinds } from './all.contract.ts'

const hour = 3_600_000
const start = Date.parse('2031-02-28T18:25:00Z')
let now = start
const at = (hours: number) => new Date(start + hours * hour).toISOString()

const site = await startTestApp({}, { clock: () => now })
const kinds = await publicKinds(site)
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const json = async (answer: Promise<Response>) => (await answer).json()
let count = 0
async function makePage(sections: object[]): Promise<{ _id: string; path: string }> {
  const path = `page-${++count}`
  const made = await call('POST', '/api/pages', { title: 'A page', path, sections })
  expect(made.status, await made.clone().text()).toBe(201)
  return made.json()
}
const shown = async (path: string) => (await json(site.get(`/api/pages/by-path/${path}`))).sections
const check = async (sections: object[]) => (await json(call('POST', '/api/pages/check', { sections }))).sections
const make = async (name: string, input: object): Promise<string> => {
  const answer = await call('POST', `/api${kinds[name]?.resource.path}`, input)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json())._id
}

/** Every kind of section with a field for records, and that field. */
const withRecords = sectionKinds.flatMap(({ kind, fields }) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.control === 'records' ? [{ kind, name, of: field.of, isList: field.most > 1 }] : [],
  ),
)

test('every kind with records chooses among those of the site that can be public', () => {
  expect(withRecords).not.toEqual([])
  expect(withRecords.filter(({ of }) => !(of in kinds))).toEqual([])
})

test.each(withRecords)(
  '$kind leaves the page with its record, and comes back with it',
  async ({ kind, name, of, isList }) => {
    const word = `${kind}word`
    const entity = kinds[of]
    if (!entity) throw new Error(of)
    const path = `/api${entity.resource.path}`
    const id = await make(of, { ...entity.input(word), unpublishAt: at(48) })
    const sections = [
      { kind: 'opening', title: 'A page' },
      { kind, [name]: isList ? [id] : id },
    ]
    const page = await makePage(sections)
    const label = entity.resource.entity?.label ?? ''
    const one = label === 'FAQ' ? label : label.toLowerCase()
    const expectShown = async (isShown: boolean, state = '') => {
      const found = await shown(page.path)
      expect(found.map((section: { at: number }) => section.at)).toEqual(isShown ? [0, 1] : [0])
      expect(JSON.stringify(found).includes(word)).toBe(isShown)
      const message = isList ? `Every chosen ${one} ${state}` : `The ${one} ${state}`
      expect(await check(sections)).toEqual(isShown ? [] : [{ at: 1, message }])
    }
    await expectShown(true)
    await call('PATCH', `${path}/${id}`, { [entity.flag]: false })
    await expectShown(false, entity.flag === 'published' ? 'is a draft' : 'is inactive')
    await call('PATCH', `${path}/${id}`, { [entity.flag]: true })
    await expectShown(true)
    now = start + 49 * hour
    await expectShown(false, 'has ended')
    now = start
    await expectShown(true)
    await call('DELETE', `${path}/${id}`)
    await expectShown(false, 'is in the trash')
    expect((await call('POST', `/api/trash/${of}/${id}/restore`)).status).toBe(200)
    await expectShown(true)
    await call('DELETE', `${path}/${id}`)
    expect((await call('DELETE', `/api/trash/${of}/${id}`)).status).toBe(200)
    await expectShown(false, 'no longer exists')
  },
)

test('keeps the records of a section that are left, in its order, and names the others', async () => {
  const ids = await Promise.all(
    ['first', 'second', 'third'].map((word) => make('faqs', kinds['faqs']?.input(word) ?? {})),
  )
  const [a = '', b = '', c = ''] = ids
  const section = { kind: 'questions', questionIds: [c, a, b, c] }
  const page = await makePage([section])
  await call('PATCH', `/api/faqs/${a}`, { active: false })
  const [{ questions }] = await shown(page.path)
  expect(questions.map(({ question }: { question: string }) => question)).toEqual(['Tides on-third', 'Tides on-second'])
  expect(await check([section])).toEqual([{ at: 0, path: 'questionIds.1', message: '“Tides on-first” is inactive' }])
  await Promise.all([b, c].map((id) => call('DELETE', `/api/faqs/${id}`)))
  expect(await shown(page.path)).toEqual([])
  expect(await check([section])).toEqual([{ at: 0, message: 'None of the chosen FAQs is public' }])
})

test('shows another testimonial in each section that names none', async () => {
  const [a = '', b = '', c = ''] = [
    await make('testimonials', kinds['testimonials']?.input('a') ?? {}),
    await make('testimonials', kinds['testimonials']?.input('b') ?? {}),
    await make('testimonials', kinds['testimonials']?.input('c') ?? {}),
  ]
  const sections = [
    { kind: 'testimonial' },
    { kind: 'testimonial', testimonialId: b },
    { kind: 'testimonial' },
    { kind: 'testimonial' },
  ]
  const { path } = await makePage(sections)
  const found = await shown(path)
  expect(found.map(({ testimonial }: { testimonial: { _id: string } }) => testimonial._id)).toEqual([a, b, c])
  expect(found[0].testimonial).not.toHaveProperty('agreedOn')
  expect(await check(sections)).toEqual([{ at: 3, message: 'No other testimonial is active' }])
  await Promise.all([a, b, c].map((id) => call('DELETE', `/api/testimonials/${id}`)))
})

test('shows the newest articles and courses, of a category or of all', async () => {
  for (const [title, category] of [
    ['One', 'Cloud'],
    ['Two', 'Security'],
    ['Three', 'Cloud'],
  ] as const)
    await addPost(site.database, { title, category })
  await addPost(site.database, { title: 'Draft', category: 'Cloud', published: false })
  for (const [title, category, featured] of [
    ['Bash', 'DevOps', false],
    ['Kubernetes', 'DevOps', true],
  ] as const)
    await addCourse(site.database, { title, category, featured })
  const { path } = await makePage([
    { kind: 'articles', count: 2 },
    { kind: 'articles', category: 'Cloud', count: 6 },
    { kind: 'courses' },
    { kind: 'courses', category: 'DevOps' },
    { kind: 'courses', category: 'Mobile Development' },
    { kind: 'articles', category: 'Development', count: 1 },
  ])
  const found = await shown(path)
  const titles = ({ articles, courses }: Record<'articles' | 'courses', { title: string }[]>) =>
    (articles ?? courses).map(({ title }) => title)
  expect(found.map(titles)).toEqual([['Three', 'Two'], ['Three', 'One'], ['Kubernetes'], ['Kubernetes', 'Bash']])
})

test('refuses sections that choose twice, or nothing', sameOnBoth, async () => {
  const own = [{ question: 'Why?', answer: 'Because.' }]
  const refused = await call('POST', '/api/pages', {
    title: 'Bad',
    path: 'bad',
    sections: [
      { kind: 'questions' },
      { kind: 'questions', questionIds: ['x'], questions: own },
      { kind: 'questions', questions: Array(13).fill(own[0]) },
      { kind: 'courses', courseIds: ['x'], category: 'DevOps' },
      { kind: 'articles', count: 7 },
      { kind: 'articles', count: 1, category: 'Sports' },
      { kind: 'files', files: [{ fileUrl: '/api/contact.csv', title: 'Data' }] },
      { kind: 'files', files: [{ fileUrl: '/files/../../etc/passwd', title: 'Data' }] },
      { kind: 'files', files: [] },
      { kind: 'testimonial', testimonialId: 'x'.repeat(101) },
    ],
  })
  expect(refused.status).toBe(422)
  const { issues } = await refused.json()
  expect(issues.map(({ path }: { path: string }) => path)).toEqual([
    'sections.0.questionIds',
    'sections.1.questions',
    'sections.2.questions',
    'sections.3.category',
    'sections.4.count',
    'sections.5.category',
    'sections.6.files.0.fileUrl',
    'sections.7.files.0.fileUrl',
    'sections.8.files',
    'sections.9.testimonialId',
  ])
})

test('gives links to records their current addresses, and leaves those out that lead nowhere', async () => {
  const { id } = await addCourse(site.database, { title: 'Linked', slug: 'linked' })
  const to = `/go/courses/${id}/linked?via=page`
  const sections = [
    {
      kind: 'opening',
      title: 'A page',
      buttons: [
        { label: 'Course', to },
        { label: 'Ask', to: '#form' },
      ],
    },
    {
      kind: 'cards',
      cards: [
        { title: 'One', text: 'First', to },
        { title: 'Two', text: 'Second', to: '/courses' },
      ],
    },
    { kind: 'text', content: `A [course](${to}).` },
    { kind: 'action', title: 'Come', button: { label: 'Enroll', to } },
  ]
  const { path } = await makePage(sections)
  const [opening, cards, text, action] = await shown(path)
  expect(opening.buttons).toEqual([{ label: 'Course', to: '/courses/linked?via=page' }])
  expect(cards.cards.map(({ to }: { to: string }) => to)).toEqual(['/courses/linked?via=page', '/courses'])
  expect(text.html).toContain('href="/courses/linked?via=page"')
  expect(action.button).toEqual({ label: 'Enroll', to: '/courses/linked?via=page' })
  const noForm = { at: 0, path: 'buttons.1.to', message: 'This page has no form' }
  expect(await check(sections)).toEqual([noForm])

  await call('PATCH', `/api/courses/${id}`, { active: false })
  const [bare, fewer, plain, words] = await shown(path)
  expect(bare.buttons).toEqual([])
  expect(fewer.cards).toEqual([
    { title: 'One', text: 'First' },
    { title: 'Two', text: 'Second', to: '/courses' },
  ])
  expect(plain.html).not.toContain('<a')
  expect(words).toEqual({ kind: 'action', title: 'Come', at: 3 })
  expect(await check(sections)).toEqual([
    { at: 0, path: 'buttons.0.to', message: 'This link leads to an inactive course: Linked' },
    noForm,
    { at: 1, path: 'cards.0.to', message: 'This link leads to an inactive course: Linked' },
    { at: 3, path: 'button.to', message: 'This link leads to an inactive course: Linked' },
  ])
  expect(
    await check([
      { kind: 'carousel', speed: 3 },
      { kind: 'opening', title: '' },
    ]),
  ).toEqual([{ at: 0, message: 'Made by a newer version' }])
})

test('a cropped picture has the point that the library keeps for it', sameOnBoth, async () => {
  const [moved, centred] = ['ab'.repeat(8), 'cd'.repeat(8)]
  const texts = { name: '', alt: '', caption: '', credit: '', decorative: false }
  await site.database.transaction(async (trx) => {
    await addRow(trx, mediaItems, { ...texts, id: moved, kind: 'picture', focalX: 0.2, focalY: 0.75 })
    await addRow(trx, mediaItems, { ...texts, id: centred, kind: 'picture', focalX: 0.5, focalY: 0.5 })
  })
  const opening = (id: string) => ({ kind: 'opening', title: 'A page', imageUrl: `/media/${id}-800x600.webp` })
  const { path } = await makePage([opening(moved), opening(centred)])
  const [first, second] = await shown(path)
  expect([first.focus, second.focus]).toEqual([{ [moved]: '20% 75%' }, undefined])
})
