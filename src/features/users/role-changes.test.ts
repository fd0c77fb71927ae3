// On both databases: each locks the owners in its own way, and the lists of what a role may read are queries.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, roles } from '#contract/roles.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let people: Record<Role, SignedIn>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  const signedIn = roles.map(async (role) => [role, await site.asStaff({ role })] as const)
  people = Object.fromEntries(await Promise.all(signedIn)) as Record<Role, SignedIn>
})
afterAll(() => site.close())

const call = (by: Role, method: string, path: string, body?: unknown) => callAs(site, people[by])(method, path, body)

test('trash and finder keep personal data from roles that may not read it', async () => {
  const message = { name: 'Ravi Menon', email: 'ravi@example.org', subject: 'Zephyr quote', message: 'How much is it?' }
  await site.post('/api/contact', message)
  const [{ _id: id }] = await (await call('sales', 'GET', '/api/contact?status=pending&limit=1')).json()
  const sees = async (role: Role) => {
    const { found } = await (await call(role, 'GET', '/api/finder?search=zephyr')).json()
    const { contacts } = await (await call(role, 'GET', '/api/dashboard')).json()
    return [found.length, contacts]
  }
  expect(await sees('editor')).toEqual([0, 1])
  expect(await sees('sales')).toEqual([1, 1])
  expect(await sees('viewer')).toEqual([1, 1])
  expect(await sees('marketing')).toEqual([1, 1])
  await call('sales', 'DELETE', `/api/contact/${id}`)
  const trashed = async (role: Role) => (await (await call(role, 'GET', '/api/trash')).json()).length
  expect([await trashed('editor'), await trashed('viewer')]).toEqual([0, 1])
  const restore = (role: Role) => call(role, 'POST', `/api/trash/contactRequests/${id}/restore`)
  expect([(await restore('editor')).status, (await restore('sales')).status]).toEqual([403, 200])
  expect((await call('sales', 'POST', '/api/trash/blogs/x/restore')).status).toBe(403)
})

test('only owners change roles, at once, and the last owner stays one', async () => {
  const change = (by: Role, whom: Role, fields: object) => call(by, 'PUT', `/api/users/${people[whom].user.id}`, fields)
  expect((await call('viewer', 'GET', '/api/users/me').then((answer) => answer.json())).role).toBe('viewer')
  expect((await (await change('owner', 'viewer', { role: 'sales' })).json()).role).toBe('sales')
  expect((await call('viewer', 'GET', '/api/contact.csv')).status).toBe(200)
  expect((await change('viewer', 'owner', { role: 'viewer' })).status).toBe(403)
  expect((await change('owner', 'owner', { role: 'editor' })).status).toBe(409)
  expect((await change('owner', 'owner', { role: 'owner', name: 'Asha Rao' })).status).toBe(200)
  const unknown = await change('owner', 'viewer', { role: 'root' })
  expect([unknown.status, (await unknown.json()).issues[0].path]).toEqual([422, 'role'])

  // Two owners who demote each other at once: one stays. Neither can write before both have begun.
  await change('owner', 'editor', { role: 'owner' })
  const demoting = await site.database.transaction(async (trx) => {
    await trx
      .updateTable('users')
      .set(({ ref }) => ({ name: ref('name') }))
      .execute()
    const calls = [change('owner', 'editor', { role: 'viewer' }), change('editor', 'owner', { role: 'viewer' })]
    await wait(500)
    return calls
  })
  const both = await Promise.all(demoting)
  const owners = await site.database.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('active', '=', true)
    .execute()
  expect(owners).toHaveLength(1)
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})
