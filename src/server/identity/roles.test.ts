import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, roles } from '#contract/roles.ts'
import { sortByAccess } from '#testing/route-access.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

/**
 * Which roles may make each call of the staff; the first line that fits a call holds. It is written by hand, apart from what the routes
 * declare, so that a mistake there fails. A new call adds its line.
 */
const table: [calls: RegExp, may: 'all' | 'owner' | Role[]][] = [
  // Personal data of visitors.
  [/^GET \/api\/(contact|newsletter\/subscribers)$/, ['owner', 'sales', 'viewer']],
  [/^GET \/api\/blogs\/:id\/notification\/recipients$/, ['owner', 'sales', 'viewer']],
  [/^\w+ \/api\/(contact|newsletter\/subscribers)\b/, ['owner', 'sales']],
  // One's own.
  [/^(GET|PUT) \/api\/users\/me$/, 'all'],
  [/^POST \/api\/identity\/(confirm|confirm\/passkey|password|sign-out-everywhere|sign-out-others)$/, 'all'],
  [/^\w+ \/api\/identity\/(sessions|new-devices|passkeys)\b/, 'all'],
  [/^(GET|POST) \/api\/identity\/second-factor\b/, 'all'],
  // A profile has a picture.
  [/^POST \/api\/images$/, 'all'],
  // The site and who may work on it.
  [/^GET \/api\/users$/, 'all'],
  [/^GET \/api\/settings\/:id\/revisions/, 'all'],
  [/^\w+ \/api\/(users|identity\/accounts|settings|system|activity)\b/, 'owner'],
  [/^DELETE \/api\/trash$/, 'owner'],
  // Content.
  [/^\w+ \/api\/trash\/:entity/, ['owner', 'editor', 'sales']],
  [/^POST \/api\/blogs\/:id\/notification\//, ['owner', 'editor', 'sales']],
  [/^POST \/api\/(content\/(preview|links)|newsletter\/preview|as-of)$/, 'all'],
  [/^GET \/api\/(dashboard|finder|trash|schedule|authors|newsletter\/(audience|notifications))$/, 'all'],
  [/^GET \/api\/(blogs|courses|products|services|cases|testimonials|questions|openings|instructors|media)\b/, 'all'],
  [
    /^\w+ \/api\/(blogs|courses|products|services|cases|testimonials|questions|openings|instructors|images|videos|media)\b/,
    ['owner', 'editor'],
  ],
]

let site: TestApp
let people: Record<Role, SignedIn>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  const [owner, editor, sales, viewer] = await Promise.all(roles.map((role) => site.asStaff({ role })))
  people = { owner, editor, sales, viewer } as Record<Role, SignedIn>
})
afterAll(() => site.close())

const call = (by: Role, method: string, path: string, body?: unknown) =>
  site.get(path, {
    method,
    headers: { ...people[by].headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })

test('every call of the staff is made by the roles of the table, and refused to all others', async () => {
  const routes = sortByAccess(site.routes.filter((route) => /^\S+ \/api\/(?!docs|openapi\.json|\*|$)/.test(route)))
  const lineOf = (route: string) => table.find(([calls]) => calls.test(route))
  expect(routes.staff.filter((route) => !lineOf(route))).toEqual([])
  const tried = routes.staff.filter((route) => !route.endsWith('everywhere'))
  for (const route of tried) await Promise.all(roles.map((role) => tryAs(role, route, lineOf(route)?.[1])))
}, 60_000)

async function tryAs(role: Role, route: string, may: (typeof table)[number][1] | undefined) {
  const [method = '', path = ''] = route.split(' ')
  const allowed = may === 'all' || (may === 'owner' ? role === 'owner' : may?.includes(role))
  const answer = await call(role, method, path.replace(/:\w+/g, 'x'))
  if (allowed) return expect([401, 403], `${role}: ${route}`).not.toContain(answer.status)
  const body = await answer.json()
  expect([answer.status, body], `${role}: ${route}`).toEqual([
    403,
    { message: `Your role (${role}) does not allow this. Please ask an owner.`, code: 'role_forbidden' },
  ])
}

test('a route that does not say who may call it stops the start', async () => {
  const [{ default: Fastify }, { guardRoutes }] = await Promise.all([import('fastify'), import('./access.ts')])
  const app = Fastify()
  guardRoutes(app, { ...site, findStaff: async () => null, requiresSecondFactor: async () => true })
  expect(() => app.get('/forgotten', async () => 'open')).toThrow(/GET \/forgotten does not say who may call it/)
  await app.close()
})

test('trash, finder and dashboard keep personal data from roles that may not read it', async () => {
  const message = { name: 'Ravi Menon', email: 'ravi@example.org', subject: 'Zephyr quote', message: 'How much is it?' }
  await site.post('/api/contact', message)
  const [{ _id: id }] = await (await call('sales', 'GET', '/api/contact?status=pending&limit=1')).json()
  const sees = async (role: Role) => {
    const { found } = await (await call(role, 'GET', '/api/finder?search=zephyr')).json()
    const { latestRequests, contacts } = await (await call(role, 'GET', '/api/dashboard')).json()
    return [found.length, latestRequests.length, contacts]
  }
  expect(await sees('editor')).toEqual([0, 0, 1])
  expect(await sees('sales')).toEqual([1, 1, 1])
  expect(await sees('viewer')).toEqual([1, 1, 1])
  await call('sales', 'DELETE', `/api/contact/${id}`)
  const trashed = async (role: Role) => (await (await call(role, 'GET', '/api/trash')).json()).length
  expect([await trashed('editor'), await trashed('viewer')]).toEqual([0, 1])
  const restore = (role: Role) => call(role, 'POST', `/api/trash/contactRequests/${id}/restore`)
  expect([(await restore('editor')).status, (await restore('sales')).status]).toEqual([403, 200])
  expect((await call('sales', 'POST', '/api/trash/blogs/x/restore')).status).toBe(403)
})

test('a role changes at once, by owners alone, and the last owner stays one', async () => {
  const change = (by: Role, whom: Role, fields: object) => call(by, 'PUT', `/api/users/${people[whom].user.id}`, fields)
  expect((await call('viewer', 'GET', '/api/users/me').then((answer) => answer.json())).role).toBe('viewer')
  expect((await (await change('owner', 'viewer', { role: 'sales' })).json()).role).toBe('sales')
  expect((await call('viewer', 'GET', '/api/contact.csv')).status).toBe(200)
  expect((await change('viewer', 'owner', { role: 'viewer' })).status).toBe(403)
  expect((await change('owner', 'owner', { role: 'editor' })).status).toBe(409)
  expect((await change('owner', 'owner', { role: 'owner', name: 'Asha Rao' })).status).toBe(200)
  const unknown = await change('owner', 'viewer', { role: 'root' })
  expect([unknown.status, (await unknown.json()).issues[0].path]).toEqual([422, 'role'])

  // Two owners who demote each other at once: one stays.
  await change('owner', 'editor', { role: 'owner' })
  const both = await Promise.all([
    change('owner', 'editor', { role: 'viewer' }),
    change('editor', 'owner', { role: 'viewer' }),
  ])
  const owners = await site.database.db.selectFrom('users').select('id').where('role', '=', 'owner').execute()
  expect(owners).toHaveLength(1)
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})
