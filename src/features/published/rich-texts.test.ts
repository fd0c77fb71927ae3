import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf, plainToHtml } from '#content/markup/plain-text.ts'
import { sanitisedTree } from '#content/markup/sanitised-tree.ts'
import { cases as caseTable } from '#features/cases/cases.table.ts'
import { connect } from '#server/database/connect.ts'
import { migrate, migrations } from '#server/database/migrate.ts'
import { anyTable } from '#server/database/rows.ts'
import { unpack } from '#server/record/revised-fields.ts'
import '#testing/property-seed.ts'
import { createFormerSite } from '#testing/former-site.ts'
import { runs } from '#testing/property-seed.ts'
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

test('plain text of a call has its paragraphs, line breaks and lists, and nothing in it is markup', async () => {
  const problem = 'It grew,\nand *grew*.\n\nWe found:\n- <b>one</b>\n- two'
  const input = { ...newCase(), problem, format: 'plain' }
  const stored = await made('/api/cases', input)
  expect(stored).toMatchObject({ problem: plainToHtml(problem), solution: '<p>We read it.</p>' })
  expect(stored).not.toHaveProperty('format')
  expect(stored).not.toHaveProperty('notShown')
  const html = '<p>It grew,<br>and *grew*.</p>\n<p>We found:</p>\n<ul><li>&#x3C;b>one&#x3C;/b></li><li>two</li></ul>'
  expect(await json(site.get(`/api/work/${input.slug}`))).toMatchObject({ problemHtml: html })
  expect(await page(`/work/${input.slug}`)).toContain(html)

  // The form sends all texts as it shows them, and a client may send back a whole answer.
  const path = `/api/cases/${stored._id}`
  const { version: _, ...answered } = stored
  for (const typed of [
    { ...answered, title: 'Renamed' },
    { ...input, title: 'Again' },
  ])
    expect(await json(call('PUT', path, typed))).toMatchObject({ problem: plainToHtml(problem) })
  const { revisions } = await json(call('GET', `${path}/revisions`))
  expect(revisions[0].changed).toEqual(['title'])

  const later = { ...input, problem: '1. <one>' }
  await call('PUT', `${path}/working-copy`, later)
  const { workingCopy } = await json(call('GET', path))
  expect(workingCopy.fields).toMatchObject({ problem: '<ol><li>&lt;one&gt;</li></ol>' })
  expect((await json(call('PUT', path, { ...later, format: undefined, problem: '*One*' }))).problem).toBe('*One*')
  expect((await json(site.get(`/api/work/${input.slug}`))).problemHtml).toBe('<p><em>One</em></p>')
})

test('rich text is sanitised, its headings are below those of the page, and each id is there once', async () => {
  const text =
    '## About\n\nSome **bold** text[^1].<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[^1]: A note.\n\n[up](#about) [c](c-about)'
  const input = { ...newCase(), problem: text, solution: text }
  await made('/api/cases', input)
  for (const title of ['Engineer', 'Trainer']) await made('/api/openings', { ...opening, title, description: text })
  for (const path of [`/work/${input.slug}`, '/careers/engineer']) {
    const shown = await page(path)
    for (const word of ['onerror=', 'alert(1)']) expect(shown).not.toContain(word)
    expect(shown).toContain('href="c-about"')
    expect(shown).toMatch(/<h3 id="c-\S+-about">About<\/h3>/)
    const ids = [...shown.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    for (const [, target] of shown.matchAll(/ (?:href="#|aria-describedby=")(c-[^"]*)"/g)) expect(ids).toContain(target)
  }
  const [, data = ''] =
    /<script type="application\/ld\+json">([^<]*JobPosting[^<]*)<\/script>/.exec(await page('/careers/engineer')) ?? []
  const { description } = [JSON.parse(data)].flat().find((one) => one['@type'] === 'JobPosting')
  expect(description).toMatch(/^<h3>About<\/h3>\n<p>Some <strong>bold<\/strong> text/)
  expect(description).not.toMatch(/<[^>]*[ =]|Link to this/)
})

test('links to records have their current addresses', async () => {
  const target = newCase()
  const { _id } = await made('/api/cases', target)
  const link = `[read](/go/cases/${_id}/a)`
  const input = { ...newCase(), problem: link }
  await made('/api/cases', input)
  const { _id: id } = await made('/api/openings', { ...opening, description: link })
  await call('PUT', `/api/cases/${_id}`, { ...target, slug: 'moved-on' })
  const anchor = '<a href="/work/moved-on">read</a>'
  const { slug } = await json(call('GET', `/api/openings/${id}`))
  for (const path of [`/work/${input.slug}`, `/careers/${slug}`]) expect(await page(path)).toContain(anchor)
  const { path } = await json(call('POST', `/api/openings/${id}/preview-links`, { days: 1 }))
  expect(await page(path.replace('/preview/', '/preview/openings/'))).toContain(anchor)
})

test('a text that cannot be rendered is kept, and cannot become public', async () => {
  const tooIntricate = `${'* '.repeat(200)}platypus`
  const input = { ...newCase(), solution: tooIntricate, active: false }
  const { _id } = await made('/api/cases', input)
  for (const refused of [
    await call('POST', '/api/cases', { ...newCase(), solution: tooIntricate }),
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
  const input = { ...newCase(), solution: `![Costs fall](${url})` }
  const { _id } = await made('/api/cases', input)
  const { _id: other } = await made('/api/openings', { ...opening, description: `![x](${url})` })
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
  const input = { ...newCase() }
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

/** Texts with the marks of Markdown and HTML, of lists, and of lines. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...['\n', '\n\n', '\r\n', ' ', '    ', '\t', '- ', '* ', '1. ', '0) ', '7. ', '#', '>', '|', '---', '```', '\\'],
    ),
    fc.constantFrom(
      ...[
        '*',
        '_',
        '~',
        '`',
        '&',
        '&amp;',
        '&lt;',
        '<',
        '</p>',
        '<b>',
        '<!--',
        '<script>',
        '[a](',
        ')',
        '![',
        '"',
        "'",
      ],
    ),
    fc.constantFrom(
      ...['https://kelp.example/?a=1&b=2', 'javascript:x', '{{name}}', 'é', '\u00a0', 'word', '\u{1f30a}', '[caption]'],
    ),
  ),
  maxLength: 30,
})

test('plain texts of an older version become rich ones that read the same, in the history and the changes too', async () => {
  const former = await createFormerSite()
  const database = await connect(former.config)
  const rows = anyTable(database.db)
  const revised = rows.selectFrom('revisions').where('entity', '=', 'cases')
  const visible = (source: string) => linesOf(sanitisedTree(source))
  try {
    const before = migrations.filter(({ name }) => name < '0070-')
    await migrate(database, before)
    const one = await rows.selectFrom('cases').selectAll().executeTakeFirstOrThrow()
    const shownBefore = 'Before:\n- one\n- two'
    const texts = [
      shownBefore,
      ...fc.sample(hostile, runs(200)).filter((text) => text.trim() !== ''),
      '\u00a0',
      '*rich*',
    ]
    const columns = caseTable.encode({ figures: [], serviceIds: [], active: true })
    for (const [place, text] of texts.entries()) {
      const format = text === '*rich*' ? 'rich' : 'plain'
      const own = { ...one, ...columns, id: `id${place}`, slug: `slug-${place}`, problem: text, solution: text, format }
      await rows.insertInto('cases').values(own).execute()
      const older = { title: 'Older', problem: text, solution: text }
      for (const [number, fields] of [older, { ...older, format }, { title: 'None' }].entries()) {
        const packed = zstdCompressSync(JSON.stringify(fields))
        const made = { entity: 'cases', recordId: own.id, number, at: one['createdAt'], startedAt: one['createdAt'] }
        const kind = { kind: 'save', by: 'Asha', live: one['active'] && own['active'], digests: '{}', fields: packed }
        await rows
          .insertInto('revisions')
          .values({ ...made, ...kind })
          .execute()
      }
    }
    const copy = {
      entity: 'cases',
      recordId: 'id0',
      revision: 1,
      base: 0,
      version: 1,
      at: one['createdAt'],
      by: 'Asha',
    }
    await rows.insertInto('workingCopies').values(copy).execute()
    await rows
      .updateTable('cases')
      .set({ renderedTexts: '{"problem":"<p>As it was"}' })
      .where('id', '=', 'id1')
      .execute()
    await migrate(database)

    for (const [place, text] of texts.entries()) {
      const html = text === '*rich*' ? text : plainToHtml(text) || text
      const row = await rows.selectFrom('cases').selectAll().where('id', '=', `id${place}`).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ problem: html, solution: html })
      const { renderedTexts } = caseTable.decode(row as never) as { renderedTexts?: object }
      if (place === 1) expect(renderedTexts).toEqual({ problem: '<p>As it was' })
      else expect(renderedTexts).toEqual(text === '*rich*' ? undefined : { problem: html, solution: html })
      if (text !== '*rich*') expect(visible(html).replaceAll(/\s/g, '')).toBe(wordsOf(text))
      const found = await revised.where('recordId', '=', `id${place}`).select('fields').orderBy('number').execute()
      const rich = { title: 'Older', problem: html, solution: html }
      const first = text === '*rich*' ? plainToHtml(text) : html
      expect(found.map(({ fields }) => unpack(fields as Uint8Array))).toEqual([
        ...[{ ...rich, problem: first, solution: first }, rich, { title: 'None' }],
      ])
    }
    const own = await startTestApp({ database: former.config })
    const staff = callAs(own, await own.asStaff())
    const shown = { problemHtml: '<p>Before:</p>\n<ul><li>one</li><li>two</li></ul>' }
    expect(await json(own.get('/api/work/slug-0'))).toMatchObject(shown)
    const { workingCopy } = await json(staff('GET', '/api/cases/id0'))
    expect(workingCopy.fields).toMatchObject({ problem: plainToHtml(shownBefore) })
    const { revisions } = await json(staff('GET', '/api/cases/id0/revisions'))
    expect(revisions.flatMap(({ changed }: { changed: string[] }) => changed)).not.toContain('format')
    await own.close()
    for (const table of ['cases', 'openings'])
      for (const row of await rows.selectFrom(table).select(['renderedBy', 'renderedTexts']).execute())
        expect(row).toMatchObject({ renderedBy: expect.any(String), renderedTexts: expect.anything() })
  } finally {
    await database.close()
    await former.remove()
  }
})

/** The words of a plain text: all but white space and the marks before the points of its lists. */
const wordsOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,5}[.)])\s+(?=\S)/, ''))
    .join('')
    .replaceAll(/\s/g, '')
