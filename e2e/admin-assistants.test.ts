import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { agree, expect, test, toast } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { fillSignIn, makeColleague } from './colleague.ts'
import { picture } from './picture.ts'

test.use({ beginSignedIn: false })

/** A program on this computer that waits for its answer, as an editor does. */
async function listenForAnswer() {
  const answered = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (pathname === '/callback') answered.resolve(searchParams)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Back</title><h1>Back in the program</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { uri: `http://127.0.0.1:${port}/callback`, answer: answered.promise, close: () => server.close() }
}

test('a person allows an assistant a part of what it asks, publishes and discards what it proposes, and ends the connection', async ({
  page,
  api,
  made,
  baseURL,
}) => {
  const site = baseURL ?? ''
  // It stays on, since others may use it at the same time.
  await api('PUT', '/api/settings/connections', { assistants: true })
  const person = await makeColleague(api, 'Priya Nair', 'marketing')
  const listener = await listenForAnswer()
  const kept: Record<string, unknown> = {}
  const keep = (name: string) => (value: unknown) => void Object.assign(kept, { [name]: value })
  const provider = {
    redirectUrl: listener.uri,
    clientMetadata: { client_name: '<b>Draft helper</b>', redirect_uris: [listener.uri] },
    state: () => 'kept as it was',
    clientInformation: () => kept['client'],
    saveClientInformation: keep('client'),
    tokens: () => kept['tokens'],
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('opened'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => String(kept['verifier']),
  } as OAuthClientProvider
  const open = () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${site}/api/mcp`), { authProvider: provider })
    const client = new Client({ name: 'draft-helper', version: '1.0.0' })
    // The SDK's own types do not agree under our compiler's options.
    return { client, transport, connect: () => client.connect(transport as Parameters<Client['connect']>[0]) }
  }
  const first = open()
  await expect(first.connect()).rejects.toThrow(UnauthorizedError)

  await page.goto(String(kept['opened']))
  await fillSignIn(page, person.email, person.password)
  await expect(page.getByRole('heading', { name: 'Connect an assistant' })).toBeVisible()
  await expect(page.getByText(`An app on this computer (${new URL(listener.uri).host})`)).toBeVisible()
  await expect(page.getByText('It calls itself “<b>Draft helper</b>”')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Read contacts' })).not.toBeChecked()
  await expectAccessible(page, 'the request of an assistant')
  await expectToFit(page, 'the request of an assistant')
  // Without reading nothing works, so that the rest goes with it.
  await page.getByRole('checkbox', { name: 'Read content' }).uncheck()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Allow' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Write drafts' }).check()
  await expect(page.getByRole('checkbox', { name: 'Read content' })).toBeChecked()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'Back in the program' })).toBeVisible()

  const answer = await listener.answer
  expect([answer.get('state'), answer.get('iss')]).toEqual(['kept as it was', site])
  await first.transport.finishAuth(answer.get('code') ?? '')
  expect(kept['tokens']).toMatchObject({ scope: 'staff writeContent' })
  listener.close()
  const connected = open()
  await connected.connect()
  const { tools } = await connected.client.listTools()
  const names = tools.map(({ name }) => name)
  expect(names).toContain('create_draft')
  expect(names).not.toContain('list_contacts')

  const use = async (name: string, input: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await connected.client.callTool({ name, arguments: input })
    expect(isError, JSON.stringify(content)).toBeFalsy()
    const [first] = content as { text: string }[]
    return (structuredContent ?? JSON.parse(first?.text ?? '')) as Record<'id' | 'url', string>
  }
  const mark = randomUUID().slice(0, 8)
  const course = {
    ...{ title: `Restores ${mark}`, slug: `restores-${mark}`, description: 'Short.', duration: '2 days', price: 100 },
    ...{ category: 'Cloud Computing', level: 'Beginner', enrollmentUrl: 'https://pay.example/restores', active: true },
  }
  const { _id: id } = await api('POST', '/api/courses', course)
  const base64 = (await picture('chart.png')).buffer.toString('base64')
  const { url } = await use('upload_picture', { base64, alt: 'A chart' })
  const fields = { title: `Restore drills ${mark}`, excerpt: 'Short.', category: 'Cloud', imageUrl: url }
  const post = await use('create_draft', { entity: 'blogs', fields: { ...fields, content: 'Practise.' } })
  made.push(`/api/blogs/${post.id}`)
  await use('propose_change', { entity: 'courses', id, fields: { description: 'Proposed words.' } })

  await page.goto(`${site}/#/admin`)
  const proposed = page.getByRole('region', { name: 'Proposed' })
  await expect(proposed.getByRole('listitem').filter({ hasText: fields.title })).toContainText(
    'Proposed by <b>Draft helper</b> for Priya Nair',
  )
  expect((await page.request.get(`/blog/restore-drills-${mark}`)).status()).toBe(404)
  await proposed.getByRole('button', { name: `Publish ${fields.title}` }).click()
  await expect(toast(page, 'Blog post published')).toBeVisible()
  expect(await (await page.request.get(`/blog/restore-drills-${mark}`)).text()).toContain(url)
  await proposed.getByRole('button', { name: `Discard ${course.title}` }).click()
  await agree(page, 'Discard the unpublished changes?', 'Discard')
  await expect(toast(page, 'Changes discarded')).toBeVisible()
  await expect(proposed.getByText(mark)).toHaveCount(0)
  expect(await api<object>('GET', `/api/courses/${course.slug}`)).toMatchObject({ description: course.description })

  await page.goto(`${site}/#/admin/connections/assistants`)
  const row = page.getByRole('row', { name: '<b>Draft helper</b>' })
  await expect(row).toContainText('Read content, Write drafts')
  await expectAccessible(page, 'the connected assistants')
  await expectToFit(page, 'the connected assistants')
  await row.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Assistant disconnected')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(connected.client.listTools()).rejects.toThrow()
})
