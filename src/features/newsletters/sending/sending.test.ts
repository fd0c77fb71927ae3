import { beforeEach, expect, test } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { deliveries } from '#server/mail/deliveries.table.ts'
import { shareMailSite } from '#testing/mail-site.ts'
import { addPost } from '#testing/sample-rows.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import { queueNotification } from './notification-changes.shared.server.ts'

const both = shareMailSite(['notifications', 'subscribers', 'blogs'])
let { sink, site } = both
beforeEach(() => {
  ;({ sink, site } = both)
})

const tell = async (hold = 0) => {
  const post = await addPost(site.database, { sendNotification: true })
  await changeContent(site.database, (trx) => queueNotification(trx, { ...post, id: post.id }, { hold }))
  return post
}
const rows = async () =>
  (await site.database.db.selectFrom('deliveries').selectAll().execute()).map((row) => deliveries.decode(row))
const states = async () => Object.groupBy(await rows(), ({ state }) => state)
const settled = () => expect.poll(async () => (await rows()).filter(({ settledAt }) => !settledAt)).toEqual([])

test('notifies every confirmed subscriber once, over few connections, each with a different Message-ID', async () => {
  const before = sink.connections()
  await addSubscribers(site.database, 30)
  await addSubscribers(site.database, 1, { state: 'unsubscribed' })
  await tell()
  await settled()
  expect(new Set(sink.taken.map(({ to }) => to)).size).toBe(30)
  expect(sink.taken).toHaveLength(30)
  expect(new Set(sink.taken.map(({ messageId }) => messageId)).size).toBe(30)
  expect(sink.connections() - before).toBeLessThanOrEqual(2)
})

test('notifies once about a post that is saved repeatedly', async () => {
  await addSubscribers(site.database, 3)
  const post = await tell()
  const again = () =>
    changeContent(site.database, (trx) => queueNotification(trx, { ...post, id: post.id }, { hold: 0 }))
  expect(await Promise.all([again(), again()])).toEqual([false, false])
  await settled()
  expect(await again()).toBe(false)
  expect(sink.taken).toHaveLength(3)
})

test('retries deferred messages, but marks the address of a refused one', async () => {
  const [soon, gone, never] = await addSubscribers(site.database, 4)
  let refusals = 0
  sink.behave({
    onRecipient: (to) => {
      if (to === gone?.email) return { code: 550, text: '5.1.1 No such user here' }
      if (to === never?.email) return { code: 450, text: '4.2.1 Not now' }
      return to === soon?.email && refusals++ < 2 ? { code: 451, text: '4.7.1 Greylisted' } : undefined
    },
  })
  await tell()
  await settled()
  expect(sink.taken.map(({ to }) => to).filter((to) => to === soon?.email)).toHaveLength(1)
  expect(sink.taken).toHaveLength(2)
  const failed = (await states()).failed ?? []
  expect(
    failed.map(({ recipientId, reason, attempts }) => [recipientId, reason?.slice(0, 28), attempts]).sort(),
  ).toEqual(
    [
      [gone?.id, '550 5.1.1 No such user here', 1],
      [never?.id, 'Given up after 4 attempts: 4', 4],
    ].sort(),
  )
  const bounced = await site.database.db
    .selectFrom('subscribers')
    .select(['id', 'stateReason'])
    .where('state', '=', 'bounced')
    .execute()
  expect(bounced).toEqual([{ id: gone?.id, stateReason: '550 5.1.1 No such user here' }])
})

test('fails a message that is refused for its content, without marking the address', async () => {
  await addSubscribers(site.database, 1)
  sink.behave({ onMessage: () => ({ code: 554, text: '5.7.1 Looks like spam' }) })
  await tell()
  await settled()
  expect((await states()).failed).toHaveLength(1)
  expect(await site.database.db.selectFrom('subscribers').select('state').execute()).toEqual([{ state: 'confirmed' }])
})

test('skips subscribers who unsubscribe before their message is sent, and records why', async () => {
  const [first] = await addSubscribers(site.database, 2)
  await tell(1)
  await site.database.db
    .updateTable('subscribers')
    .set({ state: 'unsubscribed' })
    .where('id', '=', first?.id ?? '')
    .execute()
  await settled()
  expect(sink.taken).toHaveLength(1)
  expect((await states()).skipped).toMatchObject([{ recipientId: first?.id, reason: 'Unsubscribed' }])
})

test('sends every message after the mail server was down', async () => {
  await addSubscribers(site.database, 3)
  sink.behave({ onRecipient: () => ({ code: 421, text: '4.3.2 Shutting down' }) })
  await tell()
  await expect.poll(async () => (await rows()).some(({ reason }) => reason?.includes('421'))).toBe(true)
  sink.behave({})
  await settled()
  expect(new Set(sink.taken.map(({ to }) => to)).size).toBe(3)
  expect(sink.taken).toHaveLength(3)
})

test('sends nothing before the hold is over', async () => {
  await addSubscribers(site.database, 1)
  const started = performance.now()
  await tell(1)
  await settled()
  expect(sink.taken).toHaveLength(1)
  expect((sink.taken[0]?.at ?? 0) - started).toBeGreaterThanOrEqual(1_000)
})

test('sends nothing while the post is a draft', async () => {
  await addSubscribers(site.database, 1)
  const publish = (id: string, published: boolean) =>
    site.database.db.updateTable('blogs').set({ published }).where('id', '=', id).execute()
  const held = await tell(1)
  await publish(held.id, false)
  // Once a later notification was sent, the turn of the one before has passed.
  const later = await tell(1)
  await expect.poll(() => sink.taken.length).toBe(1)
  expect(sink.taken[0]?.source).toContain(later.slug)
  await publish(held.id, true)
  await settled()
  expect(sink.taken).toHaveLength(2)
  expect(sink.taken[1]?.source).toContain(held.slug)
})
