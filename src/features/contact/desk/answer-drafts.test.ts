// On both databases: a second draft replaces the first in one statement.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { asToken, asTool } from '#testing/tokens.ts'
import type { ContactDetail } from '../ground/desk.contract.ts'
import { addRequest } from '../ground/events.shared.server.ts'

let site: TestApp
let priya: SignedIn
let sales: ReturnType<typeof callAs>
let claude: Awaited<ReturnType<typeof asTool>>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  priya = await site.asStaff({ name: 'Priya Nair', role: 'sales' })
  sales = callAs(site, priya)
  claude = await asTool(site, priya, 'Claude')
})
afterAll(() => site.close())

let visitors = 0
/** A new request. @returns the path of its calls */
async function ask(changes: object = {}) {
  const values = {
    name: 'Asha Nair',
    email: `drafted-${++visitors}@example.net`,
    subject: 'Forty servers',
    message: 'Can you help?',
  }
  const id = await site.database.transaction((trx) => addRequest(trx, { ...values, status: 'pending', ...changes }))
  return { id, path: `/api/contact/${id}`, email: values.email }
}
const detail = async (path: string): Promise<ContactDetail> => (await sales('GET', path)).json()
const draft = (path: string, text = 'Dear Asha,\nyes.') => claude('PUT', `${path}/answer-draft`, { text })
const left = async () => (await site.database.db.selectFrom('answerDrafts').selectAll().execute()).length

test('a tool fills the box and sends nothing; a reply or a press removes the draft', async () => {
  const { path } = await ask()
  const made = await draft(path, 'First')
  expect([made.status, await made.json()]).toMatchObject([200, { text: 'First', by: 'Claude for Priya Nair' }])
  expect((await draft(path)).status).toBe(200)
  const { draft: stored, events, version, turn } = await detail(path)
  expect(stored).toMatchObject({ text: 'Dear Asha,\nyes.', by: 'Claude for Priya Nair' })
  expect([events, turn]).toEqual([[], 'us'])
  expect(await site.database.db.selectFrom('deliveries').select('id').execute()).toEqual([])
  const answers = `${path}/answers`
  expect((await claude('POST', answers, { body: 'x', sentElsewhere: true })).status).toBe(403)
  const sent = await sales('POST', answers, { body: 'x', sentElsewhere: true }, { 'if-match': `"${version}"` })
  expect([sent.status, await left()]).toEqual([201, 0])

  await draft(path)
  expect((await sales('DELETE', `${path}/answer-draft`)).status).toBe(200)
  expect(await detail(path)).not.toHaveProperty('draft')
})

test('who may change contacts may draft, and a token only with that permission', async () => {
  const { path } = await ask()
  const text = { text: 'Words' }
  const put = async (headers: object) =>
    (
      await site.get(`${path}/answer-draft`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(text),
      })
    ).status
  expect(await put({})).toBe(401)
  const expected = {
    owner: 200,
    marketing: 200,
    sales: 200,
    viewer: 403,
    editor: 403,
    writer: 403,
    trainer: 403,
  } as const
  for (const [role, status] of Object.entries(expected)) {
    const person = await site.asStaff({ role: role as keyof typeof expected })
    expect(await put(person.headers), role).toBe(status)
    expect((await (await asTool(site, person, 'Claude'))('PUT', `${path}/answer-draft`, text)).status, role).toBe(
      status,
    )
  }
  expect(await put((await asToken(site, priya, ['staff', 'readContacts'])).headers)).toBe(403)
  expect(await put((await asToken(site, priya, ['staff', 'readContacts', 'writeContacts'])).headers)).toBe(200)
  expect((await detail(path)).draft?.by).toBe('CRM sync for Priya Nair')
  await sales('DELETE', `${path}/answer-draft`)
})

test('refuses what no box can show, unknown requests and spam', async () => {
  const { path } = await ask()
  for (const text of ['', '  ', 'x'.repeat(20_001)]) expect((await draft(path, text)).status).toBe(422)
  expect((await claude('PUT', `${path}/answer-draft`, { text: 7 })).status).toBe(400)
  expect((await draft('/api/contact/__proto__')).status).toBe(404)
  const spam = await ask({ status: 'spam' })
  expect((await draft(spam.path)).status).toBe(409)
  expect(await left()).toBe(0)
})

test('a joined request gives its draft to the other, unless that has one', async () => {
  const email = 'twice@example.net'
  const [one, two, three] = [await ask({ email }), await ask({ email }), await ask({ email })]
  await draft(two.path, 'For two')
  await sales('POST', `${one.path}/join`, { other: two.id })
  expect((await detail(one.path)).draft?.text).toBe('For two')
  await draft(three.path, 'For three')
  await sales('POST', `${one.path}/join`, { other: three.id })
  expect((await detail(one.path)).draft?.text).toBe('For two')
  await sales('POST', `${one.path}/join/undo`, { other: three.id })
  expect((await detail(three.path)).draft?.text).toBe('For three')
})

test('it belongs to the data of the person, and goes with it; the address of another is overwritten', async () => {
  const owner = callAs(site, await site.asStaff())
  const [asha, ravi] = [await ask(), await ask()]
  await draft(asha.path, 'Only for Asha')
  await draft(ravi.path, `Ask ${asha.email} too`)
  const found = await (await owner('POST', '/api/persons/find', { email: asha.email })).json()
  const shown = await (await owner('GET', `/api/persons/${found.key}`)).text()
  expect(shown).toContain('Only for Asha')
  const erased = await owner('POST', `/api/persons/${found.key}/erase`, { word: 'ERASE' })
  expect(erased.status, await erased.clone().text()).toBe(200)
  const rows = await site.database.db.selectFrom('answerDrafts').select(['contactId', 'text']).execute()
  expect(rows.filter(({ contactId }) => contactId === asha.id)).toEqual([])
  expect(rows.find(({ contactId }) => contactId === ravi.id)?.text).toBe('Ask [erased] too')
})
