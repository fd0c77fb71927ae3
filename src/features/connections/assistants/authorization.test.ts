// On both databases: registrations that make room for new ones, and names in any script.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oauthClients } from '#server/identity/tokens.table.ts'
import { assistantAt, createChallenge, publicUrl, redirectUri } from '#testing/assistants.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { asToken } from '#testing/tokens.ts'
import { assistantRetentions, mostUnused } from './clients.server.ts'

let site: TestApp
let sink: Awaited<ReturnType<typeof startSmtpSink>>
let owner: SignedIn
let marketing: SignedIn
let viewer: SignedIn
let at: ReturnType<typeof assistantAt>
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ publicUrl, mail: mailSettings({ smtpUrl: sink.url }) })
  owner = await site.asStaff()
  marketing = await site.asStaff({ role: 'marketing', name: 'Priya Nair' })
  viewer = await site.asStaff({ role: 'viewer' })
  at = assistantAt(site)
  await callAs(site, owner)('PUT', '/api/settings/connections', { assistants: true })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

/** Registers past the limit of an hour. */
const register = async (fields: object) => {
  await site.database.db.deleteFrom('counters').execute()
  return at.register(fields)
}
const countClients = async () => {
  const rows = await site.database.db.selectFrom('oauthClients').select('id').execute()
  return rows.length
}

test(
  'both metadata documents name the public address, for pages of any site, and there is no other',
  sameOnBoth,
  async () => {
    const read = async (path: string) => {
      const answer = await site.get(`/.well-known/${path}`, { headers: { origin: 'https://inspector.example' } })
      expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const preflight = await site.get(`/.well-known/${path}`, { method: 'OPTIONS' })
      expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
        204,
        'authorization, content-type, mcp-protocol-version',
      ])
      return answer.json()
    }
    const resource = await read('oauth-protected-resource')
    expect(resource).toMatchObject({ resource: `${publicUrl}/api/mcp`, authorization_servers: [publicUrl] })
    expect(await read('oauth-protected-resource/api/mcp')).toEqual(resource)
    expect(await read('oauth-authorization-server')).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/admin/authorize`,
      token_endpoint: `${publicUrl}/api/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['staff', 'writeContent', 'writeNewsletters', 'readContacts'],
    })
    for (const path of ['token', 'register', 'revoke']) {
      const preflight = await site.get(`/api/oauth/${path}`, { method: 'OPTIONS' })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    }
    for (const path of ['/api/oauth/request', '/api/assistants', '/api/blogs']) {
      const answer = await site.get(path, { headers: { origin: 'https://inspector.example' } })
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null])
    }
  },
)

test('an assistant registers with addresses of https or of this computer, and gets no secret', sameOnBoth, async () => {
  const uris = [
    'https://claude.ai/api/mcp/auth_callback',
    'http://localhost:8080/',
    'http://[::1]/cb',
    'http://127.0.0.1',
  ]
  const asked = {
    redirect_uris: uris,
    client_name: 'Claude',
    token_endpoint_auth_method: 'client_secret_post',
    logo_uri: 'x',
  }
  const answer = await register(asked)
  expect(answer.status).toBe(201)
  const { client_id, client_id_issued_at, ...rest } = await answer.json()
  expect([typeof client_id, typeof client_id_issued_at]).toEqual(['string', 'number'])
  expect(rest).toEqual({
    client_name: 'Claude',
    redirect_uris: uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
})

const badAddresses = [
  'javascript:alert(1)',
  'JavaScript:alert(1)//https://claude.ai',
  'data:text/html,x',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'http://claude.ai/callback',
  'http://127.0.0.1.evil.example/',
  'http://localhost.evil.example/',
  'http://10.0.0.1/',
  'https://claude.ai@evil.example/',
  'https://user:pass@evil.example/',
  'https://claude.ai/#fragment',
  'https://claude.ai/#',
  'https:\\\\evil.example',
  ' https://claude.ai/',
  'https://claude.ai/\n',
  'https://claude.ai/\u202egpj',
  'https://аpple.example/',
  '//claude.ai/',
  '/callback',
  'https://',
  '',
]
test('an address of another kind is refused, alone and among others', sameOnBoth, async () => {
  for (const address of badAddresses)
    for (const redirect_uris of [[address], [redirectUri, address]]) {
      const answer = await register({ redirect_uris })
      expect([address, answer.status, (await answer.json()).error]).toEqual([address, 400, 'invalid_redirect_uri'])
    }
  const others: [object, string][] = [
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: undefined }, 'invalid_redirect_uri'],
    [{ redirect_uris: redirectUri }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(21).fill(redirectUri) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [`https://claude.ai/${'x'.repeat(2_000)}`] }, 'invalid_redirect_uri'],
    [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ response_types: ['token'] }, 'invalid_client_metadata'],
    [{ client_name: 7 }, 'invalid_client_metadata'],
  ]
  for (const [fields, error] of others) {
    const answer = await register(fields)
    expect([JSON.stringify(fields).slice(0, 80), answer.status, (await answer.json()).error]).toEqual([
      JSON.stringify(fields).slice(0, 80),
      400,
      error,
    ])
  }
})

test('a name is one short line that cannot turn the words around it', async () => {
  const names: [unknown, string][] = [
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['Claude\u202e\u2066 (verified)\r\n by\0 us\u0007', 'Claude (verified) by us'],
    ['\u200b\u00ad ', '127.0.0.1:33418'],
    ['', '127.0.0.1:33418'],
    [undefined, '127.0.0.1:33418'],
    ['😀'.repeat(300), '😀'.repeat(100)],
    ['సహాయకుడు', 'సహాయకుడు'],
    ['\ud800x', 'x'],
  ]
  for (const [client_name, expected] of names) {
    const answer = await register({ client_name })
    expect([answer.status, (await answer.json()).client_name]).toEqual([201, expected])
  }
})

test('of many registrations only the last are kept, those that someone has allowed, and for a day those that nobody has', async () => {
  const { query } = await at.ready()
  expect((await at.approve(marketing, query, ['staff'])).status).toBe(200)
  const createdAt = new Date(Date.now() - 60_000).toISOString()
  const rows = Array.from({ length: 10_000 }, (_, index) =>
    oauthClients.encode({
      id: `flood-${index}`,
      name: 'Flood',
      redirectUris: [redirectUri],
      createdAt,
      allowedAt: undefined,
    }),
  )
  for (let from = 0; from < rows.length; from += 1_000)
    await site.database.db
      .insertInto('oauthClients')
      .values(rows.slice(from, from + 1_000))
      .execute()
  for (let left = 11; left > 0 && (await countClients()) > mostUnused + 1; left--)
    expect((await register({})).status).toBe(201)
  expect(await countClients()).toBe(mostUnused + 1)
  expect((await at.read(marketing, query)).status).toBe(200)
  await site.database.db
    .updateTable('oauthClients')
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .execute()
  for (const retention of assistantRetentions) await site.eraseOld(retention)
  expect(await countClients()).toBe(1)
})

test('a network registers a few an hour', async () => {
  await site.database.db.deleteFrom('counters').execute()
  const statuses: number[] = []
  for (let call = 0; call < 41; call++) statuses.push((await at.register()).status)
  expect(statuses).toEqual([...Array(40).fill(201), 429])
  await site.database.db.deleteFrom('counters').execute()
})

test('the person sees who asks and what for: names that it gives itself, and permissions of their role only', async () => {
  const { query } = await at.ready({ client_name: '<b>Claude</b>', redirect_uris: ['https://evil.example/cb'] })
  const to = { ...query, redirect_uri: 'https://evil.example/cb' }
  const asked = async (staff: SignedIn, scope?: string) => {
    const { permissions } = await (await at.read(staff, { ...to, scope })).json()
    return permissions.map(
      ({ permission, asked: one }: { permission: string; asked: boolean }) => `${one ? '+' : '-'}${permission}`,
    )
  }
  expect(await (await at.read(marketing, to)).json()).toMatchObject({
    name: '<b>Claude</b>',
    host: 'evil.example',
    isLocal: false,
  })
  expect(await asked(marketing)).toEqual(['+staff', '+writeContent', '-writeNewsletters', '-readContacts'])
  expect(await asked(marketing, 'openid offline_access')).toEqual([
    '+staff',
    '+writeContent',
    '-writeNewsletters',
    '-readContacts',
  ])
  expect(await asked(marketing, 'staff readContacts writeNewsletters')).toEqual([
    '+staff',
    '-writeContent',
    '+writeNewsletters',
    '-readContacts',
  ])
  expect(await asked(owner, 'staff manage publish writeSite')).toEqual([
    '+staff',
    '-writeContent',
    '-writeNewsletters',
    '-readContacts',
  ])
  expect(await asked(viewer, 'staff writeContent')).toEqual(['+staff', '-readContacts'])
  // Nothing works without reading.
  expect(await asked(marketing, 'writeNewsletters')).toEqual([
    '+staff',
    '-writeContent',
    '+writeNewsletters',
    '-readContacts',
  ])
  for (const [staff, permissions, status] of [
    [viewer, ['staff', 'writeContent'], 422],
    [owner, ['staff', 'publish'], 422],
    [owner, ['manage'], 422],
    [owner, [], 422],
    [marketing, ['readContacts', 'writeContent'], 422],
    [marketing, ['staff', 'readContacts'], 200],
  ] as const)
    expect([permissions, (await at.approve(staff, to, [...permissions])).status]).toEqual([permissions, status])
})

test('an address that is not exactly the registered one is never answered', sameOnBoth, async () => {
  const uri = 'https://claude.ai/api/callback?from=a'
  const loopback = 'http://localhost/cb'
  const { query } = await at.ready({ redirect_uris: [uri, loopback, redirectUri] })
  const wrong = [
    undefined,
    '',
    'https://claude.ai/api/callback',
    `${uri}&x=1`,
    `${uri}/`,
    `${uri}#`,
    uri.replace('claude', 'CLAUDE'),
    uri.replace('/api', '/API'),
    uri.replace('claude.ai', 'claude.ai:443'),
    uri.replace('claude.ai', 'claude.ai.evil.example'),
    uri.replace('https', 'http'),
    uri.replace('/api/callback', '/api/x/../callback'),
    redirectUri.replace('33418', '33419'),
    redirectUri.replace(':33418', ''),
    redirectUri.replace('127.0.0.1', 'localhost'),
    `${loopback}/`,
    'http://localhost:80x/cb',
    'http://127.0.0.1:4000/cb',
    'https://localhost:4000/cb',
    'http://localhost:4000@evil.example/cb',
    'javascript:alert(1)',
  ]
  for (const redirect_uri of wrong) {
    const to = { ...query, redirect_uri }
    const [read, approved] = [await at.read(marketing, to), await at.approve(marketing, to, ['staff'])]
    const answers = [(await read.json()).code, (await approved.json()).code]
    expect([redirect_uri, ...answers]).toEqual([redirect_uri, 'redirect_not_registered', 'redirect_not_registered'])
  }
  // A program that was registered without a port takes a free one at each start.
  for (const redirect_uri of [uri, loopback, 'http://localhost:4000/cb', redirectUri])
    expect([redirect_uri, (await at.read(marketing, { ...query, redirect_uri })).status]).toEqual([redirect_uri, 200])
  const { back } = await (await at.read(marketing, { ...query, redirect_uri: uri })).json()
  expect(back.startsWith(`${uri}&error=access_denied&`)).toBe(true)
  for (const client_id of [undefined, '', 'nobody', '\0', "' or 1=1"])
    expect((await (await at.read(marketing, { ...query, client_id })).json()).code).toBe('client_unknown')
})

test(
  'a request with a fault is shown to the person, with the address that tells the assistant',
  sameOnBoth,
  async () => {
    const { query } = await at.ready()
    const faults: [object, string][] = [
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ code_challenge: `${createChallenge().challenge}=` }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: undefined }, 'unsupported_response_type'],
      [{ resource: 'https://other.example/api/mcp' }, 'invalid_target'],
      [{ resource: `${publicUrl}.evil.example/api/mcp` }, 'invalid_target'],
      [{ resource: `${publicUrl}/api/mcp/x` }, 'invalid_target'],
      [{ scope: 'manage' }, 'invalid_scope'],
    ]
    for (const [fault, error] of faults) {
      const to = { ...query, ...fault }
      const { refused, back } = await (await at.read(marketing, to)).json()
      const parameters = new URL(back).searchParams
      expect([JSON.stringify(fault), typeof refused, parameters.get('error')]).toEqual([
        JSON.stringify(fault),
        'string',
        error,
      ])
      expect([parameters.get('state'), parameters.get('iss')]).toEqual([query['state'], publicUrl])
      expect((await at.approve(marketing, to, ['staff'])).status).toBe(422)
    }
    const { back } = await (await at.read(marketing, { ...query, state: undefined })).json()
    expect(new URL(back).searchParams.has('state')).toBe(false)
    const twice = `${new URLSearchParams(query as Record<string, string>)}&client_id=other`
    expect((await callAs(site, marketing)('GET', `/api/oauth/request?${twice}`)).status).toBe(400)
  },
)

test('the person confirms their identity, is told by mail, and the log says what happened', sameOnBoth, async () => {
  const { query } = await at.ready({ client_name: 'Draft helper' })
  const ended = { confirmedAt: new Date(Date.now() - 11 * 60_000).toISOString() }
  await site.database.db.updateTable('identitySessions').set(ended).execute()
  const refused = await at.approve(marketing, query, ['staff'])
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'confirm_identity'])
  await site.post('/api/identity/confirm', { password: marketing.password }, { headers: marketing.headers })
  await site.post('/api/identity/confirm', { password: owner.password }, { headers: owner.headers })
  sink.taken.length = 0
  expect((await at.approve(marketing, query, ['staff'])).status).toBe(200)
  await expect.poll(() => sink.taken.map(({ to }) => to)).toEqual([marketing.user.email])
  expect(sink.taken[0]?.source).toContain('Draft helper')
  const { entries } = await (await callAs(site, owner)('GET', '/api/activity')).json()
  expect(entries[0]).toMatchObject({ what: 'Connected an assistant: Draft helper', kind: 'account' })
})

test('a program with a token connects, lists and disconnects no assistant', sameOnBoth, async () => {
  const { headers } = await asToken(site, owner, ['staff', 'writeContent', 'readContacts'])
  const { query } = await at.ready()
  const program = { ...owner, headers }
  const answers = [
    at.read(program, query),
    at.approve(program, query, ['staff']),
    callAs(site, program)('GET', '/api/assistants'),
    callAs(site, program)('DELETE', '/api/assistants/x'),
  ]
  for (const answer of await Promise.all(answers)) expect([answer.url, answer.status]).toEqual([answer.url, 403])
})
