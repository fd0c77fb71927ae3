// On both databases: of two exchanges at once, one waits for the lock of the other.
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findToken } from '#server/identity/tokens.ts'
import { assistantAt, fetchFrom, publicUrl, redirectUri } from '#testing/assistants.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { assistantRetentions } from './clients.server.ts'

const minute = 60_000
const [hour, day] = [60 * minute, 24 * 60 * minute]

let site: TestApp
let owner: SignedIn
let at: ReturnType<typeof assistantAt>
/** The site's clock, which stops between the steps of a test. */
let now = Date.now()
beforeAll(async () => {
  site = await startTestApp({ publicUrl, rateLimit: false }, { clock: () => now })
  owner = await site.asStaff()
  at = assistantAt(site)
  await switchOn(true)
})
afterAll(() => site.close())

const switchOn = (assistants: boolean) => callAs(site, owner)('PUT', '/api/settings/connections', { assistants })

/** A colleague, who has just confirmed their identity as all others have, whatever the time. */
async function colleague(person: Parameters<TestApp['asStaff']>[0] = {}) {
  const staff = await site.asStaff({ role: 'marketing', ...person })
  const confirmedAt = new Date(now).toISOString()
  await site.database.db.updateTable('identitySessions').set({ confirmedAt }).execute()
  return staff
}

const works = async (secret: string) => {
  const found = await findToken(site.database.db, secret)
  return found !== null && found !== 'expired'
}
const errorOf = async (answer: Response) => {
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return [answer.status, (await answer.json()).error]
}
const invalidGrant = [400, 'invalid_grant']
const listed = async (staff: SignedIn) => (await callAs(site, staff)('GET', '/api/assistants')).json()

/** What a client of the official SDK keeps. */
function sdkClient(redirectUrl: string, more: Partial<OAuthClientProvider> = {}) {
  const kept: { client?: OAuthClientInformationFull; tokens?: OAuthTokens; verifier?: string; opened?: URL } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Inspector', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    state: () => 'a-state',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (opened) => void Object.assign(kept, { opened }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
    ...more,
  }
  const options = { serverUrl: `${publicUrl}/api/mcp`, fetchFn: fetchFrom(site) }
  return {
    kept,
    go: (authorizationCode?: string) => auth(provider, { ...options, ...(authorizationCode && { authorizationCode }) }),
  }
}

test('the client of the official SDK finds the site, registers, is allowed, and refreshes', sameOnBoth, async () => {
  const staff = await colleague()
  const { kept, go } = sdkClient(redirectUri)
  expect(await go()).toBe('REDIRECT')
  expect(`${kept.opened?.origin}${kept.opened?.pathname}`).toBe(`${publicUrl}/admin/authorize`)
  const query = Object.fromEntries(kept.opened?.searchParams ?? [])
  expect(query).toMatchObject({
    resource: `${publicUrl}/api/mcp`,
    scope: 'staff writeContent writeNewsletters readContacts',
  })
  const { redirect } = await (await at.approve(staff, query, ['staff', 'writeContent'])).json()
  const answer = new URL(redirect)
  expect(redirect.startsWith(`${redirectUri}?`)).toBe(true)
  expect([answer.searchParams.get('state'), answer.searchParams.get('iss')]).toEqual(['a-state', publicUrl])
  expect(await go(answer.searchParams.get('code') ?? '')).toBe('AUTHORIZED')
  const first = kept.tokens
  expect(first).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'staff writeContent' })
  expect(await go()).toBe('AUTHORIZED')
  expect(kept.tokens?.refresh_token).not.toBe(first?.refresh_token)
  expect(await works(kept.tokens?.access_token ?? '')).toBe(true)
  expect(await listed(staff)).toMatchObject([
    { name: 'Inspector', host: '127.0.0.1:33418', permissions: ['staff', 'writeContent'], paused: false },
  ])
})

test('a code is worth something only to the assistant that it was made for', sameOnBoth, async () => {
  const staff = await colleague()
  const { exchange } = await at.allowed(staff)
  const other = await at.ready()
  const wrong: Record<string, object> = {
    'no verifier': { code_verifier: undefined },
    'the challenge as verifier': { code_verifier: other.query['code_challenge'] },
    "another one's verifier": { code_verifier: other.verifier },
    'a short verifier': { code_verifier: 'short' },
    'another address': { redirect_uri: 'http://127.0.0.1:33418/other' },
    'another port': { redirect_uri: 'http://127.0.0.1:33419/callback' },
    'an address with more': { redirect_uri: `${redirectUri}/` },
    "another one's id": { client_id: other.client_id },
    'a mistyped code': { code: `${exchange['code']?.slice(0, -1)}!` },
    'a code that nobody has': { code: `atc_${'0'.repeat(43)}000000` },
    'half of the code': { code: exchange['code']?.slice(0, 20) },
  }
  for (const [name, fields] of Object.entries(wrong)) {
    const expected = name === 'no verifier' ? [400, 'invalid_request'] : invalidGrant
    expect([name, ...(await errorOf(await at.token({ ...exchange, ...fields })))]).toEqual([name, ...expected])
  }
  const others: [object | string, unknown[]][] = [
    [{ client_id: 'nobody' }, [401, 'invalid_client']],
    [{ client_id: undefined }, [401, 'invalid_client']],
    [{ client_id: '\0' }, [401, 'invalid_client']],
    [{ grant_type: undefined }, [400, 'invalid_request']],
    [{ grant_type: 'password' }, [400, 'unsupported_grant_type']],
    [{ grant_type: '__proto__' }, [400, 'unsupported_grant_type']],
    [{ grant_type: 'constructor' }, [400, 'unsupported_grant_type']],
    [{ resource: 'https://other.example/api/mcp' }, [400, 'invalid_target']],
    [{ code: 'x'.repeat(5_000) }, [400, 'invalid_request']],
  ]
  for (const [fields, expected] of others)
    expect(await errorOf(await at.token({ ...exchange, ...(fields as object) })), JSON.stringify(fields)).toEqual(
      expected,
    )
  const twice = `${new URLSearchParams(exchange as Record<string, string>)}&code=other`
  expect(await errorOf(await at.token(twice))).toEqual([400, 'invalid_request'])
  const asJson = await site.post('/api/oauth/token', exchange)
  expect([asJson.status, (await asJson.json()).error_description]).toEqual([
    400,
    expect.stringContaining('send a form (application/x-www-form-urlencoded)'),
  ])
  // None of this has used it up.
  expect((await at.token({ ...exchange, resource: `${publicUrl}/api/mcp` })).status).toBe(200)
})

test('a code works once: its second use ends the connection', async () => {
  const staff = await colleague()
  const { exchange } = await at.allowed(staff)
  const { access_token, refresh_token } = await (await at.token(exchange)).json()
  expect(await works(access_token)).toBe(true)
  expect(await errorOf(await at.token(exchange))).toEqual(invalidGrant)
  expect([await works(access_token), await listed(staff)]).toEqual([false, []])
  const refresh = { grant_type: 'refresh_token', client_id: exchange['client_id'], refresh_token }
  expect(await errorOf(await at.token(refresh))).toEqual(invalidGrant)
  const log = await (await callAs(site, owner)('GET', '/api/activity?limit=20')).text()
  expect(log).toContain('Disconnected: authorization code was used twice')
})

test('of five exchanges of a code at once, one succeeds, and the connection ends', async () => {
  const staff = await colleague()
  const { exchange } = await at.allowed(staff)
  const answers = await Promise.all(Array.from({ length: 5 }, () => at.token(exchange)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await listed(staff)).toEqual([])
})

test('a code works for a minute', async () => {
  const { exchange } = await at.allowed(await colleague())
  now += minute
  expect(await errorOf(await at.token(exchange))).toEqual(invalidGrant)
})

test('a refresh token works once; later uses end the connection, but an answer may be lost', async () => {
  const staff = await colleague()
  const { secret, access, refresh } = await at.connected(staff)
  const second = await (await refresh(secret)).json()
  // Two calls that needed it at once, or an answer that never arrived.
  now += 20_000
  const third = await (await refresh(secret)).json()
  expect(await Promise.all([access, second.access_token, third.access_token].map(works))).toEqual([true, true, true])
  now += hour + minute
  expect(await Promise.all([access, second.access_token, third.access_token].map(works))).toEqual([false, false, false])
  const fourth = await (await refresh(third.refresh_token)).json()
  expect(await works(fourth.access_token)).toBe(true)
  now += minute
  // The one that was left over belongs to someone else.
  expect(await errorOf(await refresh(second.refresh_token))).toEqual(invalidGrant)
  expect([await works(fourth.access_token), await listed(staff)]).toEqual([false, []])
  expect(await errorOf(await refresh(fourth.refresh_token))).toEqual(invalidGrant)
})

test('refreshes at once all succeed, and a connection lives as long as it is used', async () => {
  const staff = await colleague()
  const { secret, refresh, client_id } = await at.connected(staff)
  const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(secret)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  let latest = (await Promise.all(answers.map((answer) => answer.json())))[2].refresh_token
  for (let turn = 0; turn < 3; turn++) {
    now += 60 * day
    latest = (await (await refresh(latest)).json()).refresh_token
  }
  expect(await listed(staff)).toHaveLength(1)
  now += 91 * day
  expect(await errorOf(await refresh(latest))).toEqual(invalidGrant)
  expect(await listed(staff)).toEqual([])
  // Its registration is deleted with it, and ones that nobody has allowed after a day.
  for (const retention of assistantRetentions) await site.eraseOld(retention)
  const left = await site.database.db.selectFrom('oauthClients').select('id').where('id', '=', client_id).execute()
  const rows = await site.database.db.selectFrom('tokens').select('id').where('userId', '=', staff.user.id).execute()
  expect([left, rows]).toEqual([[], []])
})

test("another assistant's id and an access token refresh nothing", sameOnBoth, async () => {
  const { secret, access, refresh } = await at.connected(await colleague())
  const other = await at.ready()
  expect(await errorOf(await refresh(secret, { client_id: other.client_id }))).toEqual(invalidGrant)
  expect(await errorOf(await refresh(access))).toEqual(invalidGrant)
  expect(await errorOf(await refresh(`${secret}x`))).toEqual(invalidGrant)
  expect((await refresh(secret)).status).toBe(200)
})

test('it ends with the access of its person, and its permissions follow their role', async () => {
  const staff = await colleague({ role: 'editor', name: 'Priya Nair' })
  const { secret, refresh } = await at.connected(staff, ['staff', 'writeContent', 'writeNewsletters'])
  const change = (fields: object) => callAs(site, owner)('PUT', `/api/users/${staff.user.id}`, fields)
  expect((await change({ role: 'viewer' })).status).toBe(200)
  expect(await listed(staff)).toMatchObject([{ permissions: ['staff'] }])
  expect((await refresh(secret)).status).toBe(200)
  expect((await change({ active: false })).status).toBe(200)
  expect(await errorOf(await refresh(secret))).toEqual(invalidGrant)
  const { exchange } = await at.allowed(await colleague())
  await site.database.db.updateTable('users').set({ active: false }).execute()
  expect(await errorOf(await at.token(exchange))).toEqual(invalidGrant)
  await site.database.db.updateTable('users').set({ active: true }).execute()
})

test('the holder of a token ends its connection, and a token that does not work is answered alike', async () => {
  const staff = await colleague()
  const other = await at.connected(await colleague())
  for (const kind of ['access', 'secret'] as const) {
    const connection = await at.connected(staff)
    const refused = await at.revoke({ token: connection[kind], client_id: other.client_id })
    expect(await errorOf(refused)).toEqual([401, 'invalid_client'])
    expect(await works(connection.access)).toBe(true)
    for (let turn = 0; turn < 2; turn++)
      expect((await at.revoke({ token: connection[kind], client_id: connection.client_id })).status).toBe(200)
    expect([await works(connection.access), await listed(staff)]).toEqual([false, []])
  }
  expect((await at.revoke({ token: 'nothing' })).status).toBe(200)
  expect(await errorOf(await at.revoke({}))).toEqual([400, 'invalid_request'])
  expect(await works(other.access)).toBe(true)
})

test('one disconnects their own, and an owner any; nobody else sees it', async () => {
  const [writer, editor] = [await colleague({ role: 'writer', name: 'Asha Rao' }), await colleague({ role: 'editor' })]
  const { access } = await at.connected(writer)
  const [mine] = await listed(writer)
  expect(mine).toMatchObject({ name: 'Claude', person: { _id: writer.user.id, name: 'Asha Rao' } })
  expect((await listed(owner)).map(({ _id }: { _id: string }) => _id)).toContain(mine._id)
  expect(await listed(editor)).toEqual([])
  const path = `/api/assistants/${mine._id}`
  expect((await callAs(site, editor)('DELETE', path)).status).toBe(404)
  expect(await works(access)).toBe(true)
  expect((await callAs(site, owner)('DELETE', path)).status).toBe(200)
  expect([await works(access), await listed(writer)]).toEqual([false, []])
  const { entries } = await (await callAs(site, owner)('GET', '/api/activity')).json()
  expect(entries[0]).toMatchObject({ what: 'Disconnected an assistant: Claude', kind: 'account' })
  expect((await callAs(site, writer)('DELETE', path)).status).toBe(404)
})

test('connecting the same assistant again replaces the connection', async () => {
  const staff = await colleague()
  const { access } = await at.connected(staff)
  const { client_id, query, verifier } = await at.ready()
  for (let turn = 0; turn < 2; turn++) {
    const { redirect } = await (await at.approve(staff, query, ['staff'])).json()
    const code = new URL(redirect).searchParams.get('code') ?? undefined
    const answer = await at.token({ grant_type: 'authorization_code', client_id, code, code_verifier: verifier })
    expect(answer.status).toBe(200)
  }
  expect(await listed(staff)).toHaveLength(2)
  expect(await works(access)).toBe(true)
})

test('nothing answers while assistants are switched off, and the connections are paused', sameOnBoth, async () => {
  const staff = await colleague()
  const { secret, refresh, client_id } = await at.connected(staff)
  const { exchange } = await at.allowed(staff)
  const { query } = await at.ready()
  await switchOn(false)
  const calls = [
    refresh(secret),
    at.token(exchange),
    at.register(),
    at.revoke({ token: secret, client_id }),
    at.read(staff, query),
    at.approve(staff, query, ['staff']),
    site.get('/api/oauth/token', { method: 'OPTIONS' }),
  ]
  for (const answer of await Promise.all(calls)) expect([answer.url, answer.status]).toEqual([answer.url, 404])
  expect(await listed(staff)).toMatchObject([{ paused: true }])
  expect(await (await callAs(site, staff)('GET', '/api/assistants/setup')).json()).toEqual({
    on: false,
    address: `${publicUrl}/api/mcp`,
  })
  await switchOn(true)
  expect((await refresh(secret)).status).toBe(200)
})
