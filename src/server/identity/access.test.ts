import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#features/users/users.table.ts'
import { insertRow } from '#server/database/rows.ts'
import { firebaseWithOwnKeys } from '#testing/firebase-tokens.ts'
import { callsOf, onlyEmbedded, sortByAccess, tryEach } from '#testing/route-access.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { firebaseIdentity } from './firebase.ts'

const send = (site: TestApp, route: string, authorization?: string) => {
  const [method = '', path = ''] = route.split(' ')
  return site.get(path.replace(/:\w+/g, 'x'), { method, headers: authorization === undefined ? {} : { authorization } })
}

const accessOf = (site: TestApp) => sortByAccess(callsOf(site))
const withoutSigningOut = (routes: string[]) => routes.filter((route) => !route.endsWith('everywhere'))

const complete = process.env['TEST_ALL'] !== 'false'

const statusWith = async (site: TestApp, authorization: string) =>
  (await site.get('/api/users', { headers: { authorization } })).status

/**
 * The staff's calls refuse, and so do the open ones: a bad token is not the same as none.
 * @param atEach false looks at one call: one hook reads the tokens of all, so `npm test` tries a few tokens at each, and `npm test -- --all` every one
 */
async function expectRefused(site: TestApp, authorization: string, status: 401 | 403, atEach = complete) {
  const { staff, open } = accessOf(site)
  const refused = async (route: string) => {
    const answer = await send(site, route, authorization)
    expect(answer.status, route).toBe(status)
    expect(Object.keys(await answer.json()), route).toEqual(['message', 'code'])
    expect(answer.headers.get('cache-control'), route).toBe('no-store')
  }
  await tryEach(atEach ? [...staff, ...open] : ['GET /api/users'], refused)
}

const lookAlikes = [
  'a@evil-example.com',
  'a@example.com.evil.org',
  'a@sub.example.com',
  'a@example.co',
  'a@examplexcom',
  'a@evil.org@example.com',
  '@example.com',
  'example.com',
]

describe('embedded accounts', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp({ rateLimit: false })
  })
  afterAll(() => site.close())

  test('has every call that is listed as public or open', () => {
    const access = accessOf(site)
    expect(callsOf(site)).toEqual(expect.arrayContaining([...access.public, ...access.open]))
  })

  test('documents which calls need a token', async () => {
    const { paths, components } = await (await site.get('/api/openapi.json', await site.asStaff())).json()
    for (const scheme of [components.securitySchemes.session, components.securitySchemes.token])
      expect(scheme).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const route of accessOf(site).staff) {
      const [method = '', path = ''] = route.split(' ')
      const { security } = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      expect(Object.keys(Object.assign({}, ...security)), route).toContain('session')
      expect(security, route).not.toContainEqual({})
    }
    expect(paths['/api/contact'].post.security).toEqual([])
    expect(paths['/api/blogs'].get.security).toEqual([{}, { session: [] }, { token: [] }])
  })

  test('without a token, answers the calls that are listed as public or open', async () => {
    const access = accessOf(site)
    for (const route of [...access.open, ...access.public]) {
      const expected = route.endsWith('/session') ? [401] : [200, 202, 204, 400, 404, 415, 422]
      expect(expected, route).toContain((await send(site, route)).status)
    }
  })

  const refusedTokens = [
    ['an empty header', ''],
    ['a header without a token', 'Bearer'],
    ['garbage', 'Bearer garbage'],
    ['another scheme', `Basic ${Buffer.from('admin:admin').toString('base64')}`],
    ['a token beyond ASCII', 'Bearer é'],
    ['an unknown token', `Bearer ${'A'.repeat(43)}`],
    [
      'a token without a signature',
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.`,
    ],
  ] as const
  test('refuses invalid tokens, and an unknown one at every call', async () => {
    for (const [name, authorization] of refusedTokens) {
      expect([name, await statusWith(site, authorization)]).toEqual([name, 401])
      await expectRefused(site, authorization, 401)
    }
    await expectRefused(site, `Bearer ${'A'.repeat(43)}`, 401, true)
  })

  test('refuses an expired session', async () => {
    const { headers, user } = await site.asStaff()
    const ended = { expiresAt: new Date(Date.now() - 1).toISOString() }
    await site.database.db
      .updateTable('identitySessions')
      .set(ended)
      .where('userId', '=', String(user.firebaseUid))
      .execute()
    await expectRefused(site, headers.authorization, 401, true)
  })

  test('refuses a session that was signed out', async () => {
    const { headers } = await site.asStaff()
    await site.post('/api/identity/sign-out', {}, { headers })
    await expectRefused(site, headers.authorization, 401)
  })

  test('refuses a deleted user', async () => {
    const { headers, user } = await site.asStaff()
    await site.database.db.deleteFrom('users').where('id', '=', user.id).execute()
    await expectRefused(site, headers.authorization, 403, true)
  })

  test('refuses addresses of other companies, and one of them at every call', async () => {
    const addresses = lookAlikes.filter((email) => /^[^@]+@[^@]+$/.test(email))
    for (const email of addresses) {
      const { headers } = await site.asStaff({ email })
      expect([email, await statusWith(site, headers.authorization)]).toEqual([email, 403])
      await expectRefused(site, headers.authorization, 403)
    }
    const { headers } = await site.asStaff({ email: 'b@evil-example.com' })
    await expectRefused(site, headers.authorization, 403, true)
  })
})

describe('accounts at Firebase', () => {
  let site: TestApp
  let firebase: Awaited<ReturnType<typeof firebaseWithOwnKeys>>
  beforeAll(async () => {
    firebase = await firebaseWithOwnKeys()
    site = await startTestApp({ rateLimit: false, identity: firebase.settings }, { identity: firebase.identity })
    await addUser('asha', 'asha@example.com')
  })
  afterAll(() => site.close())

  const addUser = (firebaseUid: string | undefined, email: string, active = true) =>
    site.database.transaction((trx) =>
      insertRow(trx, users, { firebaseUid, email, name: 'Asha Rao', active, role: 'owner' }),
    )
  const call = async (token: string | Promise<string>) => statusWith(site, `Bearer ${await token}`)

  test('leaves to Firebase the calls about passwords, accounts and sessions, and has all others', async () => {
    const embedded = await startTestApp()
    expect(callsOf(site)).toEqual(callsOf(embedded).filter((route) => !onlyEmbedded.test(route)))
    await embedded.close()
  })

  test('accepts a valid token, whatever the case of its address', async () => {
    const token = await firebase.sign('asha', 'Asha@EXAMPLE.com')
    for (const route of withoutSigningOut(accessOf(site).staff))
      expect([401, 403], route).not.toContain((await send(site, route, `Bearer ${token}`)).status)
  })

  test('asks for a sign-in of the last ten minutes where a role is raised', async () => {
    const { id } = await addUser('raised', 'raised@example.com')
    await site.database.db.updateTable('users').set({ role: 'viewer' }).where('id', '=', id).execute()
    const raise = async (secondsAgo: number) => {
      const token = await firebase.sign('asha', 'asha@example.com', { auth_time: firebase.now - secondsAgo })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await site.get(`/api/users/${id}`, { method: 'PUT', headers, body: '{"role":"sales"}' })
      return [answer.status, (await answer.json()).code]
    }
    expect([await raise(700), await raise(60)]).toEqual([
      [403, 'confirm_identity'],
      [200, undefined],
    ])
  })

  test('refuses invalid tokens, and an expired one at every call', async () => {
    const { sign, unsigned, now } = firebase
    const [email, uid] = ['asha@example.com', 'asha']
    const [head, body, signature = ''] = (await sign(uid, email)).split('.')
    const tokens = {
      garbage: 'a.b.c',
      'alg none': unsigned(uid, email, 'none'),
      'alg None': unsigned(uid, email, 'None'),
      'alg HS256': `${unsigned(uid, email, 'HS256')}${signature}`,
      'another key': await sign(uid, email, {}, { foreign: true }),
      'an unknown key': await sign(uid, email, {}, { kid: 'two' }),
      'another body': `${head}.${Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(body ?? '', 'base64url').toString()), sub: 'other' })).toString('base64url')}.${signature}`,
      expired: await sign(uid, email, { exp: now - 1 }),
      'no end': await sign(uid, email, { exp: undefined }),
      'another issuer': await sign(uid, email, { iss: 'https://securetoken.google.com/other' }),
      'another audience': await sign(uid, email, { aud: 'other' }),
      nobody: await sign('', email),
      'no address': await sign(uid, email, { email: undefined }),
      'no sign-in': await sign(uid, email, { auth_time: undefined }),
    }
    for (const [what, token] of Object.entries(tokens)) expect([what, await call(token)]).toEqual([what, 401])
    for (const token of [tokens['alg none'], tokens['another key']]) await expectRefused(site, `Bearer ${token}`, 401)
    await expectRefused(site, `Bearer ${tokens.expired}`, 401, true)
  })

  test('refuses strangers, look-alikes and the deleted; the deactivated and an address of another company at every call', async () => {
    await expectRefused(site, `Bearer ${await firebase.sign('stranger', 'stranger@example.com')}`, 403)
    for (const email of lookAlikes) expect([email, await call(firebase.sign('asha', email))]).toEqual([email, 403])
    await expectRefused(site, `Bearer ${await firebase.sign('asha', 'a@evil-example.com')}`, 403, true)
    const { id } = await addUser('leaver', 'leaver@example.com')
    const token = await firebase.sign('leaver', 'leaver@example.com')
    expect(await call(token)).toBe(200)
    await site.database.db.updateTable('users').set({ active: false }).where('id', '=', id).execute()
    await expectRefused(site, `Bearer ${token}`, 403, true)
    await site.database.db.deleteFrom('users').where('id', '=', id).execute()
    await expectRefused(site, `Bearer ${token}`, 403)
  })

  test('gives the first administrator to the account whose address Firebase has verified', async () => {
    await addUser(undefined, 'first@example.com')
    expect(await call(firebase.sign('impostor', 'first@example.com', { email_verified: false }))).toBe(403)
    expect(await call(firebase.sign('impostor', 'first@example.com', { email_verified: 'true' }))).toBe(403)
    expect(await call(firebase.sign('first', 'First@example.com'))).toBe(200)
    expect(await call(firebase.sign('second', 'first@example.com'))).toBe(403)
    expect(await call(firebase.sign('first', 'first@example.com', { email_verified: false }))).toBe(200)
  })

  test('does not call a token invalid while Google cannot be asked', async () => {
    const unreachable = firebaseIdentity(firebase.settings, () => Promise.reject(new TypeError('fetch failed')))
    const token = await firebase.sign('asha', 'asha@example.com')
    await expect(unreachable.verify(token)).rejects.toMatchObject({ status: 503 })
    expect(await unreachable.verify('garbage')).toBeNull()
  })

  test('ends tokens that Firebase still accepts, by signing out everywhere', async () => {
    await addUser('roamer', 'roamer@example.com')
    const token = await firebase.sign('roamer', 'roamer@example.com')
    await site.post('/api/identity/sign-out-everywhere', {}, { headers: { authorization: `Bearer ${token}` } })
    await expectRefused(site, `Bearer ${token}`, 401)
    expect(
      await call(firebase.sign('roamer', 'roamer@example.com', { auth_time: Math.floor(Date.now() / 1000) })),
    ).toBe(200)
  })

  test('locks no one out by signing out everywhere while the clock was ahead', async () => {
    const { id } = await addUser('early', 'early@example.com')
    const token = await firebase.sign('early', 'early@example.com')
    await site.database.db
      .updateTable('users')
      .set({ signedOutAt: new Date(Date.now() + 48 * 3_600_000).toISOString() })
      .where('id', '=', id)
      .execute()
    expect(await call(token)).toBe(401)
    expect(await call(firebase.sign('early', 'early@example.com', { auth_time: Math.floor(Date.now() / 1000) }))).toBe(
      200,
    )
  })
})
