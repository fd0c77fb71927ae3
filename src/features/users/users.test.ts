import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import type { User } from './users.contract.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff({ name: 'Asha Rao', email: 'asha@example.com' })
})
afterAll(() => site.close())

const call = (method: string, path: string, body?: unknown, by = staff) =>
  site.get(path, {
    method,
    headers: { ...by.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  })
const json = async (answer: Promise<Response>) => (await answer).json()
const password = 'seven lamps on the quay'

/** Invites a colleague as the screen does. */
async function invite(name: string, email: string): Promise<User> {
  const { uid } = await json(call('POST', '/api/identity/accounts', { name, email, password }))
  const answer = await call('POST', '/api/users', { firebaseUid: uid, name, email })
  expect(answer.status).toBe(201)
  return answer.json()
}
const signIn = (email: string, given = password) => site.post('/api/identity/sign-in', { email, password: given })

describe('the list', () => {
  test('lists the users without anything about their passwords', async () => {
    const users: User[] = await json(call('GET', '/api/users'))
    expect(users).toEqual([
      {
        _id: staff.user.id,
        firebaseUid: staff.user.firebaseUid,
        name: 'Asha Rao',
        email: 'asha@example.com',
        active: true,
        role: 'owner',
        secondFactor: false,
        createdAt: staff.user.createdAt,
      },
    ])
  })

  test('is searched by name and address, and paged', async () => {
    await invite('Vikram Iyer', 'vikram@example.com')
    const part = await call('GET', '/api/users?search=IYER&limit=5')
    expect(part.headers.get('x-total-count')).toBe('1')
    expect((await part.json()).map(({ name }: User) => name)).toEqual(['Vikram Iyer'])
    expect(await json(call('GET', '/api/users?search=asha%40'))).toHaveLength(1)
    expect(await json(call('GET', '/api/users?search=%25'))).toHaveLength(0)
    expect(await json(call('GET', '/api/users?status=inactive'))).toHaveLength(0)
    const page = await call('GET', '/api/users?page=2&limit=1')
    expect(page.headers.get('x-total-count')).toBe('2')
    expect(await page.json()).toHaveLength(1)
  })

  test('is filtered by status, and empty for a status that does not exist', async () => {
    const { _id } = await invite('Kiran Shah', 'kiran@example.com')
    expect((await call('PUT', `/api/users/${_id}`, { active: false })).status).toBe(200)
    const names = async (status: string) =>
      (await json(call('GET', `/api/users?status=${status}`))).map(({ name }: User) => name)
    expect(await names('inactive')).toEqual(['Kiran Shah'])
    expect(await names('active')).not.toContain('Kiran Shah')
    expect(await names('nonsense')).toEqual([])
  })
})

describe('inviting', () => {
  test('gives a colleague access', async () => {
    await invite('Noor', 'noor@example.com')
    const session = await signIn('noor@example.com')
    expect(session.status).toBe(200)
    expect((await session.json()).user).toMatchObject({ name: 'Noor', email: 'noor@example.com' })
  })

  test('an account gives no access, and the next attempt replaces it', async () => {
    const account = { name: 'Half', email: 'half@example.com', password }
    const first = await json(call('POST', '/api/identity/accounts', account))
    expect((await signIn('half@example.com')).status).toBe(403)
    const second = await json(call('POST', '/api/identity/accounts', { ...account, password: `${password} again` }))
    expect(second.uid).not.toBe(first.uid)
    expect(
      (await call('POST', '/api/users', { firebaseUid: first.uid, name: 'Half', email: 'half@example.com' })).status,
    ).toBe(422)
    expect((await call('DELETE', `/api/identity/accounts/${second.uid}`)).status).toBe(200)
    expect((await call('DELETE', `/api/identity/accounts/${second.uid}`)).status).toBe(404)
    expect((await signIn('half@example.com', `${password} again`)).status).toBe(401)
  })

  test('neither replaces nor deletes the account of a user', async () => {
    const account = await call('POST', '/api/identity/accounts', { name: 'A', email: 'ASHA@example.com', password })
    expect(account.status).toBe(409)
    expect((await account.json()).issues[0].path).toBe('email')
    expect((await call('DELETE', `/api/identity/accounts/${staff.user.firebaseUid}`)).status).toBe(409)
  })

  test.each(['a@evil-example.com', 'a@example.com.evil.org', 'a@sub.example.com', 'a@example.co'])(
    '%s is not of the company',
    async (email) => {
      const account = await call('POST', '/api/identity/accounts', { name: 'A', email, password })
      expect(account.status).toBe(422)
      expect((await account.json()).message).toBe('Only example.com email addresses are allowed')
      expect((await call('POST', '/api/users', { firebaseUid: 'x', name: 'A', email })).status).toBe(422)
    },
  )

  test.each([
    ['short one', /at least 10/],
    ['password123', /commonly used/],
    ['Manchester2024!', /commonly used/],
    ['abababababab', /repeats/],
    ['Ramanujan1887', /name or address/],
  ])('the password %s is refused', async (given, reason) => {
    const answer = await call('POST', '/api/identity/accounts', {
      name: 'S Ramanujan',
      email: 'sr@example.com',
      password: given,
    })
    expect(answer.status).toBe(422)
    expect((await answer.json()).issues).toEqual([{ path: 'password', message: expect.stringMatching(reason) }])
  })

  test('requires uid and address to belong to one account', async () => {
    const { uid } = await json(
      call('POST', '/api/identity/accounts', { name: 'Two', email: 'two@example.com', password }),
    )
    const answer = await call('POST', '/api/users', { firebaseUid: uid, name: 'Two', email: 'other@example.com' })
    expect(answer.status).toBe(422)
    expect((await answer.json()).issues[0].path).toBe('email')
    expect(
      (await call('POST', '/api/users', { firebaseUid: 'nobody', name: 'Two', email: 'two@example.com' })).status,
    ).toBe(422)
    expect((await call('POST', '/api/users', { firebaseUid: uid, name: 'Two', email: 'Two@Example.com' })).status).toBe(
      201,
    )
    expect((await call('POST', '/api/users', { firebaseUid: uid, name: 'Two', email: 'two@example.com' })).status).toBe(
      409,
    )
  })
})

describe('links instead of passwords', () => {
  const tokenIn = (link = '') => /\/#\/admin\/(?:reset-password|welcome)\?token=([\w-]{43})$/.exec(link)?.[1] ?? ''
  const choose = async (link: string | undefined) =>
    (await site.post('/api/identity/reset', { token: tokenIn(link), password })).status

  test('an invitation gives access with a role once its link has set a password', async () => {
    const invited = { name: 'Zoya', email: 'Zoya@example.com', role: 'sales' }
    const answer = await call('POST', '/api/users/invitations', invited)
    expect(answer.status).toBe(201)
    const { user, link } = await answer.json()
    expect(user).toMatchObject({ name: 'Zoya', email: 'zoya@example.com', role: 'sales', active: true })
    expect([await choose(link), await choose(link)]).toEqual([200, 422])
    expect((await signIn('zoya@example.com')).status).toBe(200)
    const again = await call('POST', '/api/users/invitations', invited)
    expect([again.status, (await again.json()).issues[0].path]).toEqual([409, 'email'])
    const stranger = await call('POST', '/api/users/invitations', { ...invited, email: 'z@evil-example.com' })
    expect(stranger.status).toBe(422)
  })

  test('an invited person is shown as invited until they come, and is invited again', async () => {
    const person = { name: 'Dev', email: 'dev@example.com', role: 'marketing' }
    const { user, link } = await json(call('POST', '/api/users/invitations', person))
    const listed = async (by?: SignedIn) =>
      (await json(call('GET', '/api/users?search=dev@', undefined, by)))[0] as User | undefined
    const again = async (id = user._id) => (await call('POST', `/api/users/${id}/invitation`)).json()
    const welcome = async (address: string) =>
      (await site.post('/api/identity/invitation', { token: tokenIn(address) })).json()
    const in72Hours = Date.now() + 72 * 3_600_000
    expect(Math.abs(Date.parse((await listed())?.invitedUntil ?? '') - in72Hours)).toBeLessThan(60_000)
    expect(await listed(await site.asStaff({ role: 'viewer' }))).toHaveProperty('invitedUntil')
    // Without a password, every typed one is wrong.
    expect((await signIn('dev@example.com', '')).status).not.toBe(200)
    expect((await signIn('dev@example.com', 'undefined')).status).toBe(401)
    expect(await welcome(link)).toEqual({ name: 'Dev', email: 'dev@example.com' })

    const ended = new Date(Date.now() - 1_000).toISOString()
    await site.database.db.updateTable('identityUsers').set({ invitedUntil: ended }).where('name', '=', 'Dev').execute()
    expect((await listed())?.invitedUntil).toBe(ended)
    const { link: second } = await again()
    expect([await choose(link), (await welcome(link)).code]).toEqual([422, 'invalid'])
    expect(Date.parse((await listed())?.invitedUntil ?? '')).toBeGreaterThan(Date.now())

    await call('PUT', `/api/users/${user._id}`, { active: false })
    expect([(await again()).code, (await welcome(second)).code]).toEqual(['conflict', 'invalid'])
    await call('PUT', `/api/users/${user._id}`, { active: true })
    const accepted = await site.post('/api/identity/reset', { token: tokenIn(second), password })
    const { message, session } = await accepted.json()
    expect(message).toBe('Your password is set. You can sign in with it now.')
    expect(session.user).toMatchObject({ email: 'dev@example.com', name: 'Dev' })
    const me = await site.get('/api/users/me', { headers: { authorization: `Bearer ${session.token}` } })
    expect([me.status, (await me.json()).role], 'signed in').toEqual([200, 'marketing'])
    expect(await listed()).not.toHaveProperty('invitedUntil')
    expect((await again()).message).toBe('They have already signed in. Create a reset link instead.')
    expect((await call('POST', '/api/users/nobody/invitation')).status).toBe(404)
    const log = await (await call('GET', '/api/activity')).text()
    for (const what of ['Sent an invitation again', 'Accepted the invitation']) expect(log).toContain(what)
  })

  test('a reset link replaces the password once, and only of people with access', async () => {
    const user = await invite('Tara', 'tara@example.com')
    const make = (id: string) => call('POST', `/api/users/${id}/reset-link`)
    const made = await make(user._id)
    expect(made.status).toBe(201)
    const { link } = await made.json()
    expect((await signIn('tara@example.com')).status).toBe(200)
    expect([await choose(link), await choose(link)]).toEqual([200, 422])
    const log = await (await call('GET', '/api/activity')).text()
    expect(log).toContain('"what":"Made a password reset link')
    expect(log).not.toContain(tokenIn(link))
    await call('PUT', `/api/users/${user._id}`, { active: false })
    expect([(await make(user._id)).status, (await make('nobody')).status]).toEqual([409, 404])
  })
})

describe('locking out', () => {
  test("ends a deactivated user's access at once, and restores it when activated", async () => {
    const user = await invite('Ravi', 'ravi@example.com')
    const { token } = await json(signIn('ravi@example.com'))
    const headers = { authorization: `Bearer ${token}` }
    expect((await site.get('/api/users', { headers })).status).toBe(200)
    const off = await call('PUT', `/api/users/${user._id}`, {
      ...user,
      active: false,
      email: 'changed@example.com',
      firebaseUid: 'changed',
    })
    expect(off.status).toBe(200)
    expect(await off.json()).toEqual({ ...user, active: false })
    expect((await site.get('/api/users', { headers })).status).toBe(401)
    expect((await signIn('ravi@example.com')).status).toBe(403)
    await call('PUT', `/api/users/${user._id}`, { active: true })
    expect((await signIn('ravi@example.com')).status).toBe(200)
    expect((await site.get('/api/users', { headers })).status).toBe(401)
  })

  test("ends a deleted user's access at once, and keeps the author profile", async () => {
    const user = await invite('Leela', 'leela@example.com')
    const { token } = await json(signIn('leela@example.com'))
    expect((await call('DELETE', `/api/users/${user._id}`)).status).toBe(200)
    expect((await site.get('/api/users', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    expect((await signIn('leela@example.com')).status).toBe(401)
    expect((await call('DELETE', `/api/users/${user._id}`)).status).toBe(404)
    const profile = await site.database.db
      .selectFrom('authorProfiles')
      .selectAll()
      .where('name', '=', 'Leela')
      .executeTakeFirst()
    expect(profile).toBeDefined()
  })

  test('refuses callers who would lock themselves out', async () => {
    const own = `/api/users/${staff.user.id}`
    expect((await call('PUT', own, { active: false })).status).toBe(409)
    expect((await call('DELETE', own)).status).toBe(409)
    expect((await call('PUT', own, { name: 'Asha Rao', active: true })).status).toBe(200)
  })

  test('keeps one of two users who lock each other out at once', async () => {
    const pair = await startTestApp()
    const [one, other] = [await pair.asStaff(), await pair.asStaff()]
    const lockOut = (by: SignedIn, whom: SignedIn) =>
      pair.get(`/api/users/${whom.user.id}`, {
        method: 'PUT',
        headers: { ...by.headers, 'content-type': 'application/json' },
        body: '{"active":false}',
      })
    await Promise.all([lockOut(one, other), lockOut(other, one)])
    const active = await pair.database.db.selectFrom('users').select('id').where('active', '=', true).execute()
    expect(active).toHaveLength(1)
    await pair.close()
  })

  test('answers an unknown user with 404', async () => {
    expect((await call('PUT', '/api/users/nobody', { active: true })).status).toBe(404)
    expect((await call('DELETE', '/api/users/%00')).status).toBe(404)
  })
})

describe('my profile', () => {
  test('is shown with the posts of its owner', async () => {
    const me = await site.asStaff({ name: 'Meera', email: 'meera@example.com' })
    expect(await json(call('GET', '/api/users/me', undefined, me))).toEqual({
      _id: me.user.id,
      name: 'Meera',
      signedAs: 'Meera',
      email: 'meera@example.com',
      role: 'owner',
      bio: '',
      mayChange: true,
      timeZone: 'Asia/Kolkata',
      secondPerson: [],
    })
    const changes = { name: 'Meera Kulkarni', bio: 'Writes about clouds.', avatarUrl: 'https://example.com/meera.webp' }
    expect(await json(call('PUT', '/api/users/me', changes, me))).toMatchObject(changes)
    const listed: User[] = await json(call('GET', '/api/users?search=meera'))
    expect(listed[0]?.name).toBe('Meera Kulkarni')
    expect(await json(call('PUT', '/api/users/me', { ...changes, avatarUrl: '' }, me))).not.toHaveProperty('avatarUrl')
    expect((await call('PUT', '/api/users/me', { ...changes, avatarUrl: 'javascript:alert(1)' }, me)).status).toBe(422)
    expect((await call('PUT', '/api/users/me', { ...changes, name: ' ' }, me)).status).toBe(422)
  })

  test('has its own picture outside the library, which replaces the previous one', async () => {
    const me = await site.asStaff({ role: 'viewer' })
    const editor = await site.asStaff({ role: 'editor' })
    const drawn = async (background: string) => {
      const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer()
      return formOf({ image: new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }) })
    }
    const send = (form: FormData, by = me) => callAs(site, by)('PUT', '/api/users/me/avatar', form)
    const upload = (form: FormData, by: SignedIn) => callAs(site, by)('POST', '/api/images', form)
    const library = async () => (await json(call('GET', '/api/media'))).map(({ url }: { url: string }) => url)
    const served = async (url: string) => (await site.get(url)).status

    // The same picture is in the library too, and stays there.
    const { url: shared } = await json(upload(await drawn('teal'), editor))
    expect((await upload(await drawn('teal'), me)).status).toBe(403)
    const { avatarUrl: first } = await json(send(await drawn('teal')))
    expect([await served(first), (await library()).includes(first)]).toEqual([200, false])
    const { avatarUrl: others } = await json(send(await drawn('teal'), editor))
    const { avatarUrl: second } = await json(send(await drawn('olive')))
    expect(await Promise.all([first, second, others, shared].map(served))).toEqual([404, 200, 200, 200])
    expect(await json(call('GET', '/api/users/me', undefined, me))).toMatchObject({ avatarUrl: second })

    // A record that shows it keeps it.
    const post = { title: 'Shown', slug: 'shown', excerpt: 'x', category: 'Cloud', content: `![me](${second})` }
    const { _id } = await json(call('POST', '/api/blogs', post, editor))
    const fields = { name: 'Vikram', bio: '', avatarUrl: shared }
    expect((await call('PUT', '/api/users/me', fields, me)).status).toBe(200)
    expect(await served(second)).toBe(200)
    await send(await drawn('navy'))
    expect(await library()).toContain(shared)
    expect((await send(formOf({}))).status).toBe(422)

    // Using a picture in a profile does not restore it from the trash.
    const hash = shared.slice('/media/'.length).split('-')[0]
    await call('DELETE', `/api/blogs/${_id}`, undefined, editor)
    expect((await call('DELETE', `/api/media/${hash}`, undefined, editor)).status).toBe(200)
    expect((await call('PUT', '/api/users/me', fields, me)).status).toBe(422)
    expect(await library()).not.toContain(shared)
  })
})
