import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { Analytics } from '#features/analytics/analytics.contract.ts'
import { shareMailSite } from '#testing/mail-site.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import { confirmUrl } from './subscription-links.shared.server.ts'

const both = shareMailSite(['subscribers', 'counters', 'goalDays'])
let { sink, site } = both

const start = (confirm: boolean) => {
  ;({ sink, site } = both)
  site.config.newsletter.confirm = confirm
}
const thanks = { message: 'Thank you for subscribing to our newsletter!' }
const subscribe = async (email: string, signals: object = {}) => {
  const answer = await site.post('/api/newsletter/subscribe', { email, ...signals })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual(site.config.newsletter.confirm ? { ...thanks, confirm: true } : thanks)
}
const states = async () =>
  Object.fromEntries(
    (await site.database.db.selectFrom('subscribers').select(['email', 'state']).execute()).map(({ email, state }) => [
      email,
      state,
    ]),
  )

test('subscribes an address with NEWSLETTER_CONFIRM only after the button on the linked page', async () => {
  start(true)
  await subscribe('Asha@Example.net')
  expect(await states()).toEqual({ 'asha@example.net': 'pending' })
  await expect.poll(() => sink.taken.length).toBe(1)
  const email = await PostalMime.parse(sink.taken[0]?.source ?? '')
  expect(email.to?.[0]?.address).toBe('asha@example.net')
  expect(email.subject).toBe('Confirm your subscription to the Acme Cloud newsletter')
  const token = /confirm\?token=([\w.-]+)/.exec(email.text ?? '')?.[1] ?? ''
  // A link scanner may request the page any number of times.
  await site.get(`/api/newsletter/subscription?purpose=confirm&token=${token}`)
  expect(await states()).toEqual({ 'asha@example.net': 'pending' })
  expect(
    (await site.post('/api/newsletter/subscription', { purpose: 'confirm', token, action: 'confirm' })).status,
  ).toBe(200)
  expect(await states()).toEqual({ 'asha@example.net': 'confirmed' })
})

test('counts a subscription when it is confirmed, and then forgets where it came from', async () => {
  start(true)
  const { headers } = await site.asStaff()
  const counted = async () => {
    const answer = await site.get('/api/analytics?by=campaigns', { headers })
    return ((await answer.json()) as Analytics).campaigns?.map((row) => [row.campaign, row.subscribers])
  }
  await subscribe('asha@example.net', { page: '/?via=k3f9x2ab' })
  expect(await counted()).toEqual([])
  const stored = site.database.db.selectFrom('subscribers').select(['id', 'cameFrom'])
  const { id } = await stored.executeTakeFirstOrThrow()
  const token = new URL(await confirmUrl(site.database, site.config.publicUrl, id)).searchParams.get('token')
  for (let press = 0; press < 2; press++)
    await site.post('/api/newsletter/subscription', { purpose: 'confirm', token, action: 'confirm' })
  expect(await counted()).toEqual([['k3f9x2ab', 1]])
  expect(await stored.executeTakeFirstOrThrow()).toEqual({ id, cameFrom: null })
})

test('sends one confirmation message for repeated sign-ups, with the same answer each time', async () => {
  start(true)
  await addSubscribers(site.database, 1, { email: 'known@example.net' })
  for (let count = 0; count < 4; count++) await subscribe('asha@example.net')
  await subscribe('known@example.net')
  await expect.poll(() => sink.taken.length).toBe(1)
  expect(await site.database.db.selectFrom('deliveries').select('id').execute()).toHaveLength(1)
  expect(await states()).toEqual({ 'asha@example.net': 'pending', 'known@example.net': 'confirmed' })
})

test.each([
  ['unsubscribed', true],
  ['unsubscribed', false],
  ['bounced', true],
  ['bounced', false],
] as const)(
  'subscribes someone who is %s again only by the link of a message (confirming: %s)',
  async (state, confirm) => {
    start(confirm)
    await addSubscribers(site.database, 1, { email: 'gone@example.net', state, stateReason: 'Reported as spam' })
    await subscribe('Gone@Example.net')
    expect(await states()).toEqual({ 'gone@example.net': state })
    await expect.poll(() => sink.taken.length).toBe(1)
    const token =
      /confirm\?token=([\w.-]+)/.exec((await PostalMime.parse(sink.taken.pop()?.source ?? '')).text ?? '')?.[1] ?? ''
    await site.post('/api/newsletter/subscription', { purpose: 'confirm', token, action: 'confirm' })
    expect(await states()).toEqual({ 'gone@example.net': 'confirmed' })
  },
)

test('asks only suspicious sign-ups to confirm without the setting', async () => {
  start(false)
  await subscribe('asha@example.net')
  await subscribe('bot@example.net', { website: 'https://spam.example' })
  expect(await states()).toEqual({ 'asha@example.net': 'confirmed', 'bot@example.net': 'pending' })
})
