// On both databases: the order, the counts and the cascade are those of the database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostAnswers, type Remark, type RemarkList } from '#contract/remarks.ts'
import type { Role } from '#contract/roles.ts'
import { eraseMentions } from '#server/record/personal-data.ts'
import { remarks } from '#server/record/records.table.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { statementsOf } from '#testing/statements.ts'
import { remarkPersonalData } from './remarks.server.ts'

let site: TestApp
let people: Record<'owner' | 'editor' | 'writer' | 'viewer', Caller>
type Caller = ReturnType<typeof callerFor>

const callerFor = (call: ReturnType<typeof callAs>, id: string) => ({
  id,
  call,
  /** @throws when the status is another one than expected */
  async read<Answer>(method: string, path: string, body?: unknown, status = method === 'POST' ? 201 : 200) {
    const answer = await call(method, path, body)
    const text = await answer.text()
    expect([answer.status, text.slice(0, 500)], `${method} ${path}`).toEqual([status, expect.anything()])
    return JSON.parse(text) as Answer
  },
})

beforeAll(async () => {
  site = await startTestApp({ metrics: { token: undefined, listen: undefined } })
  const as = async (role: Role, name: string) => {
    const staff = await site.asStaff({ role, name })
    return callerFor(callAs(site, staff), staff.user.id)
  }
  people = {
    owner: await as('owner', 'Meera Nair'),
    editor: await as('editor', 'Kavita Joshi'),
    writer: await as('writer', 'Rahul Deshpande'),
    viewer: await as('viewer', 'Dev Patil'),
  }
})
afterAll(() => site.close())

let posts = 0
async function makePost(content = 'Forty servers moved in one night.', more = {}) {
  const slug = `post-${++posts}`
  const input = { title: `Post ${posts}`, slug, excerpt: 'E', category: 'Cloud', content, ...more }
  const { _id } = await people.editor.read<{ _id: string }>('POST', '/api/blogs', input)
  return { entity: 'blogs', id: _id, input }
}
const list = (record: { entity: string; id: string }, more = '', by = people.viewer) =>
  by.read<RemarkList>('GET', `/api/remarks?entity=${record.entity}&id=${record.id}${more}`)
const write = ({ entity, id }: { entity: string; id: string }, more: object, by = people.editor) =>
  by.read<Remark>('POST', '/api/remarks', { entity, id, ...more })

test('a remark is answered, settled and opened again by any colleague', async () => {
  const record = await makePost()
  const anchor = { field: 'content', quote: 'Forty servers', before: '', after: ' moved in' }
  const made = await write(record, { text: 'Were it not 38?', anchor })
  expect(made).toEqual({
    _id: expect.any(String),
    ...{ text: 'Were it not 38?', at: expect.any(String), by: 'Kavita Joshi', byId: people.editor.id },
    ...{ mayChange: true, anchor, lost: false, answers: [] },
  })
  const answered = await write(record, { text: '38 and two spares.', parent: made._id }, people.viewer)
  expect(answered._id).toBe(made._id)
  // An answer to an answer belongs to the same remark, and has no words of its own to mark.
  const [first] = answered.answers
  await write(record, { text: 'Thanks.', parent: first?._id, anchor }, people.writer)

  const {
    remarks: [shown],
    ...counts
  } = await list(record)
  expect(counts).toEqual({ open: 1, done: 0, more: false })
  expect(shown?.answers.map(({ text, by, mayChange }) => [text, by, mayChange])).toEqual([
    ['38 and two spares.', 'Dev Patil', true],
    ['Thanks.', 'Rahul Deshpande', false],
  ])

  const done = await people.writer.read<Remark>('PUT', `/api/remarks/${made._id}`, { done: true })
  expect(done).toMatchObject({ doneBy: 'Rahul Deshpande', doneAt: expect.any(String), answers: { length: 2 } })
  // A second press keeps the first.
  expect(await people.viewer.read('PUT', `/api/remarks/${made._id}`, { done: true })).toEqual({
    ...done,
    mayChange: false,
    answers: expect.anything(),
  })
  expect(await list(record)).toEqual({ remarks: [], open: 0, done: 1, more: false })
  expect((await list(record, '&done=1')).remarks).toHaveLength(1)
  const open = await people.viewer.read<Remark>('PUT', `/api/remarks/${made._id}`, { done: false })
  expect(open).not.toHaveProperty('doneAt')
  expect(await list(record)).toMatchObject({ open: 1, done: 0 })
  await people.viewer.read('PUT', `/api/remarks/${first?._id}`, { done: true }, 422)
})

test('only its author and owners change and delete a remark', async () => {
  const record = await makePost()
  const made = await write(record, { text: 'First' }, people.writer)
  const path = `/api/remarks/${made._id}`
  await people.editor.read('PUT', path, { text: 'Other' }, 403)
  await people.editor.read('DELETE', path, undefined, 403)
  expect(await people.writer.read('PUT', path, { text: 'Second' })).toMatchObject({
    text: 'Second',
    editedAt: expect.any(String),
  })
  expect(await people.owner.read('PUT', path, { text: 'Third' })).toMatchObject({
    text: 'Third',
    by: 'Rahul Deshpande',
  })
  await people.owner.read('DELETE', path)
  for (const method of ['PUT', 'DELETE']) await people.owner.read(method, path, method === 'PUT' ? {} : undefined, 404)
  await people.editor.read('POST', '/api/remarks', { ...record, text: 'x', parent: made._id }, 404)
})

test('a deleted remark keeps the answers of others, until the last goes or an owner deletes it', async () => {
  const record = await makePost()
  const own = await write(record, { text: 'Only mine' })
  await write(record, { text: 'My second thought', parent: own._id })
  await people.editor.read('DELETE', `/api/remarks/${own._id}`)
  expect(await list(record)).toMatchObject({ remarks: [], open: 0 })
  expect(await countStored()).toBe(0)

  const asked = await write(record, { text: 'Secret' })
  const { answers } = await write(record, { text: 'An answer', parent: asked._id }, people.writer)
  await people.editor.read('DELETE', `/api/remarks/${asked._id}`)
  expect((await list(record, '', people.editor)).remarks).toMatchObject([
    { _id: asked._id, text: '', by: 'Kavita Joshi', mayChange: false, answers: [{ text: 'An answer' }] },
  ])
  await people.editor.read('PUT', `/api/remarks/${asked._id}`, { text: 'Again' }, 403)
  await people.owner.read('PUT', `/api/remarks/${asked._id}`, { text: 'Again' }, 404)
  await people.writer.read('DELETE', `/api/remarks/${answers[0]?._id}`)
  expect(await countStored()).toBe(0)

  const kept = await write(record, { text: 'Secret' })
  await write(record, { text: 'An answer', parent: kept._id }, people.writer)
  await people.owner.read('DELETE', `/api/remarks/${kept._id}`)
  expect((await list(record)).remarks).toMatchObject([{ text: '', answers: [{ text: 'An answer' }] }])
  await people.owner.read('DELETE', `/api/remarks/${kept._id}`)
  expect(await countStored()).toBe(0)

  async function countStored() {
    const rows = await site.database.db.selectFrom('remarks').select('id').where('recordId', '=', record.id).execute()
    return rows.length
  }
})

test('the address names the record, or the body', sameOnBoth, async () => {
  const { entity, id } = await makePost()
  const path = `/api/remarks?entity=${entity}&id=${id}`
  const { text } = await people.editor.read<Remark>('POST', path, { text: 'Shorter?' })
  expect((await list({ entity, id })).remarks).toMatchObject([{ text }])
  await people.editor.read('POST', path, { text: 'x', id: 'another' })
  expect((await list({ entity, id })).open).toBe(2)
  await people.editor.read('POST', '/api/remarks', { text: 'x' }, 404)
})

test('refuses what is no remark, and keeps every other text as it is', sameOnBoth, async () => {
  const record = await makePost()
  const { owner, viewer } = people
  const post = (body: object, status: number) => viewer.read('POST', '/api/remarks', { ...record, ...body }, status)
  for (const text of ['', '   ', 'x'.repeat(5_001), 'a\0b']) await post({ text }, 422)
  await post({}, 422)
  await post({ text: 7 }, 400)
  const anchor = { field: 'content', quote: 'servers' }
  for (const wrong of [
    { quote: '' },
    { quote: 'x'.repeat(2_001) },
    { field: 'constructor' },
    { before: 'x'.repeat(101) },
  ])
    await post({ text: 'x', anchor: { ...anchor, ...wrong } }, 422)
  await post({ text: 'x', id: 'none' }, 404)
  await post({ text: 'x', parent: 'none' }, 404)
  for (const entity of ['products', 'users', 'remarks', 'constructor', '']) {
    await post({ text: 'x', entity }, 404)
    await viewer.read('GET', `/api/remarks?entity=${entity}&id=${record.id}`, undefined, 404)
  }
  // An answer belongs to a remark on the same record.
  const other = await makePost()
  const elsewhere = await write(other, { text: 'Elsewhere' })
  await post({ text: 'x', parent: elsewhere._id }, 404)

  const texts = [
    '<b>bold</b> & *stars*',
    'ق عربي',
    'हिन्दी \u{1F469}‍\u{1F4BB}',
    'line\nline',
    'x'.repeat(5_000),
    ...naughty,
  ]
  for (const text of texts) expect((await write(record, { text }, viewer)).text, text).toBe(text)
  const stored = (await list(record, '', owner)).remarks.map(({ text }) => text)
  // Those of one millisecond have no order.
  expect(stored.toSorted()).toEqual(texts.toSorted())
})

const naughty = ["'; drop table remarks; --", '{{constructor}}', '\u202eabc', 'ﷺ'.repeat(50)]

test('10,000 remarks come in pages, each with all of its answers at once', async () => {
  const record = await makePost()
  const time = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString()
  const all = Array.from({ length: 10_000 }, (_, at) => {
    const own = { id: `r${at}`, entity: 'blogs', recordId: record.id, text: `Remark ${at}`, at: time(at), by: 'Asha' }
    const done = at % 4 === 0 ? { doneAt: time(at), doneBy: 'Asha' } : {}
    return remarks.encode({ ...own, ...done })
  })
  const answers = Array.from({ length: mostAnswers }, (_, at) =>
    remarks.encode({
      ...{ id: `a${at}`, entity: 'blogs', recordId: record.id, parentId: 'r9999' },
      ...{ text: `Answer ${at}`, at: time(at), by: 'Asha' },
    }),
  )
  const rows = [...all, ...answers]
  for (let at = 0; at < rows.length; at += 1_000)
    await site.database.db
      .insertInto('remarks')
      .values(rows.slice(at, at + 1_000) as never)
      .execute()

  const countOf = async (more: string) => (await statementsOf(site, () => list(record, more))).length
  // A page of fifty and an empty one, which has no answers to read.
  expect(await countOf('')).toBeLessThanOrEqual((await countOf('&page=151')) + 2)

  const first = await list(record)
  expect(first).toMatchObject({ open: 7_500, done: 2_500, more: true, remarks: { length: 50 } })
  expect(first.remarks[0]).toMatchObject({ text: 'Remark 9999', answers: { length: mostAnswers } })
  expect(first.remarks[0]?.answers[0]?.text).toBe('Answer 0')
  expect((await list(record, '&page=150')).remarks.at(-1)?.text).toBe('Remark 1')
  expect(await list(record, '&page=151')).toMatchObject({ remarks: [], more: false })
  expect((await list(record, '&done=1&page=50')).remarks.at(-1)?.text).toBe('Remark 0')
  await people.viewer.read('POST', '/api/remarks', { ...record, text: 'x', parent: 'r9999' }, 409)
})

test('remarks go with their record, and there are none on one in the trash', async () => {
  const record = await makePost()
  const made = await write(record, { text: 'Gone soon' })
  await write(record, { text: 'An answer', parent: made._id }, people.viewer)
  await people.editor.read('DELETE', `/api/blogs/${record.id}`)
  await people.editor.read('POST', '/api/remarks', { ...record, text: 'x' }, 404)
  await people.editor.read('PUT', `/api/remarks/${made._id}`, { done: true }, 404)
  await people.editor.read('GET', `/api/remarks?entity=blogs&id=${record.id}`, undefined, 404)
  await people.editor.read('POST', `/api/trash/blogs/${record.id}/restore`, undefined, 200)
  expect(await list(record)).toMatchObject({ open: 1, remarks: [{ answers: { length: 1 } }] })
  await people.editor.read('DELETE', `/api/blogs/${record.id}`)
  await people.editor.read('DELETE', `/api/trash/blogs/${record.id}`)
  const left = site.database.db.selectFrom('remarks').select('id').where('recordId', '=', record.id)
  expect(await left.execute()).toEqual([])
})

describe('remarks at words', () => {
  const quoted = async (record: { entity: string; id: string }) => {
    const { remarks } = await list(record)
    return remarks.map(({ anchor, lost }) => (lost ? `lost: ${anchor?.quote}` : anchor?.quote))
  }
  const save = (record: Awaited<ReturnType<typeof makePost>>, content: string, more = '') =>
    people.editor.read('PUT', `/api/blogs/${record.id}${more}`, { ...record.input, content })
  const anchor = { field: 'content', quote: 'forty servers', before: 'We moved ', after: ' at night' }

  test('follow their words through every save, are lost with them, and come back', sameOnBoth, async () => {
    const record = await makePost('We moved **forty** servers at night.')
    await write(record, { text: 'Really?', anchor })
    await save(record, 'In May:\n\nWe moved **forty** servers at night.')
    expect((await list(record)).remarks[0]?.anchor).toEqual({
      ...anchor,
      before: 'In May:\nWe moved ',
      after: ' at night.',
    })
    await save(record, 'In May:\n\nWe moved **forty** big servers at night.')
    expect(await quoted(record)).toEqual(['forty big servers'])
    // Several saves before the next reading.
    await save(record, 'Nothing.')
    await save(record, 'Nothing more.')
    expect(await quoted(record)).toEqual(['lost: forty big servers'])
    await save(record, 'In May:\n\nWe moved **forty** big servers at night.')
    expect(await quoted(record)).toEqual(['forty big servers'])
    // Nothing is kept of the former texts.
    expect(await site.database.db.selectFrom('remarkedTexts').selectAll().execute()).toEqual([])
  })

  test('follow the unpublished changes, where there are any', sameOnBoth, async () => {
    const live = await makePost('We moved forty servers at night.', { published: true })
    await write(live, { text: 'Really?', anchor })
    await save(live, 'We moved forty old servers at night.', '/working-copy')
    await save(live, 'We moved forty very old servers at night.', '/working-copy')
    expect(await quoted(live)).toEqual(['forty very old servers'])
    await people.editor.read('DELETE', `/api/blogs/${live.id}/working-copy`)
    expect(await quoted(live)).toEqual(['forty servers'])
    await save(live, 'We moved thirty servers at night.', '/working-copy')
    // The words of the form are published, which are others once more.
    await save(live, 'By day we moved thirty servers.', '?workingCopy=publish')
    expect(await quoted(live)).toEqual(['thirty servers'])
  })

  test('of equal words it is still the one, in any kind of record', sameOnBoth, async () => {
    const created = {
      ...{ title: 'Engineer', place: 'Pune', kind: 'Full-time', closesOn: '2999-01-01', active: false },
      description: 'the cat and the dog and the cow',
    }
    const { _id } = await people.editor.read<{ _id: string }>('POST', '/api/openings', created)
    const opening = { entity: 'openings', id: _id }
    await write(opening, {
      text: 'Which?',
      anchor: { field: 'description', quote: 'the', before: 'the cat and ', after: ' dog and the cow' },
    })
    await people.editor.read('PUT', `/api/openings/${_id}`, { ...created, description: 'the dog and the cow' })
    expect((await list(opening)).remarks[0]).toMatchObject({
      lost: false,
      anchor: { quote: 'the', before: '', after: ' dog and the cow' },
    })
  })

  test('keep their place in a text that takes too long to read', async () => {
    const heavy = `${'> '.repeat(500)}\n\n`
    const record = await makePost('We moved forty servers at night.')
    const made = await write(record, { text: 'Really?', anchor })
    await save(record, `${heavy}We moved forty servers at night.`)
    expect((await list(record)).remarks).toEqual([{ ...made, mayChange: false }])
    await save(record, 'Again, we moved forty big servers at night.')
    await save(record, 'Again, we moved forty servers at night.')
    expect(await quoted(record)).toEqual(['forty servers'])
  })

  test('stay at their words when many are read and the text is saved at the same time', async () => {
    const words = Array.from({ length: 200 }, (_, at) => `word${at}`)
    const record = await makePost(words.join(' '))
    const rows = words.map((quote, at) => {
      const around = { before: `${words[at - 1] ?? ''} `, after: ` ${words[at + 1] ?? ''}` }
      const own = { id: `${record.id} ${at}`, entity: 'blogs', recordId: record.id, by: 'Asha', text: quote }
      return remarks.encode({ ...own, at: new Date(at).toISOString(), anchor: { field: 'content', quote, ...around } })
    })
    await site.database.db
      .insertInto('remarks')
      .values(rows as never)
      .execute()
    const numbered = (count: number) => words.map((word) => `${word} of${count}`).join(' ')
    for (const count of [1, 2, 3]) await Promise.all([save(record, numbered(count)), list(record), list(record)])
    await list(record)
    const stored = site.database.db.selectFrom('remarks').selectAll().where('recordId', '=', record.id)
    for (const { text, anchor, lostAt } of (await stored.execute()).map(remarks.decode)) {
      expect([text, lostAt]).toEqual([anchor?.quote, undefined])
      expect(anchor?.after?.startsWith(' of3'), `${text}: ${anchor?.after}`).toBe(true)
    }
  })

  test('a record without any keeps no former text', async () => {
    const record = await makePost()
    await write(record, { text: 'On the whole' })
    const { _id } = await write(record, { text: 'Really?', anchor: { ...anchor, quote: 'Forty servers' } })
    await people.editor.read('PUT', `/api/remarks/${_id}`, { done: true })
    await save(record, 'Another text')
    const kept = site.database.db.selectFrom('remarkedTexts').selectAll().where('recordId', '=', record.id)
    expect(await kept.execute()).toEqual([])
  })
})

test('an erased address leaves the remarks and the words that they mark', async () => {
  const record = await makePost('Ask guest@example.net about it.')
  const anchor = { field: 'content', quote: 'guest@example.net', before: 'Ask ', after: ' about it.' }
  await write(record, { text: 'Has guest@example.net agreed?', anchor })
  const [mentions] = remarkPersonalData.mentions ?? []
  await site.database.transaction((trx) => eraseMentions(trx, mentions as never, 'guest@example.net'))
  expect((await list(record)).remarks).toMatchObject([
    { text: 'Has [erased] agreed?', anchor: { ...anchor, quote: '[erased]' } },
  ])
})

test('a colleague who was deleted keeps the name at their remarks, which owners change', async () => {
  const record = await makePost()
  const left = await site.asStaff({ role: 'editor', name: 'Om Rao' })
  const made = await write(record, { text: 'Before I go' }, callerFor(callAs(site, left), left.user.id))
  await people.owner.read('DELETE', `/api/users/${left.user.id}`)
  expect((await list(record)).remarks).toMatchObject([{ by: 'Om Rao', mayChange: false }])
  expect(await people.owner.read('PUT', `/api/remarks/${made._id}`, { text: 'Gone' })).toMatchObject({ by: 'Om Rao' })
})

test('the activity log names the record of a remark, and none of its words', sameOnBoth, async () => {
  const record = await makePost()
  const made = await write(record, { text: 'Unspoken words' })
  await write(record, { text: 'Unspoken words', parent: made._id })
  for (const change of [{ text: 'Unspoken' }, { done: true }, { done: false }])
    await people.editor.read('PUT', `/api/remarks/${made._id}`, change)
  await people.editor.read('DELETE', `/api/remarks/${made._id}`)
  const { entries } = await people.owner.read<{ entries: { what: string; kind: string }[] }>(
    'GET',
    `/api/activity?entity=blogs&record=${record.id}`,
  )
  const on = `blog post “${record.input.title}”`
  expect(
    entries
      .map(({ what, kind }) => `${kind} ${what}`)
      .toReversed()
      .slice(1),
  ).toEqual(
    [
      ...[`Remarked on ${on}`, `Answered a remark on ${on}`, `Changed a remark on ${on}`, `Settled a remark on ${on}`],
      ...[`Opened a remark on ${on}`, `Deleted a remark on ${on}`],
    ].map((what) => `change ${what}`),
  )
  expect(JSON.stringify(entries)).not.toContain('Unspoken')
})
