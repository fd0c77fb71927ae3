import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { subscribers } from '#features/newsletter/newsletter.table.ts'
import { createTestPlace, openTestDatabase } from '#testing/test-database.ts'
import { connect, type Database } from './connect.ts'
import { kindOf } from './dialect.ts'
import { insertRow } from './rows.ts'

let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ database, close } = await openTestDatabase())
})
afterAll(() => close())

const add = (email: string) =>
  database.transaction((trx) =>
    insertRow(trx, subscribers, { email, subscribedAt: '2026-01-01T00:00:00.000Z', state: 'confirmed' }),
  )
const count = async (email: string) =>
  (await database.db.selectFrom('subscribers').select('id').where('email', '=', email).execute()).length

test('commits a transaction', async () => {
  await add('kept@example.com')
  expect(await count('kept@example.com')).toBe(1)
})

test('rolls back a transaction that throws', async () => {
  const failing = database.transaction(async (trx) => {
    await insertRow(trx, subscribers, {
      email: 'lost@example.com',
      subscribedAt: '2026-01-01T00:00:00.000Z',
      state: 'confirmed',
    })
    throw new Error('Changed my mind')
  })
  await expect(failing).rejects.toThrow('Changed my mind')
  expect(await count('lost@example.com')).toBe(0)
})

/** Two transactions that lock the same two rows in opposite orders; the first run of each holds one while it waits for the other. */
async function cross(left: string, right: string) {
  const runs = { [left]: 0, [right]: 0 }
  const locked = Promise.withResolvers<void>()
  const change = (first: string, second: string) =>
    database.transaction(async (trx) => {
      runs[first] = (runs[first] ?? 0) + 1
      const name = (email: string) =>
        trx.updateTable('subscribers').set({ stateReason: first }).where('email', '=', email).execute()
      await name(first)
      if (Object.values(runs).every((count) => count > 0)) locked.resolve()
      else await locked.promise
      await name(second)
      return first
    })
  return { answers: await Promise.all([change(left, right), change(right, left)]), runs }
}

test.runIf(inject('postgresUrl'))('transactions that wait for each other are all done, one of them again', async () => {
  const [left, right] = ['left@example.com', 'right@example.com']
  await add(left)
  await add(right)
  const { answers, runs } = await cross(left, right)
  expect(answers).toEqual([left, right])
  expect(Object.values(runs).toSorted()).toEqual([1, 2])
  const rows = await database.db
    .selectFrom('subscribers')
    .select('stateReason')
    .where('email', 'in', [left, right])
    .execute()
  expect(new Set(rows.map(({ stateReason }) => stateReason)).size).toBe(1)
})

test('a transaction that loses each time runs five times, and another error at once', async () => {
  const failing = async (code: string) => {
    let runs = 0
    const work = database.transaction(async () => {
      runs++
      throw Object.assign(new Error('lost'), { code })
    })
    await expect(work).rejects.toThrow('lost')
    return runs
  }
  expect([await failing('40001'), await failing('40P01'), await failing('23505')]).toEqual([5, 5, 1])
})

test('other queries do not see an open transaction', async () => {
  let seen: Promise<number> | undefined
  const writing = database.transaction(async (trx) => {
    await insertRow(trx, subscribers, {
      email: 'unseen@example.com',
      subscribedAt: '2026-01-01T00:00:00.000Z',
      state: 'confirmed',
    })
    seen = count('unseen@example.com')
    // SQLite has one connection, where the query waits for the transaction; on PostgreSQL it is answered meanwhile.
    if (kindOf(database.db) === 'postgres') await seen
    else await trx.selectFrom('subscribers').select('id').execute()
    throw new Error('Changed my mind')
  })
  await expect(writing).rejects.toThrow('Changed my mind')
  expect(await seen).toBe(0)
})

test('transactions that read and then write wait for each other', async () => {
  await database.db.insertInto('settings').values({ name: 'counter', value: '0' }).execute()
  const addOne = () =>
    database.transaction(async (trx) => {
      const query = trx.selectFrom('settings').select('value').where('name', '=', 'counter')
      const { value } = await query.forUpdate().executeTakeFirstOrThrow()
      await trx
        .updateTable('settings')
        .set({ value: String(Number(value) + 1) })
        .where('name', '=', 'counter')
        .execute()
    })
  await Promise.all(Array.from({ length: 20 }, addOne))
  expect(
    await database.db.selectFrom('settings').select('value').where('name', '=', 'counter').executeTakeFirst(),
  ).toEqual({ value: '20' })
})

test('a change by one connection is visible to another', async () => {
  const place = await createTestPlace()
  const [one, other] = [await connect(place.config), await connect(place.config)]
  await sql`create table "shared" ("word" text)`.execute(one.db)
  await sql`insert into "shared" values ('hello')`.execute(one.db)
  expect((await sql`select "word" from "shared"`.execute(other.db)).rows).toEqual([{ word: 'hello' }])
  await one.close()
  await other.close()
  await place.remove()
})

const server = inject('postgresUrl')

test.runIf(server)('names an unreachable server in one line, without the password', async () => {
  const wrong = (part: 'port' | 'password' | 'pathname', value: string) => {
    const url = new URL(`${server}/postgres`)
    url[part] = value
    return connect({ kind: 'postgres', url: url.href })
  }
  const unreachable = /^DATABASE_URL: the PostgreSQL server at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)$/
  await expect(wrong('port', '1')).rejects.toThrow(unreachable)
  await expect(wrong('password', 'secret')).rejects.toThrow(/does not accept this user or password$/)
  await expect(wrong('pathname', '/nowhere')).rejects.toThrow(/has no database "nowhere"$/)
})

test.skipIf(server)('names a file that is not a database in one line', async () => {
  const place = await createTestPlace()
  const file = join(place.dataDir, 'letter.txt')
  await writeFile(file, 'Dear database, '.repeat(1_000))
  await expect(connect({ kind: 'sqlite', file })).rejects.toThrow(
    `DATA_DIR: the database ${file} cannot be opened (file is not a database)`,
  )
  await expect(connect({ kind: 'sqlite', file: place.dataDir })).rejects.toThrow(/cannot be opened/)
  await place.remove()
})

test.skipIf(server)('an acknowledged write is on the disk, and references are checked', async () => {
  const pragma = async (name: string) =>
    Object.values((await sql<object>`${sql.raw(`pragma ${name}`)}`.execute(database.db)).rows[0] ?? {})[0]
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('foreign_keys')).toBe(1)
})
