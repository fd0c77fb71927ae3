// On both databases: each orders the keys of JSON in its own way.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Review } from '#contract/reviews.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import type { Page, StoredSection } from './pages.contract.ts'

let site: TestApp
let asha: SignedIn
let ravi: SignedIn
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  asha = await site.asStaff({ name: 'Asha' })
  ravi = await site.asStaff({ name: 'Ravi', role: 'editor' })
  call = callAs(site, asha)
})
afterAll(() => site.close())

type Saved = Page & { version: number; workingCopy?: { fields: { sections: StoredSection[] } } }
let count = 0
async function json<Body = Saved>(answer: Promise<Response>, status = 200): Promise<Body> {
  const given = await answer
  expect(given.status, await given.clone().text()).toBe(status)
  return given.json()
}
const newPage = (sections: StoredSection[], more: object = {}) =>
  json(call('POST', '/api/pages', { title: 'A page', path: `kits-${++count}`, sections, ...more }), 201)
const save = ({ _id, title, path }: Saved, body: object, query = '') =>
  json(call('PUT', `/api/pages/${_id}${query}`, { title, path, ...body }))
const read = (id: string) => json(call('GET', `/api/pages/${id}`))
const shown = async ({ path }: Page) =>
  json<{ sections: StoredSection[] }>(site.get(`/api/pages/by-path/${encodeURIComponent(path)}`))

const opening = { kind: 'opening', title: 'AWS for banks' }
const text = (content: string) => ({ kind: 'text', content })

/** As a later version of the program would store them. */
const newer: StoredSection[] = [
  { kind: 'hologram', depth: 3, layers: [{ title: 'Hidden words', imageUrl: '' }] },
  { kind: 'opening', title: 'Hidden words', colour: 'red' },
  { kind: 'cards', cards: [{ title: 'Hidden words', text: 'x', badge: { text: 'New' } }] },
]
const store = (id: string, sections: StoredSection[]) =>
  site.database.db
    .updateTable('pages')
    .set({ sections: JSON.stringify(sections) })
    .where('id', '=', id)
    .execute()

test('sections of a newer version survive every act and are never shown', sameOnBoth, async () => {
  const page = await newPage([opening])
  const all = [newer[0], opening, newer[1], text('Words.'), newer[2]] as StoredSection[]
  await store(page._id, all)
  expect((await read(page._id)).sections).toEqual(all)

  // Reordered, and with a further section; the visitors see the others at their places.
  const moved = [newer[2], opening, text('Other words.'), newer[0], newer[1]] as StoredSection[]
  const saved = await save(page, { sections: moved })
  expect(saved.sections).toEqual(moved)
  const seen = (await shown(page)).sections
  expect(seen.map(({ kind, at }) => [kind, at])).toEqual([
    ['opening', 1],
    ['text', 2],
  ])
  expect(JSON.stringify(seen)).not.toContain('Hidden')

  // Changed by hand, it is refused by its place; so is one that the page did not have.
  for (const strange of [{ ...newer[0], depth: 4 }, { kind: 'hologram' }]) {
    const refused = await call('PUT', `/api/pages/${page._id}`, {
      title: page.title,
      path: page.path,
      sections: [opening, strange],
    })
    expect([refused.status, (await refused.json()).issues[0].path]).toEqual([422, 'sections.1.kind'])
  }
  // Other fields, a switch, a copy, unpublished changes and an earlier version leave them as they are.
  expect((await save(page, { title: 'Another title' })).sections).toEqual(moved)
  await json(call('PATCH', `/api/pages/${page._id}`, { active: false }))
  await json(call('PATCH', `/api/pages/${page._id}`, { active: true }))
  const draft = [...moved.toReversed(), text('Draft.')]
  await json(call('PUT', `/api/pages/${page._id}/working-copy`, { title: 'Draft', path: page.path, sections: draft }))
  expect((await read(page._id)).workingCopy?.fields.sections).toEqual(draft)
  expect((await save(page, { sections: draft }, '?workingCopy=publish')).sections).toEqual(draft)
  const { revisions } = await json<{ revisions: { version: number }[] }>(
    call('GET', `/api/pages/${page._id}/revisions`),
  )
  const first = await json<{ fields: { sections: StoredSection[] } }>(
    call('GET', `/api/pages/${page._id}/revisions/${revisions.at(-1)?.version}`),
  )
  expect(first.fields.sections).toEqual([opening])
  const copy = await json<{ sections: StoredSection[] }>(call('POST', `/api/pages/${page._id}/duplicate`), 201)
  expect(copy.sections).toEqual(draft)
  // All of the newer ones are removed and, as an undo does, put back.
  await save(page, { sections: [opening] })
  expect((await save(page, { sections: draft })).sections).toEqual(draft)
  expect(JSON.stringify(await shown(page))).not.toContain('Hidden')
})

test('a review counts the words of sections that differ, and is of the present version whatever the order of keys', async () => {
  const page = await newPage([opening, text('One two three.')], { active: false })
  const body = { entity: 'pages', id: page._id, of: ravi.user.id }
  const asked = await json<Review>(call('POST', '/api/reviews', body), 201)
  const now = async () =>
    (await json<{ reviews: Review[] }>(call('GET', `/api/reviews?entity=pages&id=${page._id}`))).reviews[0]
  expect(asked).toMatchObject({ isPresent: true, words: 0 })
  await save(page, { sections: [{ title: opening.title, kind: 'opening' }, text('One two three.')], active: false })
  expect(await now()).toMatchObject({ isPresent: true, words: 0 })
  await save(page, { sections: [opening, text('One four three.')], active: false })
  expect(await now()).toMatchObject({ isPresent: false, words: 1 })
  // A section that moves takes its words along, and nothing of its description counts.
  await save(page, { sections: [opening, text('One two three.'), text('Five six.')], active: false })
  expect(await now()).toMatchObject({ isPresent: false, words: 2 })
  const answer = await callAs(site, ravi)('POST', `/api/reviews/${asked._id}/answer`, { state: 'approved' })
  expect(await json(Promise.resolve(answer))).toMatchObject({ state: 'approved', counts: true })
})

test('remarks follow their words from section to section, and are lost with them', sameOnBoth, async () => {
  const page = await newPage([opening, text('We move **forty servers** in a weekend.'), text('Other words.')])
  const anchor = { field: 'sections.1.content', quote: 'forty servers', before: 'We move ', after: ' in a weekend.' }
  const made = await json<{ anchor: object }>(
    call('POST', '/api/remarks', { entity: 'pages', id: page._id, text: 'Really?', anchor }),
    201,
  )
  expect(made.anchor).toMatchObject({ field: 'sections', quote: 'forty servers' })
  const remarks = async () =>
    (
      await json<{ remarks: { lost: boolean; anchor: object }[] }>(
        call('GET', `/api/remarks?entity=pages&id=${page._id}`),
      )
    ).remarks
  await save(page, { sections: [text('Other words.'), opening, text('We move **forty servers** in a weekend.')] })
  expect(await remarks()).toMatchObject([{ lost: false, anchor: { quote: 'forty servers' } }])
  await save(page, { sections: [text('Other words.'), opening, text('We move fifty servers in a day.')] })
  expect(await remarks()).toMatchObject([{ lost: false, anchor: { quote: 'fifty servers' } }])
  await save(page, { sections: [opening] })
  expect(await remarks()).toMatchObject([{ lost: true }])
  const wrong = { entity: 'pages', id: page._id, text: 'Hm', anchor: { ...anchor, field: '__proto__.x' } }
  expect((await call('POST', '/api/remarks', wrong)).status).toBe(422)
})

test('pictures in sections are in use, described, stored where they are pasted, and replaced', sameOnBoth, async () => {
  const upload = async (path: string, background: string, status: number) => {
    const form = new FormData()
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
    form.append('image', new File([bytes as BlobPart], `${background}.png`))
    return json<{ url: string }>(site.get(path, { method: 'POST', body: form, headers: asha.headers }), status)
  }
  const teal = await upload('/api/images', 'teal', 201)
  const idOf = (url: string) => url.split('/')[2]?.split('-')[0]
  const card = (more: object) => ({ title: 'One', text: 'First', ...more })
  const cards = { kind: 'cards', cards: [card({}), card({ imageUrl: teal.url, imageAlt: 'A vault' })] }
  const strange = { kind: 'hologram', layers: [{ imageUrl: teal.url }] }
  const page = await newPage([opening, cards])
  await store(page._id, [opening, cards, strange])
  await save(page, { sections: [opening, cards, strange] })

  const detail = (url: string) =>
    json<{ alt: string; usedIn: { _id: string; state: string }[] }>(call('GET', `/api/media/${idOf(url)}`))
  expect(await detail(teal.url)).toMatchObject({ alt: 'A vault', usedIn: [{ _id: page._id, state: 'now' }] })
  const refused = await call('DELETE', `/api/media/${idOf(teal.url)}`)
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'in_use'])

  const pasted = await sharp({ create: { width: 50, height: 40, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  const source = `![A chart](data:image/png;base64,${pasted.toString('base64')})`
  const saved = await save(page, { sections: [opening, cards, strange, text(source)] })
  expect(saved.sections[3]?.['content']).toMatch(/^!\[A chart\]\(\/media\/[0-9a-f]{32}-50x40\.webp\)$/)
  const broken = await call('PUT', `/api/pages/${page._id}`, {
    title: page.title,
    path: page.path,
    sections: [opening, text('![](data:image/png;base64,AAAA)')],
  })
  expect([broken.status, (await broken.json()).issues[0].path]).toEqual([422, 'sections.1.content'])

  const coral = await upload(`/api/media/${idOf(teal.url)}/replace`, 'coral', 200)
  const { sections } = await read(page._id)
  expect(JSON.stringify(sections)).not.toContain(idOf(teal.url))
  expect(sections[2]).toEqual({ kind: 'hologram', layers: [{ imageUrl: coral.url }] })
})

test('the finder finds pages by the words of their sections, as long as they are there', async () => {
  const find = async (search: string) =>
    (
      await json<{ found: { _id: string; excerpt?: { text: string }[] }[] }>(
        call('GET', `/api/finder?search=${encodeURIComponent(search)}`),
      )
    ).found
  const page = await newPage([
    opening,
    text('We move **okapi** herds. बैंक में क्लाउड।'),
    {
      kind: 'cards',
      cards: [
        { title: 'Zebra', text: 'Stripes' },
        { title: 'Gnu', text: 'Horns' },
      ],
    },
  ])
  for (const word of ['okapi', 'zebra', 'क्लाउड'])
    expect(
      (await find(word)).map(({ _id }) => _id),
      word,
    ).toEqual([page._id])
  expect((await find('okapi'))[0]?.excerpt?.map(({ text }) => text).join('')).toContain('We move okapi herds')
  expect((await find('herds move okapi')).length).toBe(1)
  await site.database.db.deleteFrom('searchDocuments').where('source', '=', 'pages').execute()
  expect(await find('okapi')).toEqual([])
  const entity = site.entities.find(({ table }) => table.name === 'pages')
  expect(await entity?.reindex?.(site.database, site.config)).toBeGreaterThan(0)
  expect(await find('okapi')).toHaveLength(1)
  await save(page, { sections: [opening] })
  expect(await find('okapi')).toEqual([])
  await save(page, { sections: [opening, text('An okapi again.')] })
  await json(call('DELETE', `/api/pages/${page._id}`))
  expect(await find('okapi')).toEqual([])
  await json(call('DELETE', `/api/trash/pages/${page._id}`))
  const left = site.database.db.selectFrom('searchDocuments').select('id').where('ref', '=', page._id)
  expect(await left.execute()).toEqual([])
})
