import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, type Permission, roles } from '#contract/roles.ts'
import { callsOf, sortByAccess, tryEach } from '#testing/route-access.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

const isQuick = process.env['TEST_ALL'] === 'false'
let site: TestApp
let owner: SignedIn
let people: [role: (typeof roles)[number], person: SignedIn][]
let staffRoutes: string[]
const agent = new Agent({ keepAlive: true, maxSockets: 24 })
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  owner = await site.asStaff()
  const others = roles.filter((role) => role !== 'owner')
  people = await Promise.all(
    others.map(async (role): Promise<(typeof people)[number]> => [role, await site.asStaff({ role })]),
  )
  staffRoutes = sortByAccess(callsOf(site)).staff.filter((route) => !route.endsWith('everywhere'))
})
afterAll(async () => {
  agent.destroy()
  await site.close()
})

/** Sends the path as it is written, which `fetch` would tidy. @returns the status */
function sendRaw(method: string, path: string, headers: Record<string, string>, body?: string): Promise<number> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers: { ...headers, connection: 'keep-alive' } })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.end(body)
  })
}

const partsOf = (route: string) => {
  const [method = '', pattern = ''] = route.split(' ')
  return { method, path: pattern.replace(/:\w+/g, 'x') }
}
/** The first role that may not make a call; undefined where all may. */
const refusedBy = (route: string) =>
  people.find(([role]) => !may(role, site.configs.get(route)?.access as Permission))?.[1]

const spellings: ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/%2e/'),
  (path) => path.replace('/api/', '/media/../api/'),
  (path) => path.replace('/api/', '/media/%2e%2e/api/'),
  (path) => path.replace('/api/', '/api%2F'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/api/blogs/..;/'),
  (path) => path.replace(/\/(\w)(\w*)$/, (_, first: string, rest: string) => `/${first.toUpperCase()}${rest}`),
  (path) => path.replace(/[a-z](?=[^a-z]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}%00`,
  (path) => `${path};.css`,
  (path) => `${path}?access_token=x&_method=GET`,
  (path) => `http://localhost${path}`,
]

test('no other spelling of an address reaches a call', async () => {
  const tryRoute = async (route: string) => {
    const { method, path } = partsOf(route)
    const refused = refusedBy(route)
    // Each route takes a third of the spellings, so the test covers all of them and stays quick.
    const own = spellings.filter((_, index) => (index + staffRoutes.indexOf(route)) % 3 === 0)
    for (const spell of own)
      for (const headers of [{}, ...(refused ? [refused.headers] : [])]) {
        const status = await sendRaw(method, spell(path), headers)
        // Outside of the API a GET is one of a page, and this application has been started without pages.
        const expected = [301, 302, 308, 400, 401, 403, 404, 405, 415, ...(method === 'GET' ? [500] : [])]
        expect(expected, `${method} ${spell(path)}`).toContain(status)
      }
  }
  await tryEach(staffRoutes, tryRoute)
})

const overriding = {
  'x-http-method-override': 'GET',
  'x-http-method': 'GET',
  'x-method-override': 'GET',
  'x-original-url': '/api/identity',
  'x-rewrite-url': '/api/identity',
  'x-forwarded-user': 'admin@example.com',
  'x-forwarded-email': 'admin@example.com',
  'x-remote-user': 'admin@example.com',
  'x-user-role': 'owner',
  'x-role': 'owner',
  'x-internal': 'true',
  'x-background': '1',
  'x-forwarded-for': '127.0.0.1',
  'x-middleware-subrequest': '1',
}

test('no header gives a permission', async () => {
  const tryRoute = async (route: string) => {
    const { method, path } = partsOf(route)
    const refused = refusedBy(route)
    expect(await sendRaw(method, path, overriding), route).toBe(401)
    if (refused) expect(await sendRaw(method, path, { ...overriding, ...refused.headers }), route).toBe(403)
  }
  await tryEach(staffRoutes, tryRoute)
})

/** Fields that no client may set: those of other tables and of the server, and keys that reach an object's prototype. */
const smuggled = (person: SignedIn) => ({
  ...{ role: 'owner', roles: ['owner'], permissions: ['manage'], isAdmin: true, admin: true, access: 'public' },
  ...{ _id: owner.user.id, id: owner.user.id, userId: owner.user.id, firebaseUid: owner.user.firebaseUid },
  ...{ email: owner.user.email, uid: owner.user.firebaseUid, profileId: owner.user.profileId, active: true },
  ...{ version: 99, author: 'Mallory', authorId: person.user.id, updatedBy: 'Mallory', createdAt: '2001-01-01' },
  ...{ deletedAt: null, confirmedAt: '2999-01-01', secondFactor: 'totp', requireSecondFactor: true },
  constructor: { prototype: { role: 'owner' } },
})

test('no field of a body changes permissions, in any call of any role', async () => {
  const whoMayWhat = async () => {
    const { db } = site.database
    const columns = ['id', 'email', 'role', 'active', 'firebaseUid'] as const
    const users = await db.selectFrom('users').select(columns).orderBy('id').execute()
    const accounts = await db.selectFrom('identityUsers').select(['id', 'email']).orderBy('id').execute()
    const passwords = await db.selectFrom('identityAccounts').select(['userId', 'password']).orderBy('id').execute()
    const settings = await db.selectFrom('siteSettings').select('id').where('id', '=', 'sign-in').execute()
    return { users, accounts, passwords, settings }
  }
  const before = await whoMayWhat()
  const changing = staffRoutes.filter((route) => !route.startsWith('GET ') && !route.includes('/sign-out'))
  const tryRoute = async (route: string) => {
    const { method, path } = partsOf(route)
    // Each push tries a call with a third of the roles, in turn.
    const own = people.filter((_, index) => !isQuick || (index + changing.indexOf(route)) % 3 === 0)
    for (const [, person] of own) {
      // `__proto__` has to be written by hand, since an object's literal would set it.
      const body = JSON.stringify(smuggled(person)).replace('{', '{"__proto__":{"role":"owner"},')
      const headers = { ...person.headers, 'content-type': 'application/json' }
      const to = /^\/api\/users\/:/.test(route.split(' ')[1] ?? '') ? path.replace('/x', `/${person.user.id}`) : path
      expect(await sendRaw(method, `${to}?role=owner&id=${owner.user.id}`, headers, body), route).toBeLessThan(500)
    }
  }
  await tryEach(changing, tryRoute)
  expect(await whoMayWhat()).toEqual(before)
  expect(({} as { role?: string }).role).toBeUndefined()
})
