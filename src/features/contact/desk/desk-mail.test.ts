// On both databases: of several processes, one queues the reminders of a day.
import PostalMime from 'postal-mime'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeDue } from '#testing/make-due.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { addEvent, addRequest, updateTurn } from '../ground/events.shared.server.ts'
import { queueReceivedNotice, queueReminders } from './desk-mail.server.ts'

/** Monday, 2 March 2026, in India. */
const at = (time: string, day = '2026-03-02') => Date.parse(`${day}T${time}:00+05:30`)
let now: number
let sink: SmtpSink
let site: TestApp
let [asha, meera]: [SignedIn, SignedIn] = [] as never
beforeEach(async () => {
  // A Sunday, so that the program itself reminds no one.
  now = at('12:00', '2026-03-01')
  sink = await startSmtpSink()
  site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url }), rateLimit: false }, { clock: () => now })
  asha = await site.asStaff({ name: 'Asha', role: 'sales' })
  meera = await site.asStaff({ name: 'Meera', role: 'sales' })
  onTestFinished(async () => {
    await site.close()
    await sink.close()
  })
})

const add = (subject: string, createdAt: number) =>
  site.database.transaction((trx) =>
    addRequest(trx, {
      ...{ name: 'Ravi', email: 'ravi@example.org', message: 'Forty of them.', status: 'pending', subject },
      createdAt: new Date(createdAt).toISOString(),
    }),
  )
const change = (by: SignedIn, id: string, body: object) => callAs(site, by)('PATCH', `/api/contact/${id}/desk`, body)
const remind = () => queueReminders({ database: site.database, site: { now: async () => site.config } })
const queued = () =>
  site.database.db
    .selectFrom('deliveries')
    .select(['recipientId', 'subjectId'])
    .where('kind', '=', 'deskReminder')
    .orderBy('id')
    .execute()

test('tells a colleague who gets a request, but not one who takes it', sameOnBoth, async () => {
  const id = await add('Migration of 40 servers', at('11:00', '2026-03-01'))
  await change(meera, id, { ownerId: meera.user.id })
  await change(meera, id, { ownerId: asha.user.id, followUpOn: '2026-03-09' })
  await expect.poll(() => sink.taken.length).toBe(1)
  const [mail] = sink.taken
  const { subject, text, html, references } = await PostalMime.parse(mail?.source ?? '')
  // The first notice was sent to nobody, and mail programs join the others by it all the same.
  expect(references).toBe(`<${id}@example.com>`)
  expect([mail?.to, subject]).toEqual([asha.user.email, 'Meera assigned you a request: Migration of 40 servers'])
  expect(text).toContain('Forty of them.')
  expect(text).toContain('Follow up on 9 March.')
  expect(html).toContain(`/#/admin/contacts/${id}`)
  // Neither the subject nor the body has the address of the visitor.
  expect(mail?.source).not.toContain('ravi@example.org')
})

test('the owner is told that the visitor has written again, and without one the company', sameOnBoth, async () => {
  const [owned, free] = [await add('Owned', at('11:00', '2026-03-01')), await add('Free', at('11:00', '2026-03-01'))]
  await change(asha, owned, { ownerId: asha.user.id })
  await site.database.transaction(async (trx) => {
    for (const contactId of [owned, free])
      await queueReceivedNotice(trx, await addEvent(trx, { contactId, kind: 'received', body: 'Any news?' }))
  })
  await expect.poll(() => sink.taken.length).toBe(2)
  const mails = await Promise.all(
    sink.taken.map(async ({ to, source }) => ({ to, mail: await PostalMime.parse(source) })),
  )
  expect(mails.map(({ to, mail }) => [to, mail.subject]).toSorted()).toEqual(
    [
      [asha.user.email, 'Ravi replied: Owned'],
      ['info@example.com', 'Ravi replied: Free'],
    ].toSorted(),
  )
  expect(mails[0]?.mail.text).toContain('Any news?')
})

test('many messages of a visitor are two notices', sameOnBoth, async () => {
  const contactId = await add('Many', at('11:00', '2026-03-01'))
  const writes = (number: number) =>
    site.database.transaction(async (trx) => {
      const event = { contactId, kind: 'received' as const, body: `Number ${number}.\n\n> Gladly` }
      await queueReceivedNotice(trx, await addEvent(trx, event))
    })
  await writes(1)
  await expect.poll(() => sink.taken.length).toBe(1)
  for (let number = 2; number <= 12; number++) {
    // Two of one millisecond have no order.
    now += 1
    await writes(number)
  }
  await makeDue(site)
  await expect.poll(() => sink.taken.length).toBe(2)
  const [first, second] = await Promise.all(sink.taken.map(({ source }) => PostalMime.parse(source)))
  expect(first?.text).toContain('Number 1.')
  expect(second?.text).toMatch(/Number 2\..*Number 11\..*And 1 more message\./s)
  expect(second?.text).not.toMatch(/Number 1\.|Gladly/)
})

test('a reminder goes once a workday to each owner with late requests', async () => {
  const overdue = await add('Overdue', at('09:00', '2026-02-27'))
  const answered = await add('Answered', at('09:00', '2026-02-26'))
  const planned = await add('Planned', at('09:00', '2026-02-26'))
  await add('Without an owner', at('09:00', '2026-02-26'))
  for (const id of [overdue, answered]) await change(asha, id, { ownerId: asha.user.id })
  await change(asha, planned, { ownerId: asha.user.id, followUpOn: '2026-03-02' })
  await change(meera, answered, { ownerId: meera.user.id })
  await site.database.transaction(async (trx) => {
    for (const contactId of [answered, planned]) {
      await addEvent(trx, { contactId, kind: 'answer', body: 'Yes' })
      await updateTurn(trx, contactId)
    }
  })
  expect(await remind()).toBe(0)
  now = at('08:59')
  expect(await remind()).toBe(0)
  now = at('09:00')
  expect((await Promise.all([remind(), remind(), remind()])).toSorted()).toEqual([0, 0, 1])
  now = at('15:00')
  expect(await remind()).toBe(0)
  expect(await queued()).toEqual([{ recipientId: asha.user.id, subjectId: '2026-03-02' }])
  await expect.poll(() => sink.taken.length).toBe(1)
  const { subject, text } = await PostalMime.parse(sink.taken[0]?.source ?? '')
  expect([sink.taken[0]?.to, subject]).toEqual([asha.user.email, 'Your requests: 1 overdue, 1 due for follow-up'])
  expect(text).toMatch(/Overdue\W+http\S+\s+Ravi, overdue\s+Planned\W+http\S+\s+Ravi, follow-up due/)
  expect(text).toContain(`/#/admin/contacts/${overdue}?tab=answer`)
  expect(text).not.toContain('ravi@example.org')
  now = at('10:00', '2026-03-03')
  expect(await remind()).toBe(1)
})

test('a colleague without access gets neither', sameOnBoth, async () => {
  const id = await add('Overdue', at('09:00', '2026-02-26'))
  await change(asha, id, { ownerId: asha.user.id })
  await site.database.db.updateTable('users').set({ active: false }).where('id', '=', asha.user.id).execute()
  now = at('09:30')
  expect(await remind()).toBe(1)
  await change(meera, id, { followUpOn: '2026-03-02' })
  const state = () => site.database.db.selectFrom('deliveries').select(['state', 'reason']).execute()
  await expect.poll(state).toEqual([{ state: 'skipped', reason: 'They no longer have access' }])
  expect(sink.taken).toEqual([])
})
