// On both databases: each bounds the time of a query in its own way.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribers } from '#features/subscribers/ground/subscribers.table.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import { createTestPlace, openTestDatabase } from '#testing/test-database.ts'
import { connect, type Database } from './connect.ts'
import { contains, kindOf } from './dialect.ts'
import { readerFor } from './long-reads.ts'
import { storageErrorKind } from './storage-errors.ts'

let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ database, close } = await openTestDatabase())
})
afterAll(() => close())

test('sees commits from before the query', async () => {
  for (let round = 0; round < 5; round++) {
    const [added] = await addSubscribers(database, 1)
    const found = database.reads
      .selectFrom('subscribers')
      .selectAll()
      .where('id', '=', added?.id ?? '')
    expect((await found.execute()).map(subscribers.decode)).toEqual([added])
  }
})

test('does not see an open transaction', async () => {
  const count = () => sql<{ count: number }>`select count(*) as "count" from "subscribers"`.execute(database.reads)
  const before = await count()
  await database.transaction(async (trx) => {
    await trx.deleteFrom('subscribers').execute()
    expect((await count()).rows).toEqual(before.rows)
  })
  expect((await count()).rows).toEqual([{ count: 0 }])
})

test('finds text without regard to case, as the main connection does', async () => {
  await addSubscribers(database, 1, { email: 'müller@readers.example' })
  const query = (db: Database['db']) =>
    db
      .selectFrom('subscribers')
      .where(contains({ db }, ['email'], 'MÜLLER'))
      .select('email')
      .execute()
  expect(await query(database.reads)).toEqual(await query(database.db))
  expect(await query(database.reads)).toHaveLength(1)
})

test('refuses to write', async () => {
  await expect(database.reads.deleteFrom('subscribers').execute()).rejects.toThrow(/read-?only/)
  expect(await database.db.selectFrom('subscribers').select('id').execute()).not.toEqual([])
})

test('an error of a query reaches its caller, and the next query is answered', async () => {
  await expect(sql`select nonsense`.execute(database.reads)).rejects.toThrow(/nonsense/)
  await expect(sql`select ${'a\0b'} as "text"`.execute(database.reads)).rejects.toThrow()
  expect((await sql`select 1 as "one"`.execute(database.reads)).rows).toEqual([{ one: 1 }])
})

test('a query that takes too long ends as busy, and the next one is answered', async () => {
  const place = await createTestPlace()
  const impatient = await connect(place.config, { readWithin: 100 })
  const endless = sql`with recursive "n" ("n") as (select 1 union all select "n" + 1 from "n") select count(fold(cast("n" as text))) from "n"`
  const error = await endless.execute(impatient.reads).catch((error: unknown) => error)
  expect(storageErrorKind(error)).toBe('busy')
  expect((await sql`select 1 as "one"`.execute(impatient.reads)).rows).toEqual([{ one: 1 }])
  await impatient.close()
  await place.remove()
})

test('a small table is read on the main connection, a large one on the other', async () => {
  expect(await readerFor(database, 'subscribers')).toBe(database.db)
  await addSubscribers(database, 2_100)
  expect(await readerFor(database, 'subscribers')).toBe(database.reads)
  expect(kindOf(database.reads)).toBe(kindOf(database.db))
})
