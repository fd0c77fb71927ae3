import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Grantable, grantables, type Permission, type Role, roles } from '#contract/roles.ts'
import { hasTrash } from '#server/database/lifecycle.ts'
import { describedResources } from '#testing/described-resources.ts'
import { callsOf, sortByAccess, tryEach } from '#testing/route-access.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { asToken } from '#testing/tokens.ts'

const isQuick = process.env['TEST_ALL'] === 'false'

/** Repeats the roles with each permission, to find a mistake in `roles.ts`. */
const holders: Record<Permission, Role[]> = {
  account: ['owner', 'marketing', 'editor', 'sales', 'writer', 'viewer', 'trainer'],
  teach: ['owner', 'marketing', 'editor', 'sales', 'viewer', 'trainer'],
  staff: ['owner', 'marketing', 'editor', 'sales', 'writer', 'viewer'],
  writeContent: ['owner', 'marketing', 'editor', 'writer'],
  publish: ['owner', 'marketing', 'editor'],
  writeSite: ['owner', 'marketing'],
  readContacts: ['owner', 'marketing', 'sales', 'viewer'],
  writeContacts: ['owner', 'marketing', 'sales'],
  writeNewsletters: ['owner', 'marketing', 'editor', 'sales', 'writer'],
  sendNewsletters: ['owner', 'marketing', 'editor', 'sales'],
  writeRecords: ['owner', 'marketing', 'editor', 'sales', 'writer'],
  manage: ['owner'],
}

/**
 * The permission that each kind of data needs, to read it and to change it: written by hand, so that a route with
 * another permission fails. The first matching line applies; a path without a match fails.
 */
const kinds: [path: RegExp, read: Permission, write: Permission][] = [
  // The first steps are for owners.
  [/^users\/me\/first-steps$/, 'manage', 'manage'],
  // One's own profile, password, sessions and factors.
  [/^users\/me\b/, 'account', 'account'],
  [
    /^identity\/(password|sign-out-|sessions|new-devices|passkeys|second-factor|(provider\/)?confirm)/,
    'account',
    'account',
  ],
  // One's own assistants; owners have all.
  [/^(assistants|oauth)\b/, 'staff', 'staff'],
  [/^dashboard$/, 'account', 'account'],
  // One's own tokens.
  [/^tokens\b/, 'staff', 'staff'],
  [/^redirects\b/, 'staff', 'writeSite'],
  // Users, settings and the activity log.
  [/^users\b/, 'staff', 'manage'],
  [
    /^(content-imports|hooks|identity\/accounts|settings\/(company|brand|sign-in|publishing|connections)|system|activity)\b/,
    'manage',
    'manage',
  ],
  [/^settings\/[\w-]+\b/, 'writeSite', 'writeSite'],
  // Personal data of visitors; a file of it leaves the site.
  [
    /^(contact|course-requests|newsletter\/subscribers|newsletter\/imports\/:id\/left-out)\.csv$/,
    'writeContacts',
    'writeContacts',
  ],
  [
    /^(contact|newsletter\/(subscribers|imports)|blogs\/:id\/notification\/recipients)\b/,
    'readContacts',
    'writeContacts',
  ],
  [/^course-requests\b/, 'readContacts', 'writeContacts'],
  // Who teaches a date writes to its people: the call checks it.
  [/^(courses\/:id\/cohorts\/:cohort\/notices|cohorts\/:id\/joining)\b/, 'teach', 'teach'],
  [/^persons\/find$/, 'readContacts', 'readContacts'],
  [/^persons\/:key\/export$/, 'writeContacts', 'writeContacts'],
  [/^persons\b/, 'readContacts', 'writeContacts'],
  // Texts for answers to visitors.
  [/^savedReplies\b/, 'readContacts', 'writeContacts'],
  // Messages to the subscribers; a preview is not sent.
  [/^blogs\/:id\/notification\b/, 'staff', 'sendNewsletters'],
  [/^newsletters\/(:id|audience)\/recipients$/, 'readContacts', 'writeContacts'],
  [/^newsletters\/(audience(\/choices)?|moment|notifications|preview(\/post)?)$/, 'staff', 'staff'],
  [/^newsletters\/:id\/(send|test|undo|pause|resume|retry|page)$/, 'staff', 'sendNewsletters'],
  [/^newsletters\b/, 'staff', 'writeNewsletters'],
  // The address of an item of the library is public.
  [/^(media\/:id\/(replace|erase)|DELETE media\/:id)$/, 'staff', 'publish'],
  // The library, and calls that make the server fetch an outside address.
  [/^(media|images|videos|content\/links)\b/, 'staff', 'writeContent'],
  // The trainers of a date have its participants: the call checks it. Sales issues certificates. All else of a date is public at once.
  [/^cohorts\/:id\/(participants|attendance)$/, 'teach', 'teach'],
  [/^(cohorts\/:id\/certificates|certificates\/:number)$/, 'readContacts', 'writeContacts'],
  [/^cohorts$/, 'teach', 'publish'],
  [/^(cohorts|courses\/:\w+\/cohorts|instructors)\b/, 'staff', 'publish'],
  // The order of what visitors see.
  [/^(courses\/order|\w+\/reorder)$/, 'staff', 'publish'],
  // Colleagues write remarks on the records that they may read.
  [/^remarks\b/, 'staff', 'staff'],
  // What its tools may do follows from the permissions of the caller.
  [/^mcp$/, 'staff', 'staff'],
  // Calls for all kinds check the kind of each record.
  [/^reviews\/:id\/answer$/, 'staff', 'staff'],
  [/^reviews\b/, 'staff', 'writeRecords'],
  [/^trash(\/kinds)?$/, 'staff', 'manage'],
  [/^trash\/:entity\b/, 'staff', 'writeRecords'],
  [
    /^(analytics(\.csv|\/page)?|finder|links(\/:entity)?|proposals|schedule|authors|as-of|content\/(preview|card))$/,
    'staff',
    'staff',
  ],
]
/** Every other entity with a history is content: what pages show. Each call checks whether the record is a draft (`writers.test.ts`). */
const content = ['staff', 'writeContent'] as const

function needOf(route: string): Permission | undefined {
  const path = route.replace(/^\w+ \/api\//, '')
  const names = [path, route.replace('/api/', '')]
  const [, read, write] = kinds.find(([kind]) => names.some((name) => kind.test(name))) ?? [path, ...contentOf(path)]
  return route.startsWith('GET ') ? read : write
}
const contentOf = (path: string) => (site.configs.has(`GET /api/${path.split('/')[0]}/:id/revisions`) ? content : [])

let site: TestApp
let people: Record<Role, SignedIn>
let staffRoutes: string[]
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  const signedIn = roles.map(async (role) => [role, await site.asStaff({ role })] as const)
  people = Object.fromEntries(await Promise.all(signedIn)) as Record<Role, SignedIn>
  staffRoutes = sortByAccess(callsOf(site)).staff
})
afterAll(() => site.close())

const call = (by: Role, method: string, path: string, body?: unknown) => callAs(site, people[by])(method, path, body)

test('each call declares the permission that its kind of data needs', () => {
  expect(staffRoutes.length).toBeGreaterThan(150)
  for (const route of staffRoutes) expect([route, site.configs.get(route)?.access]).toEqual([route, needOf(route)])
})

test('no call below a record or a list is open to a role that may not read it', () => {
  const readings = staffRoutes.filter((route) => route.startsWith('GET '))
  const rolesOf = (route: string) => holders[site.configs.get(route)?.access as Permission]
  const pathOf = (route: string) => route.replace(/^\w+ /, '')
  let compared = 0
  for (const reading of readings)
    for (const route of staffRoutes.filter((one) => pathOf(one).startsWith(`${pathOf(reading)}/`))) {
      // Everyone can read their own profile and session, but not those of others.
      if (/^\/api\/users\/me\b/.test(pathOf(route))) continue
      // The dates that someone teaches; the counts are of all courses.
      if (pathOf(route) === '/api/cohorts/occupied') continue
      compared++
      expect([reading, ...rolesOf(reading)], route).toEqual(expect.arrayContaining(rolesOf(route)))
    }
  expect(compared).toBeGreaterThan(50)
})

test('every call of the staff is made by the roles with its permission, and refused to all others', async () => {
  const left = await site.asStaff()
  await site.database.db.updateTable('users').set({ active: false }).where('id', '=', left.user.id).execute()
  const refusals = { stranger: [401, 'unauthenticated'], left: [403, 'forbidden'] } as const
  async function tryAll(route: string) {
    const [method = '', pattern = ''] = route.split(' ')
    const path = pattern.replace(/:\w+/g, 'x')
    for (const [who, headers] of Object.entries({ stranger: {}, left: left.headers })) {
      const answer = await site.get(path, { method, headers })
      const { code } = await answer.json()
      expect([answer.status, code], `${who}: ${route}`).toEqual(refusals[who as keyof typeof refusals])
    }
    const holding = holders[site.configs.get(route)?.access as Permission]
    // Each push tries a call with all roles that are refused, and with one of the others, in turn.
    const one = holding[staffRoutes.indexOf(route) % holding.length]
    for (const role of route.endsWith('everywhere') ? [] : roles) {
      const may = holding.includes(role)
      if (may && isQuick && role !== one) continue
      const answer = await call(role, method, path)
      if (may) expect([401, 403], `${role}: ${route}`).not.toContain(answer.status)
      else
        expect([answer.status, await answer.json()], `${role}: ${route}`).toEqual([
          403,
          { message: `Your role (${role}) does not allow this. Please ask an owner.`, code: 'role_forbidden' },
        ])
    }
  }
  await tryEach(staffRoutes, tryAll)
})

/**
 * The calls of sessions only, by hand: what gives access, takes data of people out of the site, erases, or is the word of a person. Others that
 * tokens never reach follow from their permission.
 */
const forSessions = [
  /^GET \/api\/(users|tokens)$/,
  /^\w+ \/api\/(assistants|oauth)\b/,
  /^(POST \/api\/tokens|DELETE \/api\/tokens\/:id)$/,
  /^GET \/api\/(contact|course-requests|newsletter\/subscribers|newsletter\/imports\/:id\/left-out)\.csv$/,
  /^\w+ \/api\/persons\b/,
  /^(POST|PUT) \/api\/newsletter\/imports\b/,
  /^(DELETE \/api\/trash\/:entity\/:id|POST \/api\/media\/:id\/erase)$/,
  /^POST \/api\/(as-of|reviews\/:id\/answer)$/,
]
const neverGranted: Permission[] = ['account', 'teach', 'manage']

/** The refusal of a call by a token of someone with a role; undefined if it is answered as one of their session. */
function refusalOf(route: string, role: Role, granted: Grantable[]): string | undefined {
  const need = needOf(route) as Permission
  if (neverGranted.includes(need) || forSessions.some((calls) => calls.test(route))) return 'session_required'
  if (!holders[need].includes(role)) return 'role_forbidden'
  const writes = need === 'writeRecords' && granted.some((one) => one.startsWith('write'))
  return writes || (granted as Permission[]).includes(need) ? undefined : 'token_forbidden'
}

async function tryTokenOf(role: Role, granted: Grantable[], routes = staffRoutes) {
  const { headers } = await asToken(site, people[role], granted)
  await tryEach(routes, async (route) => {
    const [method = '', pattern = ''] = route.split(' ')
    const answer = await site.get(pattern.replace(/:\w+/g, 'x'), { method, headers })
    const refusal = [401, 403].includes(answer.status) ? (await answer.json()).code : await answer.body?.cancel()
    expect(refusal, route).toBe(refusalOf(route, role, granted))
  })
}

/** Calls of one permission are refused by one rule, so each push tries a third of the calls with each of these tokens, and each call with a third of them. */
const shareOf = (turn: number) => staffRoutes.filter((_, index) => !isQuick || (index + turn) % 3 === 0)

test.for([undefined, ...grantables].map((one, turn) => [one, turn] as const))(
  'a token that may only %s reaches no other calls',
  ([one, turn]) => tryTokenOf('owner', one ? [one] : [], shareOf(turn)),
)

test('a token that may all reaches no calls that are for sessions, or beyond the role of its person', () =>
  tryTokenOf('editor', [...grantables]))

test.for(roles)('so does one of the role %s', { tags: 'all' }, (role) => tryTokenOf(role, [...grantables]))

test('a call of visitors shows a trainer what it shows a visitor, and others the unpublished too', async () => {
  const owner = await site.asStaff()
  const made = new Map<string, string>()
  let pagePath = ''
  for (const { path, input, flags } of await describedResources(site)) {
    const hidden = Object.fromEntries(flags.map((flag) => [flag, false]))
    const answer = await callAs(site, owner)('POST', `/api${path}`, { ...input, ...hidden })
    expect(answer.status, path).toBe(201)
    const { _id, path: ownPath = '' } = await answer.json()
    made.set(`/api${path}`, _id)
    pagePath ||= encodeURIComponent(ownPath)
  }
  const { open } = sortByAccess(callsOf(site))
  for (const route of open) {
    const pattern = route.replace('GET ', '')
    const path = pattern.replace(':id', made.get(pattern.replace('/:id', '')) ?? '').replace(':path', pagePath)
    const read = async (by?: SignedIn) => (await site.get(path, by && { headers: by.headers })).text()
    const forVisitors = await read()
    expect(await read(people.trainer), route).toBe(forVisitors)
    expect(await read(people.viewer), route).not.toBe(forVisitors)
  }
  for (const path of ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'])
    expect((await call('trainer', 'GET', path)).status, path).toBe(403)
})

test('calls over records of several kinds need the permission of the kind', async () => {
  for (const { table } of site.entities.filter(({ table }) => hasTrash(table))) {
    const path =
      { contactRequests: 'contact', registrations: 'course-requests', mediaItems: 'media/:id/replace' }[table.name] ??
      table.name
    for (const role of roles) {
      const answer = await call(role, 'POST', `/api/trash/${table.name}/x/restore`)
      const may = holders[needOf(`POST /api/${path}`) as Permission].includes(role)
      expect(answer.status, `${role}: ${table.name}`).toBe(may ? 404 : 403)
    }
  }
})

test('a route without an access rule stops the start', async () => {
  const [{ default: Fastify }, { guardRoutes }] = await Promise.all([import('fastify'), import('./access.ts')])
  const app = Fastify()
  guardRoutes(app, { ...site, findStaff: async () => null, requiresSecondFactor: async () => true })
  expect(() => app.get('/forgotten', async () => 'open')).toThrow(/GET \/forgotten has no access rule/)
  await app.close()
})
