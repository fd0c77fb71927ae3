import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Account, clientOfTests, type SignInProvider, startSignInProvider } from '#testing/sign-in-provider.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

const publicUrl = 'https://www.example.com'
const path = '/api/identity/provider'

let provider: SignInProvider
let site: TestApp
beforeAll(async () => {
  provider = await startSignInProvider(`${publicUrl}${path}/callback`)
  const settings = { issuer: provider.issuer, name: 'Acme ID', ...clientOfTests }
  site = await startTestApp({ rateLimit: false, publicUrl, identity: { kind: 'embedded', provider: settings } })
})
beforeEach(() => {
  provider.works = true
  provider.emailInToken = false
  provider.forge = null
  provider.repeats = false
})
afterAll(async () => {
  await site.close()
  await provider.close()
})

/** A browser with its cookies, of the site and of the provider. */
function openBrowser() {
  const jars = new Map<string, Map<string, string>>()

  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const isSite = address.startsWith(publicUrl)
    const jar = jars.get(new URL(address).host) ?? new Map<string, string>()
    jars.set(new URL(address).host, jar)
    const headers = { ...init.headers, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    const answer = isSite
      ? await site.get(address.slice(publicUrl.length), { ...init, headers })
      : await fetch(address, { redirect: 'manual', ...init, headers })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }

  /** Follows the redirects up to an address that begins with the given one. */
  async function follow(address: string, until: string): Promise<string> {
    let next = address
    for (let hops = 0; hops < 10 && !next.startsWith(until); hops++) {
      const answer = await request(next)
      const to = answer.headers.get('location')
      if (to === null) throw new Error(`${next} answered ${answer.status}: ${await answer.text()}`)
      next = new URL(to, next).href
    }
    return next
  }

  return {
    request,
    jars,
    /** Presses the link of the sign-in screen. @returns the address at the provider */
    begin: () => follow(`${publicUrl}${path}`, provider.issuer),
    /** Signs in at the provider. @returns the address of the callback */
    signInThere: (address: string) => follow(address, `${publicUrl}${path}/callback`),
    /** @returns the result for the screen */
    comeBack: async (address: string) =>
      new URLSearchParams((await follow(address, `${publicUrl}/#`)).split('?')[1]).get('provider'),
    take: (given: object = {}) =>
      request(`${publicUrl}${path}/sign-in`, {
        method: 'POST',
        body: JSON.stringify(given),
        headers: { 'content-type': 'application/json' },
      }),
  }
}
type TestBrowser = ReturnType<typeof openBrowser>

const accountOf = ({ user }: SignedIn, more: Partial<Account> = {}): Account => ({
  email: user.email,
  email_verified: true,
  ...more,
})
/** A whole sign-in, up to the result for the screen. */
async function signInAs(person: Account | null, browser: TestBrowser = openBrowser()) {
  provider.person = person
  return browser.comeBack(await browser.signInThere(await browser.begin()))
}
const lastActivity = async () =>
  (
    await site.database.db
      .selectFrom('activity')
      .select(['kind', 'what', 'by'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  )[0]

test('the sign-in screen reports an unreachable provider, and the next sign-in asks it again', async () => {
  const settings = await (await site.get('/api/identity')).json()
  expect(settings).toEqual({ kind: 'embedded', domain: 'example.com', canMail: false, provider: 'Acme ID' })
  provider.works = false
  const refused = await site.get(path)
  expect([refused.status, refused.headers.get('location')]).toEqual([302, '/#/admin/login?provider=unreachable'])
  expect(refused.headers.getSetCookie()).toEqual([])
  provider.works = true
  expect((await site.get(path)).headers.get('location')).toMatch(`${provider.issuer}/auth?`)
})

test.each([true, false])(
  'signs in a person confirmed by the provider (address in the token: %s)',
  async (emailInToken) => {
    provider.emailInToken = emailInToken
    const staff = await site.asStaff({ name: 'Meera Kulkarni' })
    const browser = openBrowser()
    provider.person = accountOf(staff, { email: staff.user.email.toUpperCase() })
    const there = new URL(await browser.begin())
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}${path}/callback`,
    })
    const callback = await browser.signInThere(there.href)
    const answer = await browser.request(callback)
    expect(answer.headers.get('location')).toBe('/#/admin/login?provider=confirmed')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^atrium-sign-in=\S+; Max-Age=60; Path=\/api\/identity\/provider; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    const [, cookie = ''] = /=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? []

    const taken = await browser.take({ device: 'a secret of this browser' })
    expect(taken.status).toBe(200)
    const { token, user } = await taken.json()
    expect(user).toMatchObject({ email: staff.user.email, name: 'Meera Kulkarni' })
    expect((await site.get('/api/users', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect(await lastActivity()).toMatchObject({ kind: 'sign-in', by: 'Meera Kulkarni', what: 'Signed in' })

    // If all staff need a second factor, the provider's sign-in counts as one.
    const owner = await site.asStaff()
    const own = site.database.db.updateTable('identitySessions').set({ secondFactor: 'code' })
    await own.where('userId', '=', owner.user.firebaseUid ?? '').execute()
    const require = (requireSecondFactor: boolean) =>
      callAs(site, owner)('PUT', '/api/settings/sign-in', { requireSecondFactor })
    const users = async (headers: object) => (await site.get('/api/users', { headers: { ...headers } })).status
    expect((await require(true)).status).toBe(200)
    expect([await users({ authorization: `Bearer ${token}` }), await users(staff.headers)]).toEqual([200, 403])
    expect((await require(false)).status).toBe(200)

    // Neither the cookie nor the code work twice, nor for the link of a mail.
    expect((await browser.take()).status).toBe(422)
    const headers = { cookie: `atrium-sign-in=${cookie}`, 'content-type': 'application/json' }
    expect((await site.get(`${path}/sign-in`, { method: 'POST', body: '{}', headers })).status).toBe(422)
    expect(await browser.comeBack(callback)).toBe('ended')
    const [unsigned = ''] = cookie.split('.')
    expect((await site.post('/api/identity/sign-in/confirm', { token: unsigned })).status).toBe(422)
  },
)

test('lets in only enabled staff with a verified address of the company', async () => {
  const [staff, disabled] = [await site.asStaff(), await site.asStaff({ name: 'Ravi Deshpande' })]
  await site.database.db.updateTable('users').set({ active: false }).where('id', '=', disabled.user.id).execute()
  expect(await signInAs(accountOf(staff, { email_verified: false }))).toBe('unverified')
  expect(await signInAs({ email_verified: true } as Account)).toBe('unverified')
  expect(await signInAs(accountOf(staff, { email: 'boss@example.com.evil.org' }))).toBe('domain')
  const outside = await site.asStaff({ email: 'guest@evil-example.com' })
  expect(await signInAs(accountOf(outside))).toBe('domain')
  expect(await signInAs({ email: 'nobody@example.com', email_verified: true })).toBe('no-access')
  const browser = openBrowser()
  expect(await signInAs(accountOf(disabled), browser)).toBe('no-access')
  expect(await lastActivity()).toMatchObject({
    by: 'Ravi Deshpande',
    what: expect.stringMatching(/^Refused: a sign-in/),
  })
  expect((await browser.take()).status).toBe(422)
  expect(await signInAs(null)).toBe('cancelled')

  // A person who loses access before fetching the session gets none.
  const late = openBrowser()
  expect(await signInAs(accountOf(staff), late)).toBe('confirmed')
  await site.database.db.updateTable('users').set({ active: false }).where('id', '=', staff.user.id).execute()
  expect((await late.take()).status).toBe(403)
})

test('refuses an answer that belongs to no sign-in of this browser', async () => {
  provider.person = accountOf(await site.asStaff())
  const victim = openBrowser()
  const attacker = openBrowser()
  const own = await attacker.signInThere(await attacker.begin())
  // An address sent by an attacker, with and without an own sign-in.
  expect(await victim.comeBack(own)).toBe('ended')
  await victim.begin()
  expect(await victim.comeBack(own)).toBe('ended')

  /** A sign-in at whose beginning, or at whose end, a part of the address was changed. */
  const changed = async (change: { there?: [string, string]; back?: [string, string] }) => {
    const browser = openBrowser()
    const there = new URL(await browser.begin())
    if (change.there) there.searchParams.set(...change.there)
    const back = new URL(await browser.signInThere(there.href))
    if (change.back) back.searchParams.set(...change.back)
    return browser.comeBack(back.href)
  }
  expect(await changed({})).toBe('confirmed')
  expect(await changed({ there: ['nonce', 'of-another-sign-in'] })).toBe('ended')
  expect(await changed({ there: ['state', 'of-another-sign-in'] })).toBe('ended')
  expect(await changed({ there: ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'] })).toBe('ended')
  expect(await changed({ back: ['state', 'of-another-sign-in'] })).toBe('ended')
  expect(await changed({ back: ['code', 'made-up'] })).toBe('ended')
  expect(await changed({ back: ['iss', 'https://evil.example'] })).toBe('ended')

  const forged = { headers: { cookie: 'atrium-sign-in=made-up.0.AAAAAAAAAAAAAAAAAAAAAA' } }
  expect((await site.get(`${path}/callback?code=x&state=x`, forged)).headers.get('location')).toMatch(/=ended$/)
})

test('an answer that the provider gives twice signs in once', async () => {
  provider.person = accountOf(await site.asStaff())
  provider.repeats = true
  const [browser, copy] = [openBrowser(), openBrowser()]
  const callback = await browser.signInThere(await browser.begin())
  for (const [host, jar] of browser.jars) copy.jars.set(host, new Map(jar))
  expect([await browser.comeBack(callback), await copy.comeBack(callback)]).toEqual(['confirmed', 'ended'])
  expect([(await browser.take()).status, (await copy.take()).status]).toEqual([200, 422])
})

test('refuses an ID token that the provider has not signed with a key that it publishes', async () => {
  const person = accountOf(await site.asStaff())
  const other = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(other.publicKey)
  const sign = (header: object, by: CryptoKey | Uint8Array) => (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(by)
  const secret = new TextEncoder().encode(clientOfTests.clientSecret)
  const forgeries: Record<string, NonNullable<SignInProvider['forge']>> = {
    'alg none': (claims) => new UnsecuredJWT(claims).encode(),
    'HS256 with the secret of the client': sign({ alg: 'HS256' }, secret),
    'a foreign key': (claims, { kid }) => sign({ kid }, other.privateKey)(claims),
    'a key of its own': sign({ jwk, kid: 'own' }, other.privateKey),
    'a key at an address': sign({ jku: 'https://evil.example/keys', kid: 'own' }, other.privateKey),
    'no signature': async (claims, { kid, privateKey }) =>
      (await sign({ kid }, privateKey)(claims)).replace(/[^.]+$/, ''),
    'issued tomorrow': ({ iat = 0, exp = 0, ...claims }, { kid, privateKey }) =>
      sign({ kid }, privateKey)({ ...claims, iat: iat + 86_400, exp: exp + 2 * 86_400 }),
  }
  for (const [what, forge] of Object.entries(forgeries)) {
    provider.forge = forge
    expect([what, await signInAs(person)]).toEqual([what, 'ended'])
  }
  provider.forge = (claims, { kid, privateKey }) => sign({ kid }, privateKey)(claims)
  expect(await signInAs(person)).toBe('confirmed')

  // A new key is fetched; the library asks for unknown ones once a minute.
  await provider.changeKey()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await signInAs(person)).toBe('confirmed')
})

test('a person confirms their identity by signing in with the provider again', async () => {
  const [staff, other] = [await site.asStaff(), await site.asStaff()]
  const browser = openBrowser()
  provider.person = accountOf(staff)
  await browser.comeBack(await browser.signInThere(await browser.begin()))
  const { token } = await (await browser.take()).json()
  const session = { authorization: `Bearer ${token}` }
  const asks = async (headers: Record<string, string> = session) =>
    (await site.post('/api/users/invitations', {}, { headers })).status === 403
  // This provider only sends the time of the sign-in on request.
  expect(await asks()).toBe(true)

  const begin = async (by: TestBrowser, headers: Record<string, string> = session) => {
    const answer = await by.request(`${publicUrl}${path}/confirm`, { method: 'POST', headers })
    return new URL((await answer.json()).address)
  }
  const address = await begin(browser)
  expect([address.searchParams.get('prompt'), address.searchParams.get('max_age')]).toEqual(['login', '0'])
  /** Signs in once more. @returns the result for the tab */
  const confirm = async (by = browser, headers = session) =>
    by.comeBack(await by.signInThere((await begin(by, headers)).href))
  const stale = (ago: number) => {
    provider.forge = (claims, { kid, privateKey }) =>
      new SignJWT({ ...claims, auth_time: Number(claims.iat) - ago })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey)
  }
  stale(700)
  expect([await confirm(), await asks()], 'signed in there too long ago').toEqual(['ended', true])
  provider.forge = ({ auth_time: _, ...claims }, { kid, privateKey }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
  expect([await confirm(), await asks()], 'does not say when').toEqual(['ended', true])
  provider.forge = null
  browser.jars.delete(new URL(provider.issuer).host)
  provider.person = accountOf(other)
  expect([await confirm(), await asks()], 'someone else').toEqual(['other-person', true])
  browser.jars.delete(new URL(provider.issuer).host)
  provider.person = accountOf(staff)
  // Without the cookie of the browser that began, nothing is confirmed.
  expect(await openBrowser().comeBack(await browser.signInThere((await begin(browser)).href))).toBe('ended')
  expect(await asks()).toBe(true)
  expect([await confirm(), await asks()]).toEqual(['confirmed', false])

  // Only this session; and not one that has ended meanwhile.
  const ended = (await begin(browser)).href
  await site.post('/api/identity/sign-out', {}, { headers: session })
  expect(await browser.comeBack(await browser.signInThere(ended))).toBe('other-person')
  expect((await site.post(`${path}/confirm`, {})).status).toBe(401)

  // A recent sign-in at the provider is sufficient.
  stale(60)
  expect(await signInAs(accountOf(staff), browser)).toBe('confirmed')
  expect(await asks({ authorization: `Bearer ${(await (await browser.take()).json()).token}` })).toBe(false)
})
