// On both databases: times are compared in the database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldData } from '#server/record/retention.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addEvent, addRequest } from '../ground/events.shared.server.ts'

const start = Date.parse('2026-03-31T12:00:00Z')
let now = start
let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false }, { clock: () => now })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const daysBefore = (days: number) => new Date(now - days * 86_400_000).toISOString()
const add = (subject: string, status: 'pending' | 'resolved' | 'spam', days: number) =>
  site.database.transaction((trx) =>
    addRequest(trx, {
      name: 'Raj',
      email: 'raj@partner.example',
      subject,
      message: 'Hello',
      status,
      createdAt: daysBefore(days),
    }),
  )
const subjects = async () => {
  const rows = await site.database.db.selectFrom('contactRequests').select('subject').orderBy('subject').execute()
  return rows.map(({ subject }) => subject)
}
const run = () => site.jobs.wake(deleteOldData)

test('deletes old messages once a night, as the settings say, and counts them', async () => {
  await add('Old', 'resolved', 70)
  await add('Young', 'resolved', 50)
  const open = await add('Open', 'pending', 400)
  const joined = await add('Old, joined to an open one', 'resolved', 70)
  expect((await call('POST', `/api/contact/${open}/join`, { other: joined })).status).toBe(200)
  await add('Spam', 'spam', 31)
  await add('New spam', 'spam', 27)
  const touched = await add('Touched', 'resolved', 70)
  await site.database.transaction((trx) => addEvent(trx, { contactId: touched, kind: 'note', body: 'Called again' }))
  const kept = ['Old, joined to an open one', 'Open', 'Touched', 'Young']
  const all = await subjects()
  now += 86_400_000
  await run()
  expect(await subjects()).toEqual(all)

  const refused = await call('PUT', '/api/settings/consent', { spamDays: '0' })
  expect([refused.status, (await refused.json()).message]).toEqual([
    422,
    'Enter a number of days from 1 to 3650, or leave it blank',
  ])
  expect((await call('PUT', '/api/settings/consent', { resolvedMonths: '2', spamDays: 30 })).status).toBe(200)
  // It was done for today.
  await run()
  expect(await subjects()).toEqual(all)
  now += 86_400_000
  await run()
  expect(await subjects()).toEqual(['New spam', ...kept])
  const entries = await site.database.db
    .selectFrom('activity')
    .select(['what', 'by'])
    .where('kind', '=', 'delete')
    .orderBy('what')
    .execute()
  expect(entries).toEqual([
    { what: 'Delete old resolved messages: 1', by: null },
    { what: 'Delete old spam: 1', by: null },
  ])
  const { retentions, jobs } = await (await call('GET', '/api/system')).json()
  const last = { at: new Date(now).toISOString(), count: 1 }
  const ofPersons = [
    { name: 'Resolved messages', keep: '2 months', last },
    { name: 'Spam', keep: '30 days', last },
    { name: 'Registrations', keep: '2 months' },
  ]
  expect(retentions).toEqual(expect.arrayContaining(ofPersons))
  expect(jobs).toContainEqual(expect.objectContaining({ name: 'Delete old data', at: 3, lastAt: last.at }))

  now += 2 * 86_400_000
  await run()
  expect(await subjects()).toEqual(kept)
  // Without the settings, nothing is deleted.
  await call('PUT', '/api/settings/consent', { resolvedMonths: '', spamDays: '' })
  now += 40 * 86_400_000
  await run()
  expect(await subjects()).toEqual(kept)
})
