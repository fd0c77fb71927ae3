// On both databases: claims depend on the locks of each.
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { startMailSite } from '#testing/mail-site.ts'
import { createTestPlace } from '#testing/test-database.ts'
import type { Composers } from './composer.ts'
import type { DeliveryKind } from './deliveries.table.ts'
import { createQueue, queueDelivery } from './queue.ts'

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

/** Every kind of message. */
const kinds: DeliveryKind[] = [
  ...(['newsletter', 'confirmation', 'importConfirmation', 'welcome'] as const),
  ...([
    'contact',
    'contactDigest',
    'contactAnswer',
    'contactAssigned',
    'contactHandOver',
    'contactReceived',
    'deskReminder',
  ] as const),
  ...(['cohortMoved', 'cohortCancelled', 'cohortOpened', 'courseRequestNotice', 'courseRequestConfirm'] as const),
  ...(['courseOffer', 'courseOfferLapsed', 'courseRequestAnswer', 'invitation', 'passwordReset', 'newDevice'] as const),
  ...(['accountNotice', 'signInConfirmation', 'notificationTest', 'letterTest', 'mailTest', 'alarm'] as const),
]
/** Payloads that no program of ours has written, or only an older one. */
const badPayloads = ['{not json', 'null', '[]', '{"id":7}', 'प्रेषक']

test('messages that cannot be composed hold up no other one, and end', async () => {
  const { site, sink } = await startMailSite({ retryPauses: [], connections: 1 })
  const { user } = await site.asStaff()
  await site.database.transaction(async (trx) => {
    for (const kind of kinds)
      for (const payload of badPayloads)
        await queueDelivery(trx, kind, { subjectId: user.id, recipientId: user.id, payload })
  })
  await write(site)
  await expect.poll(() => sink.taken.map(({ to }) => to)).toContain('info@example.com')
  const open = async () => {
    const rows = await rowsOf(site)
    return rows.filter(({ state, kind }) => ['waiting', 'sending'].includes(state) && kind !== 'newsletter')
  }
  await expect.poll(open).toEqual([])
})

test('a delivery that has had all its attempts is claimed alone, so that it uses up no other one', async () => {
  const place = await createTestPlace()
  const database = await connect(place.config)
  onTestFinished(async () => {
    await database.close()
    await place.remove()
  })
  await migrate(database)
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
  const queue = createQueue(database, 'test', composers, [0])
  const claims: number[] = []
  for (let claimed = await queue.claim(10); claimed.length > 0; claimed = await queue.claim(10))
    claims.push(claimed.length)
  expect(claims).toEqual([1, 1, 2])
})
