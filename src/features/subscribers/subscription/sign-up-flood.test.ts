import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ trustProxy: 1, mail: mailSettings(), newsletter: { hold: 0, confirm: true } })
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['counters', 'deliveries', 'subscribers'] as const)
    await site.database.db.deleteFrom(table).execute()
})

const start = (confirm: boolean) => {
  site.config.newsletter.confirm = confirm
}
const subscribe = (from: string, email: string) =>
  site.post('/api/newsletter/subscribe', { email }, { headers: { 'x-forwarded-for': from } })
const subscribeAll = async (length: number, from: (index: number) => string, email: (index: number) => string) => {
  const answers = await Promise.all(Array.from({ length }, (_, index) => subscribe(from(index), email(index))))
  return answers.map(({ status }) => status)
}
const times = (statuses: number[], status: number) => statuses.filter((one) => one === status).length
const asks = () =>
  site.database.db.selectFrom('deliveries').selectAll().where('kind', '=', 'confirmation').orderBy('id').execute()
const subscriberCount = async () => (await site.database.db.selectFrom('subscribers').select('id').execute()).length

test.each([true, false])('refuses a flood from one address, but no other sender (confirming: %s)', async (confirm) => {
  start(confirm)
  const statuses = await subscribeAll(
    30,
    () => '203.0.113.9',
    (index) => `crowd-${index}@example.net`,
  )
  expect(times(statuses, 201)).toBe(20)
  expect(times(statuses, 429)).toBe(10)
  expect(await subscriberCount()).toBe(20)
  const refused = await subscribe('203.0.113.9', 'one-more@example.net')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await refused.json()).code).toBe('rate_limited')
  for (const from of ['203.0.113.10', '2001:db8::1'])
    expect((await subscribe(from, `real@${from.length}.example`)).status).toBe(201)
  // All addresses of one network share a limit, which is larger.
  const neighbours = await subscribeAll(
    45,
    (index) => `203.0.113.${index + 20}`,
    (index) => `neighbour-${index}@example.net`,
  )
  expect(times(neighbours, 201)).toBe(39)
  expect(times(neighbours, 429)).toBe(6)
})

test('sends one mailbox at most one message in 15 minutes and four a day, from any sender and in any spelling', async () => {
  start(true)
  const from = (index: number) => `10.${index}.0.1`
  expect(times(await subscribeAll(10, from, () => 'Victim@example.net'), 201)).toBe(10)
  expect(await asks()).toHaveLength(1)
  expect(times(await subscribeAll(10, from, (index) => `victim+${index}@example.net`), 201)).toBe(10)
  expect(await asks()).toHaveLength(4)
  await subscribe('198.51.100.7', 'asha@example.net')
  expect(await asks()).toHaveLength(5)
  const spellings = [
    'some.one@gmail.com',
    's.omeone@gmail.com',
    'SomeOne@googlemail.com',
    'someone+x@googlemail.com',
    'so.me.one+y@gmail.com',
    'someone@gmail.com',
  ]
  await subscribeAll(spellings.length, from, (index) => spellings[index] ?? '')
  expect(await asks()).toHaveLength(9)
  // Elsewhere dots are part of the name.
  await subscribeAll(2, from, (index) => ['vic.tim@example.net', 'v.ictim@example.net'][index] ?? '')
  expect(await asks()).toHaveLength(11)
})

test('delays confirmations beyond three hundred an hour in a flood, without refusing anyone', async () => {
  start(true)
  await subscribe('198.51.100.7', 'first@example.net')
  await site.database.db.updateTable('counters').set({ count: 300 }).where('subject', '=', 'asks:all').execute()
  expect((await subscribe('198.51.101.7', 'later@example.net')).status).toBe(201)
  const minutes = (await asks()).map(({ dueAt, createdAt }) => (Date.parse(dueAt) - Date.parse(createdAt)) / 60_000)
  expect(minutes.map(Math.round)).toEqual([0, 60])
})

test('answers alike whether or not an address is subscribed', async () => {
  start(false)
  for (const state of ['confirmed', 'pending', 'unsubscribed', 'bounced'] as const)
    await addSubscribers(site.database, 1, { email: `${state}@example.net`, state })
  const answers = ['confirmed', 'pending', 'unsubscribed', 'bounced', 'new'].map((name) =>
    subscribe('203.0.113.9', `${name}@example.net`),
  )
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({ message: 'Thank you for subscribing to our newsletter!' })
  }
})
