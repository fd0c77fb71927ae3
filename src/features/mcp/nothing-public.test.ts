// No sequence of calls of tools makes anything public: every tool, with every kind of record in every state, and all public bytes before and after.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '#contract/proposals.ts'
import { assistantPermissions } from '#contract/roles.ts'
import { allowAssistants, connectClient, useTools } from '#testing/assistant-tools.ts'
import { assistantAt } from '#testing/assistants.ts'
import { describedResources } from '#testing/described-resources.ts'
import { readPublic } from '#testing/public-bytes.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import { asToken } from '#testing/tokens.ts'

const site = await startTestApp({ rateLimit: false, newsletter: { hold: 3_600, confirm: false } }, { built: true })
const { db } = site.database
/** Each push tries fewer bodies. */
const isQuick = process.env['TEST_ALL'] === 'false'
afterAll(() => site.close())

const future = '2999-01-01T00:00:00.000Z'
const states = {
  live: { on: true },
  scheduled: { on: true, publishAt: future },
  draft: { on: false },
  ...(!isQuick && {
    ended: { on: true, publishAt: '2020-01-01T00:00:00.000Z', unpublishAt: '2021-01-01T00:00:00.000Z' },
    trashed: { on: true, inTrash: true },
  }),
}
type Made = { entity: string; id: string; state: string; input: Record<string, unknown> }
const records: Made[] = []
let owner: SignedIn

beforeAll(async () => {
  owner = await site.asStaff({ name: 'Priya Nair' })
  const call = callAs(site, owner)
  await allowAssistants(site, owner)
  await addSubscribers(site.database, 2)
  const made = async (path: string, body: object) => {
    const answer = await call('POST', `/api${path}`, body)
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json())._id as string
  }
  for (const { path, input, addressed, entity } of await describedResources(site)) {
    const flag = entity?.flag
    if (!entity || path.split('/').length > 2) continue
    for (const [state, { on, ...rest }] of Object.entries(flag ? states : { live: states.live })) {
      const { inTrash, ...schedule } = { inTrash: false, ...rest }
      const own = { ...input, ...addressed(`wall-${path.slice(1)}-${state.toLowerCase()}`) }
      const id = await made(path, { ...own, ...(flag && { [flag]: on, ...schedule }) })
      if (inTrash) expect((await call('DELETE', `/api${path}/${id}`)).status).toBe(200)
      records.push({ entity: path.slice(1), id, state, input: own })
    }
  }
  const letter = { subject: 'Sent', title: 'Sent', body: 'Words.' }
  const sent = await made('/newsletters', letter)
  expect((await call('POST', `/api/newsletters/${sent}/send`, {})).status).toBe(200)
  await db.updateTable('notifications').set({ fixedAt: future, holdUntil: future }).execute()
  records.push({ entity: 'newsletters', id: sent, state: 'sent', input: letter })
  expect(
    (await site.post('/api/contact', { name: 'Asha', email: 'a@example.com', subject: 'Hi', message: 'Hi' })).status,
  ).toBeLessThan(300)
}, 120_000)

/** The fields that would publish, schedule and send, if a tool let them. */
const decisions = {
  ...{
    published: true,
    active: true,
    publishAt: '',
    unpublishAt: future,
    sendNotification: true,
    sendAt: future,
    order: 0,
  },
}

test('nothing becomes public, changes or goes away, by any tool on any record', { timeout: 300_000 }, async () => {
  const before = await readPublic(site)
  const mail = () => db.selectFrom('deliveries').select(['id', 'kind']).where('kind', '!=', 'reviewAsked').execute()
  expect(before.size).toBeGreaterThan(50)
  const { access } = await assistantAt(site).connected(owner, [...assistantPermissions])
  const client = await connectClient(site, { headers: { authorization: `Bearer ${access}` } })
  const use = useTools(client)
  const { tools } = await client.listTools()
  const mailed = await mail()
  const done = new Map<string, number>()
  const takes = new Map(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]))
  /** Gives a tool those of the arguments that it takes. */
  const attempt = async (name: string, all: object) => {
    const { refused, text } = await use(
      name,
      Object.fromEntries(Object.entries(all).filter(([argument]) => takes.get(name)?.includes(argument))),
    )
    expect(text).not.toMatch(/went wrong/)
    if (!refused) done.set(name, (done.get(name) ?? 0) + 1)
  }
  const colleague = (await site.asStaff({ name: 'Om Rao', role: 'editor' })).user.id
  const contact = (await db.selectFrom('contactRequests').select('id').executeTakeFirstOrThrow()).id
  for (const { entity, id, state, input } of records) {
    const named = { entity, id }
    const other = `planted-${entity}-${state.toLowerCase()}`
    const address = Object.fromEntries(['slug', 'path'].filter((name) => name in input).map((name) => [name, other]))
    const bodies = [
      { ...input, ...address },
      { ...input, ...decisions },
      ...(isQuick ? [] : Object.entries(decisions).map(([name, value]) => ({ ...input, [name]: value }))),
    ]
    // All that follows happens while a colleague reviews it.
    await attempt('ask_review', { ...named, colleague })
    for (const fields of bodies) {
      await attempt('propose_change', { ...named, fields })
      await attempt('create_draft', { entity, fields: { ...fields, ...address } })
    }
    for (const name of ['get_record', 'get_schema', 'preview', 'check']) await attempt(name, named)
  }
  for (const name of ['list_records', 'list_media', 'analytics', 'list_contacts', 'get_contact', 'search'])
    await attempt(name, { id: contact, search: 'wall', entity: 'blogs' })
  await attempt('draft_answer', { id: contact, text: 'Dear Asha.' })
  const tiny = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await attempt('upload_picture', { base64: tiny })
  // Each tool has worked.
  expect(tools.map(({ name }) => name).filter((name) => !done.has(name))).toEqual([])

  const after = await readPublic(site, before.keys())
  const differs = ([path, bytes]: [string, string]) =>
    before.has(path) ? before.get(path) !== bytes : !bytes.startsWith('404')
  const shown = ([path, bytes]: [string, string]) => [path, before.get(path)?.slice(0, 300), bytes.slice(0, 300)]
  expect([...after].filter(differs).map(shown)).toEqual([])
  expect(await mail()).toEqual(mailed)
  // All that it wrote is a proposal with its name.
  const proposals = await (await callAs(site, owner)('GET', '/api/proposals?limit=1000')).json()
  expect(proposals.length).toBeGreaterThan(20)
  // Of each record that visitors see, or will see, changes wait.
  const waiting = new Set(
    proposals.filter(({ kind }: Proposal) => kind === 'change').map(({ record }: Proposal) => record),
  )
  const isContent = (name: string) =>
    site.entities.some(({ table, flag, access }) => table.name === name && flag && access.write === 'writeContent')
  const seen = records.filter(({ entity, state }) => ['live', 'scheduled'].includes(state) && isContent(entity))
  expect(seen.filter(({ id }) => !waiting.has(id))).toEqual([])
  expect(new Set(proposals.map(({ assistant }: { assistant: string }) => assistant))).toEqual(new Set(['Claude']))
  for (const { entity, id } of records.filter(({ state }) => state === 'trashed'))
    expect((await use('get_record', { entity, id })).text, entity).toMatch('not found')
})

test('the house’s words are those of its pages', async () => {
  await allowAssistants(site, owner, { tone: 'Warm and short.' })
  const client = await connectClient(site, await asToken(site, owner, ['staff']))
  const [house] = (await client.readResource({ uri: 'atrium://house' })).contents
  const text = String(house && 'text' in house && house.text)
  expect(text).toMatch(/^# .*## Tone\n\nWarm and short\.\n.*## The page Home\n.*## The page About\n/s)
  expect(text).not.toMatch(/<\w/)
})
