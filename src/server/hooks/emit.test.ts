// On both databases: the limits of a statement are those of each.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactCreated } from '#features/contact/ground/contact.event.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { addRow } from '#server/database/rows.ts'
import { queries } from '#server/runtime/measurements.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { emit, emitAll } from './emit.ts'
import { type HookForm, hooks } from './hooks.table.ts'

let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  const place = await createTestPlace()
  database = await connect(place.config, { measured: true })
  await migrate(database)
  close = async () => {
    await database.close()
    await place.remove()
  }
})
afterAll(() => close())

/** The statements of a transaction, without its beginning and end. */
async function statementsOf(work: Parameters<Database['transaction']>[0]): Promise<string[]> {
  const asked: string[] = []
  const stop = queries.listen(({ query }) => asked.push(query.sql))
  await database.transaction(work)
  stop()
  return asked.filter((sql) => /^(select|insert|update|delete)/i.test(sql))
}

const addHook = (events: string[]) =>
  database.transaction((trx) =>
    addRow(trx, hooks, {
      ...{ url: 'https://hooks.example.com/', form: 'generic' as HookForm, events, courseId: undefined },
      ...{ personal: false, active: true, secret: '', formerSecret: undefined, formerSecretUntil: undefined },
      ...{ failingSince: undefined, pausedUntil: undefined, offReason: undefined },
      ...{ createdBy: undefined, updatedBy: undefined },
    }),
  )

const { example } = contactCreated
const count = async (table: 'hookDeliveries' | 'deliveries') =>
  Number(
    (
      await database.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .execute()
    )[0]?.count,
  )

test('without a webhook that listens, a transaction asks once, however much it tells', async () => {
  const tell = () =>
    statementsOf(async (trx) => {
      for (let n = 0; n < 20; n++) await emit(trx, contactCreated, example)
    })
  expect(await tell()).toHaveLength(1)
  await addHook(['post.published'])
  expect(await tell()).toHaveLength(1)
  expect(await count('hookDeliveries')).toBe(0)
})

test('10,000 events are queued by few statements, or none if the transaction fails', async () => {
  await addHook(['contact.created'])
  const events = Array.from({ length: 10_000 }, (_, n) => ({
    data: { ...example, _id: String(n) },
    recordId: String(n),
  }))
  const statements = await statementsOf((trx) => emitAll(trx, contactCreated, events))
  expect(statements.length).toBeLessThanOrEqual(25)
  expect([await count('hookDeliveries'), await count('deliveries')]).toEqual([10_000, 10_000])
  const refused = database.transaction(async (trx) => {
    await emit(trx, contactCreated, example)
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await count('hookDeliveries')).toBe(10_000)
})

test('a webhook that is deleted meanwhile lets no change fail', async () => {
  const { id } = await addHook(['contact.created'])
  await database.transaction(async (trx) => {
    await emit(trx, contactCreated, example)
    await trx.deleteFrom('hookDeliveries').where('hookId', '=', id).execute()
    await trx.deleteFrom('hooks').where('id', '=', id).execute()
    await emit(trx, contactCreated, example)
  })
  expect(await database.db.selectFrom('hookDeliveries').select('id').where('hookId', '=', id).execute()).toEqual([])
})
