// On both databases: tokens are found by a hash, end by the clock of the database, and count their calls in one statement.
import { Secret, TOTP } from 'otpauth'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Grantable, Role } from '#contract/roles.ts'
import { users } from '#features/users/users.table.ts'
import { insertRow } from '#server/database/rows.ts'
import { actAs } from '#server/identity/acting-as.ts'
import { writeTokenUses } from '#server/identity/token-uses.ts'
import { createSecret } from '#server/identity/tokens.ts'
import { firebaseWithOwnKeys } from '#testing/firebase-tokens.ts'
import { startMailSite } from '#testing/mail-site.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { asToken } from '#testing/tokens.ts'
import { tokenRetentions } from './tokens.server.ts'

let site: TestApp
let owner: SignedIn
let editor: SignedIn
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  ;[owner, editor] = await Promise.all([site.asStaff({ name: 'Priya Nair' }), site.asStaff({ role: 'editor' })])
})
afterAll(() => site.close())

const make = (by: SignedIn, body: object) => callAs(site, by)('POST', '/api/tokens', body)
const made = async (by: SignedIn, body: object) => (await make(by, body)).json()
const listOf = async (by: SignedIn) => (await callAs(site, by)('GET', '/api/tokens')).json()
const withSecret = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } })
const statusOf = async (secret: string, path = '/api/finder?search=x') => {
  const answer = await site.get(path, withSecret(secret))
  return [answer.status, (await answer.json()).code]
}
const text = { excerpt: 'A summary', content: 'Text', category: 'Cloud', author: 'x' }
const works = [200, undefined]
const ended = [401, 'invalid_token']
const inDays = (days: number) => new Date(site.database.clock() + days * 86_400_000).toISOString()

test('a token is shown once and stored as a hash', async () => {
  const answer = await make(owner, { name: ' CRM sync ', permissions: ['readContacts', 'staff'] })
  const { token, ...item } = await answer.json()
  expect([answer.status, token]).toEqual([201, expect.stringMatching(/^atr_[0-9A-Za-z]{49}$/)])
  expect(item).toMatchObject({
    name: 'CRM sync',
    permissions: ['staff', 'readContacts'],
    lost: [],
    owner: { _id: owner.user.id, name: 'Priya Nair' },
    state: 'active',
    calls: 0,
  })
  expect(Date.parse(item.expiresAt) / 86_400_000).toBeCloseTo(site.database.clock() / 86_400_000 + 90, 2)
  expect(await statusOf(token)).toEqual(works)
  expect(JSON.stringify(await listOf(owner))).not.toContain(token)
  const stored = await site.database.db.selectFrom('tokenSecrets').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token.slice(4, 20))
  const { entries } = await (await callAs(site, owner)('GET', '/api/activity')).json()
  expect(entries[0]).toMatchObject({ what: 'Made a token: CRM sync', kind: 'account', by: 'Priya Nair' })
})

test('the person of a new token gets an email that says what it may do', sameOnBoth, async () => {
  const { site: mailing, sink } = await startMailSite({}, { rateLimit: false })
  const person = await mailing.asStaff({ role: 'viewer' })
  await callAs(mailing, person)('POST', '/api/tokens', { name: 'Reports', permissions: ['staff', 'readContacts'] })
  await expect.poll(() => sink.taken.length).toBe(1)
  const { subject, text = '' } = await PostalMime.parse(sink.taken[0]?.source ?? '')
  expect(subject).toContain('A token was made for your account')
  const words = text.replaceAll(/\s+/g, ' ')
  expect(words).toContain('With the token “Reports” a program can act in your name until')
  expect(words).toContain('It may: read content, read contacts.')
})

test.for<[what: string, body: object, path: string]>([
  ['no name', { permissions: ['staff'] }, 'name'],
  ['a blank name', { name: ' \n', permissions: ['staff'] }, 'name'],
  ['no permission', { name: 'x', permissions: [] }, 'permissions'],
  ['a permission that tokens never have', { name: 'x', permissions: ['manage'] }, 'permissions.0'],
  ['a prototype word', { name: 'x', permissions: ['constructor'] }, 'permissions.0'],
  ['a permission beyond the role', { name: 'x', permissions: ['staff', 'readContacts'] }, 'permissions'],
  ['an end that is over', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ['an end in two years', { name: 'x', expiresAt: new Date(Date.now() + 2 * 366 * 86_400_000) }, 'expiresAt'],
  ['an end that is no time', { name: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
])('refuses a token with %s', async ([, body, path]) => {
  const answer = await make(editor, body)
  const { issues } = await answer.json()
  expect([answer.status, issues?.[0]?.path]).toEqual([422, path])
})

test('the end is chosen, and reading is what a token may without a choice', async () => {
  const week = inDays(7)
  expect(await made(editor, { name: 'One', expiresAt: week })).toMatchObject({
    permissions: ['staff'],
    expiresAt: week,
  })
  expect(await made(editor, { name: 'Two', expiresAt: null })).not.toHaveProperty('expiresAt')
})

test('a person has 50 tokens at most, also when they make several at once', async () => {
  const busy = await site.asStaff({ role: 'editor' })
  for (let count = 0; count < 48; count++) await asToken(site, busy, ['staff'])
  const answers = await Promise.all([1, 2, 3, 4].map(() => make(busy, { name: 'Another' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
})

test('others see and delete their own tokens only, owners all', async () => {
  const [mine, theirs] = await Promise.all([asToken(site, editor, ['staff']), asToken(site, owner, ['staff'])])
  const idsOf = async (by: SignedIn) => (await listOf(by)).map(({ _id }: { _id: string }) => _id)
  expect(await idsOf(editor)).toEqual(expect.arrayContaining([mine.id]))
  expect(await idsOf(editor)).not.toContain(theirs.id)
  expect(await idsOf(owner)).toEqual(expect.arrayContaining([mine.id, theirs.id]))
  expect((await callAs(site, editor)('DELETE', `/api/tokens/${theirs.id}`)).status).toBe(404)
  expect(await statusOf(theirs.secret)).toEqual(works)
  expect((await callAs(site, owner)('DELETE', `/api/tokens/${mine.id}`)).status).toBe(200)
  expect(await statusOf(mine.secret)).toEqual(ended)
  expect((await callAs(site, owner)('DELETE', `/api/tokens/${mine.id}`)).status).toBe(404)
})

test('a text that is no whole token of this site is refused, most of them without a query', sameOnBoth, async () => {
  const { secret, id } = await asToken(site, owner, ['staff'])
  const select = vi.spyOn(site.database.db, 'selectFrom')
  const typo = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a')
  const bad = [secret.slice(0, -1), secret.slice(0, 20), typo, `${secret}x`, createSecret('ata_'), createSecret('atf_')]
  for (const text of bad) {
    const answer = await site.get('/api/finder?search=x', withSecret(text))
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    // A bad token is not the same as none.
    expect((await site.get('/api/blogs', withSecret(text))).status).toBe(401)
  }
  expect(select.mock.calls.flat()).not.toContain('tokenSecrets')
  select.mockRestore()
  expect(await statusOf(createSecret('atr_'))).toEqual(ended)
  await site.database.db
    .updateTable('tokens')
    .set({ expiresAt: inDays(-1 / 24) })
    .where('id', '=', id)
    .execute()
  expect(await statusOf(secret)).toEqual(ended)
  expect((await listOf(owner)).find((one: { _id: string }) => one._id === id).state).toBe('expired')
})

test('a token in an address is refused', sameOnBoth, async () => {
  const { secret } = await asToken(site, owner, ['staff'])
  for (const query of [
    `access_token=${secret}`,
    `token=${secret}`,
    `q=${encodeURIComponent(` ${secret}`)}`,
    'access_token=x',
  ]) {
    const answer = await site.get(`/api/blogs?${query}`)
    expect([answer.status, (await answer.json()).code], query).toEqual([400, 'token_in_url'])
  }
})

test('a token has no more than the role of its person at the moment', async () => {
  const person = await site.asStaff({ role: 'marketing' })
  const { secret } = await asToken(site, person, ['staff', 'readContacts'])
  const setRole = (role: Role) => callAs(site, owner)('PUT', `/api/users/${person.user.id}`, { role })
  expect(await statusOf(secret, '/api/contact?limit=1')).toEqual(works)
  await setRole('editor')
  expect(await statusOf(secret, '/api/contact?limit=1')).toEqual([403, 'role_forbidden'])
  expect(await statusOf(secret)).toEqual(works)
  const shown = (await listOf(person)).map(({ lost }: { lost: string[] }) => lost)
  expect(shown).toEqual([['readContacts']])
  await setRole('trainer')
  expect(await statusOf(secret)).toEqual([403, 'role_forbidden'])
})

test('a token ends for good with the access of its person', async () => {
  const person = await site.asStaff({ role: 'editor' })
  const { secret, id } = await asToken(site, person, ['staff'])
  const setActive = (active: boolean) => callAs(site, owner)('PUT', `/api/users/${person.user.id}`, { active })
  await setActive(false)
  expect(await statusOf(secret)).toEqual(ended)
  await setActive(true)
  expect(await statusOf(secret)).toEqual(ended)
  expect((await listOf(owner)).find((one: { _id: string }) => one._id === id).state).toBe('ended')
  const other = await asToken(site, person, ['staff'])
  await callAs(site, owner)('DELETE', `/api/users/${person.user.id}`)
  expect(await statusOf(other.secret)).toEqual(ended)
})

test(
  'a second factor that is required later does not end tokens, but nobody makes one without it',
  sameOnBoth,
  async () => {
    const { secret } = await asToken(site, editor, ['staff'])
    const rule = (requireSecondFactor: boolean) =>
      callAs(site, owner)('PUT', '/api/settings/sign-in', { requireSecondFactor })
    const { secret: code } = await (await site.post('/api/identity/second-factor', {}, owner)).json()
    const totp = new TOTP({ secret: Secret.fromBase32(code) })
    await site.post('/api/identity/second-factor/confirm', { code: totp.generate() }, owner)
    expect((await rule(true)).status).toBe(200)
    expect((await make(editor, { name: 'x' })).status).toBe(403)
    expect(await statusOf(secret)).toEqual(works)
    await rule(false)
  },
)

test('the history and the activity log name the token, and nothing outside does', async () => {
  const { secret } = await asToken(site, owner, ['staff', 'writeContent', 'publish'], 'CRM sync')
  const by = { ...owner, headers: { authorization: `Bearer ${secret}` } }
  const post = {
    title: 'By a program',
    slug: 'by-a-program',
    ...text,
    published: true,
  }
  const created = await callAs(site, by)('POST', '/api/blogs', post)
  expect(created.status).toBe(201)
  const { _id, updatedBy, author } = await created.json()
  const name = 'Priya Nair by token CRM sync'
  expect([updatedBy, author.name]).toEqual([name, 'Priya Nair'])
  const { revisions } = await (await callAs(site, by)('GET', `/api/blogs/${_id}/revisions`)).json()
  expect(revisions[0].by).toBe(name)
  expect(await (await site.get('/api/blogs/by-a-program')).text()).not.toContain('CRM')
  const { entries } = await (await callAs(site, owner)('GET', '/api/activity')).json()
  expect(entries[0]).toMatchObject({ what: 'Created blog post “By a program”', by: name, byId: owner.user.id })
  await callAs(site, by)('GET', '/api/tokens')
  const later = await (await callAs(site, owner)('GET', '/api/activity?kind=refusal')).json()
  expect(later.entries[0]).toMatchObject({ by: name, byId: owner.user.id })
})

test('a token that only writes drafts changes nothing public', sameOnBoth, async () => {
  const { secret } = await asToken(site, owner, ['staff', 'writeContent'])
  const call = callAs(site, { ...owner, headers: { authorization: `Bearer ${secret}` } })
  const post = { title: 'A draft', slug: 'a-draft', ...text }
  const refused = await call('POST', '/api/blogs', { ...post, published: true })
  expect([refused.status, (await refused.json()).message]).toEqual([
    403,
    'This token can only change drafts. Ask for a review to publish.',
  ])
  expect((await call('POST', '/api/blogs', { ...post, published: false })).status).toBe(201)
})

test('uses are counted by day and written together, and old ones go', async () => {
  const { secret, id, headers } = await asToken(site, editor, ['staff'])
  await Promise.all(Array.from({ length: 5 }, () => site.get('/api/finder?search=x', { headers })))
  await statusOf(secret, '/api/contact')
  const itemNow = async () => (await listOf(editor)).find((one: { _id: string }) => one._id === id)
  // The list answers without the counts that cannot be written, and they stay.
  vi.spyOn(site.database, 'transaction').mockRejectedValueOnce(new Error('fault'))
  expect(await itemNow()).toMatchObject({ calls: 0 })
  expect(await itemNow()).toMatchObject({ calls: 6, lastUsedFrom: '127.0.0.1', lastUsedAt: expect.any(String) })
  await site.get('/api/finder?search=x', { headers })
  await Promise.all([writeTokenUses(site), writeTokenUses(site)])
  const uses = site.database.db.selectFrom('tokenUses').select('count').where('tokenId', '=', id)
  expect(await uses.execute()).toEqual([{ count: 7 }])
  const [calls, tokens] = tokenRetentions as [(typeof tokenRetentions)[0], (typeof tokenRetentions)[0]]
  await site.database.db.updateTable('tokenUses').set({ day: '2020-01-01' }).where('tokenId', '=', id).execute()
  expect(await site.eraseOld(calls)).toBe(1)
  await site.database.db
    .updateTable('tokens')
    .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  expect(await site.eraseOld(tokens)).toBe(1)
})

test('a token works with accounts at Firebase', sameOnBoth, async () => {
  const { settings, identity } = await firebaseWithOwnKeys()
  const other = await startTestApp({ rateLimit: false, identity: settings }, { identity })
  const person = { name: 'Asha Rao', email: 'asha@example.com', active: true, role: 'owner' as const }
  const user = await other.database.transaction((trx) =>
    insertRow(trx, users, {
      ...person,
      firebaseUid: 'asha',
      profileId: undefined,
      signedOutAt: undefined,
      firstStepsDismissedAt: undefined,
    }),
  )
  const { headers } = await asToken(other, { user }, ['staff'])
  expect((await other.get('/api/finder?search=x', { headers })).status).toBe(200)
  await other.close()
})

test('a token has a limit of its own, and the answer says when to go on', sameOnBoth, async () => {
  const limited = await startTestApp({ rateLimit: true })
  const person = await limited.asStaff()
  const [one, another] = [await asToken(limited, person, ['staff']), await asToken(limited, person, ['staff'])]
  const statuses = async (times: number, init: RequestInit, path: string) => {
    const answers = []
    for (let count = 0; count < times; count++) answers.push(await limited.get(path, init))
    return answers
  }
  // Each counts, also one without the words to find.
  const last = (await statuses(301, one, '/api/finder')).at(-1)
  expect([last?.status, Number(last?.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(last?.headers.get('x-ratelimit-limit')).toBe('300')
  const [other] = await statuses(1, another, '/api/finder?search=x')
  expect([other?.status, other?.headers.get('x-ratelimit-remaining')]).toEqual([200, '299'])
  const writes = await statuses(121, { ...another, method: 'POST' }, '/api/remarks')
  expect([writes[119]?.status === 429, writes[120]?.status]).toEqual([false, 429])
  await limited.close()
})

test('the process acts for a caller with the few permissions of tools, and nobody else can', sameOnBoth, async () => {
  const { secret, id } = await asToken(site, owner, ['staff', 'writeContent', 'publish', 'writeSite'])
  const row = site.database.db.selectFrom('users').select('profileId').where('id', '=', owner.user.id)
  const { profileId } = await row.executeTakeFirstOrThrow()
  const caller = { ...owner.user, uid: owner.user.firebaseUid ?? '', profileId: profileId ?? '' }
  const granted: Grantable[] = ['staff', 'writeContent', 'publish', 'writeSite']
  const via = { id, kind: 'assistant' as const, name: 'Claude' }
  const headers = actAs({ ...caller, role: 'owner' as never, via, granted })
  const inject = (
    url: string,
    given: Record<string, string> = headers,
    method: 'GET' | 'POST' | 'PUT' = 'GET',
    payload?: object,
  ) => site.app.inject({ url, method, headers: given, ...(payload && { payload }) })
  expect((await inject('/api/finder?search=x')).statusCode).toBe(200)
  expect((await inject('/api/contact')).statusCode).toBe(403)
  const post = { title: 'By Claude', slug: 'by-claude', ...text }
  expect((await inject('/api/blogs', headers, 'POST', { ...post, published: true })).statusCode).toBe(403)
  const draft = await inject('/api/blogs', headers, 'POST', { ...post, published: false })
  expect([draft.statusCode, draft.json().updatedBy]).toEqual([201, 'Claude for Priya Nair'])
  expect((await inject('/api/settings/about', headers, 'PUT', {})).statusCode).toBe(403)
  // An open call answers as for staff, not from the cache of visitors.
  expect((await inject('/api/blogs/by-claude')).statusCode).toBe(200)
  const { authorization = '' } = headers
  const guesses = [
    'Acting x',
    `Acting ${'A'.repeat(43)}`,
    authorization.slice(0, -1),
    'Acting __proto__',
    `Bearer ${authorization.slice(7)}`,
  ]
  for (const guess of guesses)
    expect((await inject('/api/finder', { authorization: guess })).statusCode, guess).toBe(401)
  expect((await site.get('/api/finder?search=x', withSecret(secret))).status).toBe(200)
})
