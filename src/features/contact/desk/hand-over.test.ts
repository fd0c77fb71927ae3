// On both databases: requests change hands in one transaction.
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import type { ActivityPage } from '#features/activity/activity.contract.ts'
import { shareMailSite } from '#testing/mail-site.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import type { SignedIn } from '#testing/start-app.ts'
import type { ContactRequest } from '../ground/contact.contract.ts'
import type { ContactDetail, OwnerChoice } from '../ground/desk.contract.ts'
import { addRequest, setStatus } from '../ground/events.shared.server.ts'

const both = shareMailSite(['contactRequests', 'activity', 'users'], {}, { rateLimit: false })
let { sink, site } = both
let [priya, asha, rahul]: [SignedIn, SignedIn, SignedIn] = [] as never
beforeEach(async () => {
  ;({ sink, site } = both)
  priya = await site.asStaff({ name: 'Priya', role: 'owner' })
  asha = await site.asStaff({ name: 'Asha', role: 'sales' })
  rahul = await site.asStaff({ name: 'Rahul', role: 'sales' })
})

const add = (subject: string, ownerId?: string) =>
  site.database.transaction((trx) =>
    addRequest(trx, {
      ...{ name: 'Ravi', email: 'ravi@example.org', message: 'Forty of them.', status: 'pending', subject },
      ...(ownerId !== undefined && { ownerId }),
    }),
  )
/** Three open requests of Rahul's, and one that is resolved. */
async function addWork(): Promise<{ open: string[]; resolved: string }> {
  const open = [await add('One', rahul.user.id), await add('Two', rahul.user.id), await add('Three', rahul.user.id)]
  const resolved = await add('Done', rahul.user.id)
  await site.database.transaction((trx) => setStatus(trx, resolved, 'resolved'))
  return { open, resolved }
}
const read = async <Answer>(path: string, by = priya): Promise<Answer> => (await callAs(site, by)('GET', path)).json()
const subjects = async (query: string) =>
  (await read<ContactRequest[]>(`/api/contact?${query}`)).map(({ subject }) => subject).sort()
const handOver = (from: string, to: string | null, by = priya, ids?: string[]) =>
  callAs(site, by)('POST', '/api/contact/hand-over', { from, to, ids })
const owners = () => read<OwnerChoice[]>('/api/contact/owners')
/** The mails about requests that were given, once the queue has sent all. */
async function mails() {
  await callAs(site, priya)('PATCH', `/api/contact/${await add('Last')}/desk`, { ownerId: asha.user.id })
  await expect.poll(async () => (await parsed()).some(({ subject }) => subject?.endsWith('Last'))).toBe(true)
  const unsent = () =>
    site.database.db
      .selectFrom('deliveries')
      .select('id')
      .where('kind', 'in', ['contactHandOver', 'contactAssigned'])
      .where('state', 'in', ['waiting', 'sending'])
      .execute()
  await expect.poll(unsent).toEqual([])
  return (await parsed()).filter(({ subject }) => !subject?.endsWith('Last'))
}
const parsed = async () =>
  (await Promise.all(sink.taken.map(async ({ to, source }) => ({ ...(await PostalMime.parse(source)), to })))).filter(
    ({ subject }) => subject?.includes(' assigned you'),
  )

test('the open requests of a colleague change hands at once, with one mail', async () => {
  const { open } = await addWork()
  expect(await subjects(`owner=${rahul.user.id}`)).toEqual(['Done', 'One', 'Three', 'Two'])
  const answer = await handOver(rahul.user.id, asha.user.id)
  const { ids, given } = await answer.json()
  expect([answer.status, given, ids.sort()]).toEqual([200, 3, open.toSorted()])
  expect(await subjects(`owner=${asha.user.id}`)).toEqual(['One', 'Three', 'Two'])
  expect(await subjects(`owner=${rahul.user.id}`)).toEqual(['Done'])
  const { events } = await read<ContactDetail>(`/api/contact/${open[0]}`)
  expect(events).toMatchObject([{ kind: 'owner', by: 'Priya', beforeName: 'Rahul', afterName: 'Asha' }])
  const { entries } = await read<ActivityPage>('/api/activity?kind=change')
  expect(entries).toMatchObject([
    { what: 'Reassigned requests: 3 of Rahul, to Asha', by: 'Priya', recordName: '3 of Rahul, to Asha' },
  ])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: asha.user.email, subject: 'Priya assigned you 3 requests' })
  for (const subject of ['One', 'Two', 'Three']) expect(mail?.text).toContain(subject)
  expect(mail?.text).not.toContain('ravi@example.org')
  expect((await handOver(rahul.user.id, asha.user.id)).status, 'nothing is left').toBe(200)
})

test('chosen requests change hands, and the others can be nobody’s', async () => {
  const { open, resolved } = await addWork()
  const foreign = await add('Foreign', priya.user.id)
  const [one = ''] = open
  const chosen = await handOver(rahul.user.id, asha.user.id, priya, [one, foreign, resolved, 'unknown'])
  expect(await chosen.json()).toEqual({ given: 1, ids: [one] })
  expect(await subjects(`owner=${priya.user.id}`)).toEqual(['Foreign'])
  expect(await (await handOver(rahul.user.id, null)).json()).toMatchObject({ given: 2 })
  expect(await subjects('owner=none')).toEqual(['Three', 'Two'])
  const { entries } = await read<ActivityPage>('/api/activity?kind=change')
  expect(entries[0]?.what).toBe('Reassigned requests: 2 of Rahul, to nobody')
  expect((await handOver(rahul.user.id, rahul.user.id)).status).toBe(422)
  expect((await callAs(site, priya)('POST', '/api/contact/hand-over', { from: rahul.user.id })).status).toBe(422)
})

test('who answers first owns the request, and no longer when the answer is taken back', sameOnBoth, async () => {
  const id = await add('Whose')
  const as = callAs(site, asha)
  const { _id, details } = await (await as('POST', `/api/contact/${id}/answers`, { body: 'Mine' })).json()
  expect(details).toMatchObject({ owns: true })
  expect((await read<ContactDetail>(`/api/contact/${id}`)).owner?.name).toBe('Asha')
  expect((await as('POST', `/api/contact/${id}/answers/${_id}/undo`)).status).toBe(200)
  expect(await read<ContactDetail>(`/api/contact/${id}`)).not.toHaveProperty('owner')
})

test('who ends the access of a colleague keeps their requests, gives them away, or leaves them to nobody', async () => {
  await addWork()
  const put = (body: object, query = '') => callAs(site, priya)('PUT', `/api/users/${rahul.user.id}${query}`, body)
  expect((await put({ active: false })).status).toBe(200)
  expect(await subjects(`owner=${rahul.user.id}&status=pending`)).toHaveLength(3)
  expect((await put({ active: false }, '?requestsTo=unknown')).status).toBe(422)
  expect((await put({ active: false }, `?requestsTo=${asha.user.id}`)).status).toBe(200)
  expect(await subjects(`owner=${asha.user.id}`)).toEqual(['One', 'Three', 'Two'])
  expect((await put({ active: true })).status).toBe(200)
  await handOver(asha.user.id, rahul.user.id)
  expect((await put({ active: false }, '?requestsTo=none')).status).toBe(200)
  expect(await subjects('owner=none&status=pending')).toEqual(['One', 'Three', 'Two'])
  const { changes } = (await read<ActivityPage>('/api/activity?entity=users')).entries[0] ?? {}
  expect(changes).toContainEqual({ field: 'requests', before: '3', after: 'to nobody' })
})

test('a bulk change of the owner is one mail to each new owner, and none to oneself', sameOnBoth, async () => {
  const { open } = await addWork()
  const give = (ownerId: string, by: SignedIn) =>
    callAs(site, by)('POST', '/api/contact/bulk', { action: 'owner', ownerId, records: open.map((_id) => ({ _id })) })
  await give(asha.user.id, asha)
  await give(rahul.user.id, asha)
  const sent = await mails()
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[rahul.user.email, 'Asha assigned you 3 requests']])
})

test('a deleted colleague leaves requests that are found by their name, and whose timeline says who acted', async () => {
  const { open, resolved } = await addWork()
  await callAs(site, rahul)('POST', `/api/contact/${resolved}/notes`, { body: 'Called them' })
  expect((await callAs(site, priya)('DELETE', `/api/users/${rahul.user.id}`)).status).toBe(200)
  expect(await subjects('owner=none&status=pending')).toEqual(['One', 'Three', 'Two'])
  expect(await subjects(`owner=${rahul.user.id}`)).toEqual(['Done', 'One', 'Three', 'Two'])
  const { events } = await read<ContactDetail>(`/api/contact/${open[0]}`)
  expect(events).toMatchObject([{ kind: 'owner', by: 'Priya', beforeName: 'Rahul' }])
  expect(events[0]).not.toHaveProperty('after')
  expect((await owners()).find(({ name }) => name === 'Rahul')).toEqual({
    _id: rahul.user.id,
    name: 'Rahul',
    former: true,
    open: 3,
  })
  const { people } = await read<ActivityPage>(`/api/activity?person=${rahul.user.id}`)
  expect(people.find(({ _id }) => _id === rahul.user.id)).toEqual({ _id: rahul.user.id, name: 'Rahul', former: true })
  expect((await read<ActivityPage>(`/api/activity?person=${rahul.user.id}`)).entries).not.toEqual([])
  expect(await (await handOver(rahul.user.id, asha.user.id)).json()).toEqual({ ids: expect.any(Array), given: 3 })
  expect(await subjects('owner=none&status=pending')).toEqual([])
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Priya assigned you 3 requests'])
  expect((await handOver(asha.user.id, rahul.user.id)).status, 'a former colleague gets none').toBe(422)
})

test('who deletes a colleague gives their requests away in the same act', sameOnBoth, async () => {
  const { open } = await addWork()
  const remove = (to: string) => callAs(site, priya)('DELETE', `/api/users/${rahul.user.id}?requestsTo=${to}`)
  const viewer = await site.asStaff({ role: 'viewer' })
  for (const to of [viewer.user.id, 'nobody', rahul.user.id]) expect((await remove(to)).status, to).toBe(422)
  expect(await subjects(`owner=${rahul.user.id}&status=pending`), 'nothing was done').toHaveLength(3)
  expect((await remove(asha.user.id)).status).toBe(200)
  expect(await subjects(`owner=${asha.user.id}`)).toEqual(['One', 'Three', 'Two'])
  const { events } = await read<ContactDetail>(`/api/contact/${open[0]}`)
  expect(events).toMatchObject([{ kind: 'owner', by: 'Priya', beforeName: 'Rahul', afterName: 'Asha' }])
  const { entries } = await read<ActivityPage>('/api/activity?entity=users')
  expect(entries[0]).toMatchObject({
    what: 'Deleted user “Rahul”',
    recordName: 'Rahul',
    changes: [{ field: 'requests', before: '3', after: 'to Asha' }],
  })
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Priya assigned you 3 requests'])
})

test('a stranger and a role without the permission hand nothing over', sameOnBoth, async () => {
  await addWork()
  const body = { from: rahul.user.id, to: asha.user.id }
  expect((await site.post('/api/contact/hand-over', body)).status).toBe(401)
  expect((await site.get('/api/contact/owners')).status).toBe(401)
  for (const role of ['viewer', 'editor'] satisfies Role[])
    expect((await handOver(body.from, body.to, await site.asStaff({ role }))).status, role).toBe(403)
  const editor = await site.asStaff({ role: 'editor' })
  expect((await callAs(site, editor)('GET', '/api/contact/owners')).status).toBe(403)
  expect(await subjects(`owner=${rahul.user.id}&status=pending`)).toHaveLength(3)
})
