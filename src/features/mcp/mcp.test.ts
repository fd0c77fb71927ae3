// On both databases: lists and searches are queries of their own.
import { Buffer } from 'node:buffer'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Grantable, grantables } from '#contract/roles.ts'
import { allowAssistants, connectClient, useTools } from '#testing/assistants.ts'
import { describedResources } from '#testing/described-resources.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { asToken } from '#testing/tokens.ts'

let site: TestApp
let owner: SignedIn
const asked: string[] = []
const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 9, g: 90, b: 90 } } })
  .png()
  .toBuffer()
beforeAll(async () => {
  site = await startTestApp(
    { rateLimit: false },
    {
      fetchOutside: async (url) => {
        asked.push(url)
        return { status: 200, body: await picture }
      },
    },
  )
  owner = await site.asStaff({ name: 'Priya Nair' })
})
afterAll(() => site.close())

const connect = async (...permissions: Grantable[]) => {
  const client = await connectClient(site, await asToken(site, owner, permissions, 'Claude'))
  return { client, use: useTools(client) }
}
const writing: Grantable[] = ['staff', 'writeContent', 'writeNewsletters']
const message = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) })
const accept = 'application/json, text/event-stream'
const json = { 'content-type': 'application/json', accept }
const send = async (body: unknown, headers: object) =>
  site.get('/api/mcp', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { ...json, ...(headers as Record<string, string>) },
  })

test('it is not there until an owner switches it on, and then asks for a token', async () => {
  const token = await asToken(site, owner, ['staff'])
  for (const headers of [{}, token.headers, owner.headers])
    expect((await send(message('ping'), headers)).status).toBe(404)
  expect((await allowAssistants(site, owner)).status).toBe(200)
  const stranger = await send(message('ping'), {})
  expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer resource_metadata="${site.config.publicUrl}/.well-known/oauth-protected-resource/api/mcp"`,
  ])
  expect(await (await send(message('ping'), token.headers)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  expect((await send(message('ping'), owner.headers)).status).toBe(400)
  const other = await asToken(site, owner, ['readContacts'])
  expect((await send(message('ping'), other.headers)).status).toBe(403)
  for (const method of ['GET', 'DELETE']) {
    const answer = await site.get('/api/mcp', { method, headers: { ...token.headers, accept } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  }
})

test('bad messages get the error of the protocol, and never 500', async () => {
  const { headers } = await asToken(site, owner, grantables)
  const codeOf = async (body: unknown, more: object = {}) => {
    const answer = await send(body, { ...headers, ...more })
    const text = await answer.text()
    return [answer.status, text === '' ? undefined : JSON.parse(text).error?.code]
  }
  const tool = (name: string, values: unknown = {}) => message('tools/call', { name, arguments: values } as object)
  expect(await codeOf('{"jsonrpc"')).toEqual([400, -32_700])
  expect(await codeOf('')).toEqual([400, -32_700])
  expect(await codeOf('{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"a":1}}')).toEqual([400, -32_700])
  expect(await codeOf([message('ping'), message('ping')])).toEqual([400, -32_600])
  expect(await codeOf([])).toEqual([400, -32_600])
  for (const none of [null, 1, 'x', {}, { jsonrpc: '1.0', id: 1, method: 'ping' }, { method: 'ping', id: {} }])
    expect(await codeOf(none), JSON.stringify(none)).toEqual([400, -32_700])
  expect(await codeOf(message('nothing/here'))).toEqual([200, -32_601])
  expect(await codeOf(message('tools/call'))).toEqual([200, -32_602])
  for (const name of ['publish', '__proto__', 'constructor', 'toString', 'x'.repeat(100_000), ''])
    expect(await codeOf(tool(name)), name.slice(0, 20)).toEqual([200, -32_602])
  for (const uri of ['atrium://kinds/__proto__', 'atrium://kinds/users', 'file:///etc/passwd', ''])
    expect(await codeOf(message('resources/read', { uri })), uri).toEqual([200, -32_002])
  for (const name of ['constructor', 'publish'])
    expect(await codeOf(message('prompts/get', { name })), name).toEqual([200, -32_602])
  // A notification and an answer that nobody asked for are taken, and nothing comes back.
  expect(await codeOf({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual([202, undefined])
  expect(await codeOf({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })).toEqual([
    202,
    undefined,
  ])
  expect(await codeOf({ jsonrpc: '2.0', id: 9, result: {} })).toEqual([202, undefined])
  expect(await codeOf(message('ping'), { 'mcp-protocol-version': '1999-01-01' })).toEqual([400, -32_000])
  expect(await codeOf(message('ping'), { accept: 'text/html' })).toEqual([406, -32_000])
  expect((await send(message('ping'), { ...headers, 'content-type': 'text/plain' })).status).toBe(415)
  expect((await send(message('ping'), { ...headers, origin: 'https://rebound.example' })).status).toBe(403)
  const own = await send(message('ping'), { ...headers, origin: new URL(site.config.publicUrl).origin })
  expect(own.status).toBe(200)
  const old = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const { result } = await (await send(message('initialize', old), headers)).json()
  expect(result.protocolVersion).toMatch(/^20\d\d-/)
  // Arguments of 10 MB are for a picture only.
  const long = 'A'.repeat(10 * 1024 * 1024)
  expect((await send(tool('search', { search: long }), headers)).status).toBe(413)
  expect((await send(tool('upload_picture', { base64: long.repeat(2) }), headers)).status).toBe(413)
  const noPicture = await (await send(tool('upload_picture', { base64: long }), headers)).json()
  expect(noPicture.result.isError).toBe(true)
  for (const values of [null, 'x', [], { entity: '__proto__' }, { entity: 'users', id: 'x' }, { entity: 5 }]) {
    const answer = await (await send(tool('get_record', values), headers)).json()
    expect(answer.error?.code === -32_602 || answer.result.isError, JSON.stringify(values)).toBe(true)
  }
})

test('the list of tools is short, true and what the permissions allow', async () => {
  const namesWith = async (...permissions: Grantable[]) => {
    const { client } = await connect(...permissions)
    return (await client.listTools()).tools.map(({ name }) => name)
  }
  const read = ['search', 'list_records', 'get_record', 'get_schema', 'list_media', 'analytics']
  expect((await namesWith('staff')).toSorted()).toEqual(read.toSorted())
  const write = ['create_draft', 'propose_change', 'preview', 'check', 'ask_review']
  expect((await namesWith('staff', 'writeNewsletters')).toSorted()).toEqual([...read, ...write].toSorted())
  const contacts = ['list_contacts', 'get_contact', 'draft_answer']
  expect((await namesWith(...grantables)).toSorted()).toEqual(
    [...read, ...write, ...contacts, 'upload_picture'].toSorted(),
  )

  const { client } = await connect(...grantables)
  const { tools } = await client.listTools()
  expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(20_000)
  for (const { name, annotations, description = '' } of tools) {
    expect(annotations?.readOnlyHint, name).toBe(/^(search|list|get|check|analytics)/.test(name))
    expect(description, name).toMatch(/^[A-Z].*\.$/s)
  }
  expect(tools.find(({ name }) => name === 'propose_change')?.annotations?.destructiveHint).toBe(true)
})

test('every kind with drafts can be drafted, read, proposed and checked, by its contract alone', async () => {
  const { client, use } = await connect(...writing)
  const { resources } = await client.listResources()
  const kinds = resources.map(({ name }) => name).filter((name) => name !== 'house')
  expect(kinds).toEqual(
    expect.arrayContaining(['blogs', 'courses', 'cases', 'pages', 'newsletters', 'faqs', 'openings']),
  )
  const made = new Set<string>()
  for (const { path, input, entity, addressed } of await describedResources(site)) {
    const flag = entity?.flag
    const name = path.slice(1)
    if (!entity || !kinds.includes(name)) continue
    const schema = (await use('get_schema', { entity: name })).data
    if (/only read/.test(schema.writing)) continue
    made.add(name)
    // Each field of the contract is there, but for those with which a person decides.
    expect(Object.keys(schema.fields)).toEqual(expect.arrayContaining(schema.required))
    expect(Object.keys(schema.fields).join(' ')).not.toMatch(
      /\b(active|published|publishAt|unpublishAt|sendNotification|sendAt)\b/,
    )
    const fields = Object.fromEntries(Object.entries(input).filter(([field]) => field in schema.fields))
    if (flag)
      expect(
        await use('create_draft', { entity: name, fields: { ...fields, ...addressed('x'), [flag]: true } }),
      ).toMatchObject({
        refused: true,
        text: expect.stringMatching(`Only a person decides.*${flag}`),
      })
    const { slug: _, path: __, ...withoutAddress } = fields
    const draft = await use('create_draft', { entity: name, fields: withoutAddress })
    expect(draft, name).toMatchObject({
      refused: false,
      data: { entity: name, state: 'draft', next: /person publishes/ },
    })
    const { id, form, preview } = draft.data
    expect(form).toMatch(`/admin/${name}/edit/${id}`)
    if (schema.hasPreview)
      expect((await site.get(new URL(preview).pathname.replace('/preview/', `/api/previews/${name}/`))).status).toBe(
        200,
      )
    const read = await use('get_record', { entity: name, id })
    expect(read.data, name).toMatchObject({ id, state: 'draft', title: draft.data.title })
    const listed = await use('list_records', { entity: name })
    expect(listed.data.records, name).toContainEqual({
      entity: name,
      id,
      title: draft.data.title,
      state: 'draft',
      form,
    })
    const nameField = entity.nameColumn
    const changed = await use('propose_change', {
      entity: name,
      id,
      fields: { [nameField]: 'Changed by a tool' },
      version: read.data.version,
    })
    expect(changed, name).toMatchObject({ refused: false, data: { title: 'Changed by a tool', state: 'draft' } })
    const late = await use('propose_change', {
      entity: name,
      id,
      fields: { [nameField]: 'Late' },
      version: read.data.version,
    })
    expect(late, name).toMatchObject({ refused: true, text: expect.stringContaining('has changed this since') })
    expect(await use('check', { entity: name, id }), name).toMatchObject({ refused: false })
    expect((await use('search', { search: 'Changed by a tool' })).data.found, name).toContainEqual(
      expect.objectContaining({ id }),
    )
  }
  expect([...made].toSorted()).toEqual([
    'blogs',
    'cases',
    'courses',
    'faqs',
    'newsletters',
    'openings',
    'pages',
    'products',
    'services',
    'testimonials',
  ])
})
