import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainToHtml } from '#content/markup/escape.ts'
import { cases as caseTable } from '#features/cases/cases.table.ts'
import { connect } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { anyTable } from '#server/database/rows.ts'
import { createFormerSite } from '#testing/former-site.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  call = callAs(site, await site.asStaff({ name: 'Asha Rao' }))
})
afterAll(() => site.close())

const json = async (answer: Promise<Response>) => (await answer).json()
const page = async (path: string) => (await site.get(path)).text()
let cases = 0
const newCase = () => ({
  ...{ title: 'A smaller bill', slug: `bill-${++cases}`, client: 'Kelp', industry: 'Logistics', summary: 'Cut.' },
  ...{ problem: 'It grew.', solution: 'We read it.' },
})
const opening = { title: 'Engineer', place: 'Pune', kind: 'Full-time', closesOn: '2999-12-31' }
const made = async (path: string, input: object) => {
  const answer = await call('POST', path, input)
  expect(answer.status).toBe(201)
  return answer.json()
}

test('plain text has its paragraphs, line breaks and lists, and nothing in it is markup', async () => {
  const problem = 'It grew,\nand *grew*.\n\nWe found:\n- <b>one</b>\n- two'
  const input = { ...newCase(), problem }
  const stored = await made('/api/cases', input)
  expect(stored).toMatchObject({ problem, format: 'plain' })
  const html = '<p>It grew,<br>and *grew*.</p>\n<p>We found:</p>\n<ul><li>&#x3C;b>one&#x3C;/b></li><li>two</li></ul>'
  expect(await json(site.get(`/api/work/${input.slug}`))).toMatchObject({ problem, problemHtml: html })
  expect(await page(`/work/${input.slug}`)).toContain(html)

  // The form sends all texts as it shows them.
  const typed = {
    ...input,
    title: 'Renamed',
    format: 'rich',
    problem: plainToHtml(problem),
    solution: '<p>We read it.</p>',
  }
  expect(await json(call('PUT', `/api/cases/${stored._id}`, typed))).toMatchObject({ problem, format: 'plain' })
  const { revisions } = await json(call('GET', `/api/cases/${stored._id}/revisions`))
  expect(revisions[0].changed).toEqual(['title'])

  expect(await json(call('PUT', `/api/cases/${stored._id}`, { ...typed, problem: 'It **grew**.' }))).toMatchObject({
    ...{ problem: 'It **grew**.', solution: '<p>We read it.</p>', format: 'rich' },
  })
  // A client that does not know of formats keeps that of the record.
  const again = await json(call('PUT', `/api/cases/${stored._id}`, { ...input, problem: '- one\n- *two*' }))
  expect(again).toMatchObject({ format: 'rich' })
  expect((await json(site.get(`/api/work/${input.slug}`))).problemHtml).toContain('<li><em>two</em></li>')
})

test('rich text is sanitised, its headings are below those of the page, and each id is there once', async () => {
  const text =
    '## About\n\nSome **bold** text[^1].<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[^1]: A note.\n\n[up](#about) [c](c-about)'
  const input = { ...newCase(), format: 'rich', problem: text, solution: text }
  await made('/api/cases', input)
  for (const title of ['Engineer', 'Trainer'])
    await made('/api/openings', { ...opening, title, format: 'rich', description: text })
  for (const path of [`/work/${input.slug}`, '/careers']) {
    const shown = await page(path)
    for (const word of ['onerror=', 'alert(1)']) expect(shown).not.toContain(word)
    expect(shown).toContain('href="c-about"')
    expect(shown).toMatch(/<h3 id="c-\S+-about">About<\/h3>/)
    const ids = [...shown.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    for (const [, target] of shown.matchAll(/ (?:href="#|aria-describedby=")(c-[^"]*)"/g)) expect(ids).toContain(target)
  }
  const [, data = ''] =
    /<script type="application\/ld\+json">([^<]*JobPosting[^<]*)<\/script>/.exec(await page('/careers')) ?? []
  const { description } = [JSON.parse(data)].flat().find((one) => one['@type'] === 'JobPosting')
  expect(description).toMatch(/^<h3>About<\/h3>\n<p>Some <strong>bold<\/strong> text/)
  expect(description).not.toMatch(/<[^>]*[ =]|Link to this/)
})

test('links to records have their current addresses', async () => {
  const target = newCase()
  const { _id } = await made('/api/cases', target)
  const link = `[read](/go/cases/${_id}/a)`
  const input = { ...newCase(), format: 'rich', problem: link }
  await made('/api/cases', input)
  const { _id: id } = await made('/api/openings', { ...opening, format: 'rich', description: link })
  await call('PUT', `/api/cases/${_id}`, { ...target, slug: 'moved-on' })
  const anchor = '<a href="/work/moved-on">read</a>'
  for (const path of [`/work/${input.slug}`, '/careers']) expect(await page(path)).toContain(anchor)
  const { path } = await json(call('POST', `/api/openings/${id}/preview-links`, { days: 1 }))
  expect(await page(path.replace('/preview/', '/preview/openings/'))).toContain(anchor)
})

test('a text that cannot be rendered is kept, and cannot become public', async () => {
  const tooIntricate = `${'* '.repeat(200)}platypus`
  const input = { ...newCase(), format: 'rich', solution: tooIntricate, active: false }
  const { _id } = await made('/api/cases', input)
  for (const refused of [
    await call('POST', '/api/cases', { ...newCase(), format: 'rich', solution: tooIntricate }),
    await call('PUT', `/api/cases/${_id}`, { ...input, active: true }),
    await call('PATCH', `/api/cases/${_id}`, { active: true }),
  ]) {
    expect(refused.status).toBe(422)
    expect((await refused.json()).issues).toMatchObject([{ path: 'solution' }])
  }
  // As plain text it is no list in lists.
  expect((await call('PUT', `/api/cases/${_id}`, { ...input, format: 'plain', active: true })).status).toBe(200)
  expect((await call('PUT', `/api/cases/${_id}`, { ...input, format: 'odd' })).status).toBe(422)
})

test('pictures in the texts are in use, and described in the library', async () => {
  const form = new FormData()
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  form.append('image', new File([bytes as BlobPart], 'chart.png'))
  const { _id: id, url } = await json(call('POST', '/api/media', form))
  const input = { ...newCase(), format: 'rich', solution: `![Costs fall](${url})` }
  const { _id } = await made('/api/cases', input)
  const { _id: other } = await made('/api/openings', { ...opening, format: 'rich', description: `![x](${url})` })
  expect(await page(`/work/${input.slug}`)).toContain('alt="Costs fall"')
  expect(await json(call('GET', `/api/media/${id}`))).toMatchObject({ alt: 'Costs fall', used: 2 })
  expect((await call('DELETE', `/api/media/${id}`)).status).toBe(409)
  for (const path of [`cases/${_id}`, `openings/${other}`]) {
    await call('DELETE', `/api/${path}`)
    await call('DELETE', `/api/trash/${path}`)
  }
  expect((await call('DELETE', `/api/media/${id}`)).status).toBe(200)
})

test('unpublished changes are shown by a preview link only', async () => {
  const input = { ...newCase(), format: 'rich' }
  const { _id } = await made('/api/cases', input)
  const service = await made('/api/services', {
    title: 'Care',
    category: 'Support',
    icon: 'Bot',
    description: 'Helps.',
  })
  const later = { ...input, solution: 'Later, **sharper**.', serviceIds: [service._id] }
  await call('PUT', `/api/cases/${_id}/working-copy`, later)
  expect(await page(`/work/${input.slug}`)).not.toContain('sharper')
  const listed = (await json(call('GET', '/api/cases'))).find((one: { _id: string }) => one._id === _id)
  expect(listed.changesWaiting).toBe(true)
  expect((await page('/api/cases')).includes('changesWaiting')).toBe(false)
  const { path } = await json(call('POST', `/api/cases/${_id}/preview-links`, { days: 1 }))
  const shown = await page(path.replace('/preview/', '/preview/cases/'))
  for (const words of ['<strong>sharper</strong>', 'Preview of changes', 'href="/services#care"', 'noindex'])
    expect(shown).toContain(words)
  await call('PUT', `/api/cases/${_id}?workingCopy=publish`, later)
  expect(await page(`/work/${input.slug}`)).toContain('<strong>sharper</strong>')

  const hidden = await made('/api/openings', { ...opening, description: 'Not yet:\n- known', active: false })
  const link = await json(call('POST', `/api/openings/${hidden._id}/preview-links`, { days: 1 }))
  expect(await page(link.path.replace('/preview/', '/preview/openings/'))).toContain('<li>known</li>')
  expect((await site.get(link.path.replace('/preview/', '/preview/cases/'))).status).toBe(404)
})

test('older texts are plain, are shown at once, and are rendered after the start', async () => {
  const former = await createFormerSite()
  const database = await connect(former.config)
  const texts = anyTable(database.db)
  try {
    const { id } = await texts.selectFrom('cases').select('id').executeTakeFirstOrThrow()
    const before = { slug: 'before', problem: 'Before:\n- one\n- two', active: true }
    await texts.updateTable('cases').set(caseTable.encode(before)).where('id', '=', id).execute()
    const own = await startTestApp({ database: former.config })
    const renderings = async (table: string) =>
      texts.selectFrom(table).select(['format', 'renderedBy', 'renderedTexts', 'version']).execute()
    for (const table of ['cases', 'openings'])
      for (const row of await renderings(table))
        expect(row).toMatchObject({ format: 'plain', renderedBy: expect.any(String), renderedTexts: expect.anything() })
    const shown = { problem: before.problem, problemHtml: '<p>Before:</p>\n<ul><li>one</li><li>two</li></ul>' }
    expect(await json(own.get('/api/work/before'))).toMatchObject(shown)
    // As it is until then.
    await texts.updateTable('cases').set({ renderedTexts: null, renderedBy: null }).execute()
    await changeContent(own.database, async () => {})
    expect(await json(own.get('/api/work/before'))).toMatchObject(shown)
    await own.close()
  } finally {
    await database.close()
    await former.remove()
  }
})
