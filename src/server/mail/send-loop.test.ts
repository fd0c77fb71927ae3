// On both databases: claims depend on the locks of each.
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { mailKinds } from '#app/server/mail-service.ts'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { startMailSite } from '#testing/mail-site.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { createQueue } from './claims.ts'
import type { DeliveryKind } from './deliveries.table.ts'
import type { Composers } from './mail-kind.ts'
import { deleteDeliveries, type NewDelivery, onMessagesDue, queueDeliveries, queueDelivery, takeBack } from './queue.ts'

type Site = Awaited<ReturnType<typeof startMailSite>>['site']

const write = (site: Site) =>
  site.post('/api/contact', { name: 'Raj', email: 'raj@partner.example', subject: 'Servers', message: 'They move.' })
const rowsOf = ({ database }: Site) => database.db.selectFrom('deliveries').selectAll().orderBy('id').execute()

/** The database refuses to store that a message was sent. */
async function refuseSent({ database }: Site) {
  const statement = inject('postgresUrl')
    ? `alter table "deliveries" add constraint "fault" check ("state" <> 'sent') not valid`
    : `create trigger "fault" before update on "deliveries" when new."state" = 'sent' begin select raise(abort, 'fault'); end`
  await sql.raw(statement).execute(database.db)
}

test('a message whose outcome cannot be stored is sent a few times with one Message-ID, and then shown as failed', async () => {
  const { site, sink } = await startMailSite({ retryPauses: [0], connections: 1 })
  const { db } = site.database
  await refuseSent(site)
  await write(site)
  await expect.poll(() => sink.taken.length).toBe(1)
  // Five attempts would take a minute: claims that are not settled last for a quarter of it.
  await db.updateTable('deliveries').set({ attempts: 3 }).execute()
  const expire = setInterval(
    () =>
      db
        .updateTable('deliveries')
        .set({ claimedUntil: new Date(0).toISOString() })
        .where('state', '=', 'sending')
        .execute(),
    200,
  )
  onTestFinished(() => clearInterval(expire))
  await expect.poll(async () => (await rowsOf(site))[0]?.state).toBe('failed')
  clearInterval(expire)
  expect((await rowsOf(site))[0]).toMatchObject({
    reason: 'Given up after several attempts without an outcome. It may have arrived: ask before you send it again.',
  })
  expect([sink.taken.length, new Set(sink.taken.map(({ messageId }) => messageId)).size]).toEqual([2, 1])
})

/** Payloads that no program of ours has written, or only an older one. */
const badPayloads = ['{not json', 'null', '[]', '{"id":7}', 'प्रेषक']

test('messages that cannot be composed hold up no other one, and end', async () => {
  const { site, sink } = await startMailSite({ retryPauses: [], connections: 1 })
  const { user } = await site.asStaff()
  await site.database.transaction(async (trx) => {
    for (const kind of Object.keys(mailKinds) as DeliveryKind[])
      for (const payload of badPayloads) {
        const id = await queueDelivery(trx, kind, {
          subjectId: user.id,
          recipientId: user.id,
        } as NewDelivery<DeliveryKind>)
        await trx.updateTable('deliveries').set({ payload }).where('id', '=', id).execute()
      }
  })
  await write(site)
  await expect.poll(() => sink.taken.map(({ to }) => to)).toContain('info@example.com')
  const open = async () => {
    const rows = await rowsOf(site)
    return rows.filter(({ state, kind }) => ['waiting', 'sending'].includes(state) && kind !== 'newsletter')
  }
  await expect.poll(open).toEqual([])
})

async function emptyDatabase() {
  const place = await createTestPlace()
  const database = await connect(place.config)
  onTestFinished(async () => {
    await database.close()
    await place.remove()
  })
  await migrate(database)
  return database
}

test('a transaction tells after its commit, once, when the first of its messages is due', async () => {
  const database = await emptyDatabase()
  const told: number[] = []
  onMessagesDue(database, (wait) => told.push(wait))
  await database.transaction(async (trx) => {
    await queueDeliveries(trx, 'contact', [{ wait: 5_000 }, { wait: 3_000 }, { wait: 4_000 }])
    expect(told).toEqual([])
  })
  await database.transaction((trx) => queueDelivery(trx, 'contact'))
  const refused = database.transaction(async (trx) => {
    await queueDelivery(trx, 'contact')
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  await database.transaction(async () => {})
  expect(told).toEqual([3_000, 0])
})

test('messages leave as soon as they are due, without the next look at the queue', async () => {
  const { site, sink } = await startMailSite({ connections: 1 })
  await write(site)
  await expect.poll(() => sink.taken.length).toBe(1)
  const [about] = await rowsOf(site)
  const took = new Map<number, number[]>([0, 200].map((wait) => [wait, []]))
  for (const [sent, wait] of [0, 200, 0, 200, 0, 200].entries()) {
    const begin = performance.now()
    await site.database.transaction((trx) => queueDelivery(trx, 'contact', { subjectId: about?.subjectId ?? '', wait }))
    await expect.poll(() => sink.taken.length, { interval: 10 }).toBe(sent + 2)
    // The first may meet a look.
    if (sent > 0) took.get(wait)?.push(performance.now() - begin)
  }
  // Those that wait for a look come a second apart, each of them. A busy machine delays some.
  for (const times of took.values()) expect(Math.min(...times)).toBeLessThan(800)
})

test('a delivery that has had all its attempts is claimed alone, so that it uses up no other one', async () => {
  const database = await emptyDatabase()
  const composers = { mailTest: { compose: async () => ({ skip: '' }) } } as unknown as Composers
  const ids = await database.transaction(async (trx) => {
    const queued: string[] = []
    for (let n = 0; n < 4; n++) queued.push(await queueDelivery(trx, 'mailTest', { wait: 10 * (n - 4) }))
    return queued
  })
  await database.db
    .updateTable('deliveries')
    .set({ attempts: 2 })
    .where('id', '=', ids[1] ?? '')
    .execute()
  const queue = createQueue(database, 'test', { composers, retryPauses: [0] })
  const claims: number[] = []
  for (let claimed = await queue.claim(10); claimed.length > 0; claimed = await queue.claim(10))
    claims.push(claimed.length)
  expect(claims).toEqual([1, 1, 2])
})

test('messages are taken back before the first of them is tried, and all of them or none', async () => {
  const database = await emptyDatabase()
  const about = { kind: 'mailTest', subjectId: 'one' } as const
  const queueTwo = () =>
    database.transaction(async (trx) => {
      await queueDelivery(trx, 'mailTest', { subjectId: 'other' })
      await queueDelivery(trx, 'alarm', { subjectId: 'one', payload: { text: '', since: '', seenAt: '', over: false } })
      return [await queueDelivery(trx, 'mailTest', about), await queueDelivery(trx, 'mailTest', about)]
    })
  const take = () => database.transaction((trx) => takeBack(trx, about))
  expect(await take()).toBe(0)
  await queueTwo()
  expect(await take()).toBe(2)
  const [id = ''] = await queueTwo()
  await database.db.updateTable('deliveries').set({ attempts: 1 }).where('id', '=', id).execute()
  expect(await take()).toBeUndefined()
})

test('the messages of every kind about a record and to it go with it', async () => {
  const database = await emptyDatabase()
  const kinds = Object.keys(mailKinds) as DeliveryKind[]
  await database.transaction(async (trx) => {
    for (const kind of kinds)
      for (const about of [{ subjectId: 'gone' }, { recipientId: 'gone' }, { subjectId: 'stays' }])
        await queueDelivery(trx, kind, about as NewDelivery<DeliveryKind>)
    await deleteDeliveries(trx, ['gone', 'unknown'])
  })
  const left = await database.db.selectFrom('deliveries').select(['kind', 'subjectId']).execute()
  expect(left.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
  expect(new Set(left.map(({ subjectId }) => subjectId))).toEqual(new Set(['stays']))
})
