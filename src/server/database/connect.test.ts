// On both databases: each has its own connections and errors.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { subscribers } from '#features/subscribers/ground/subscribers.table.ts'
import { ConfigError } from '#server/config/environment.ts'
import { createTestPlace, openTestDatabase } from '#testing/test-database.ts'
import { connect, type Database, type Db } from './connect.ts'
import { kindOf } from './dialect.ts'
import { migrate } from './migrate.ts'
import { insertRow } from './rows.ts'
import { describeStorageError, storageErrorKind } from './storage-errors.ts'

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
  // On a busy machine they can meet once more.
  expect(Math.max(...Object.values(runs))).toBeGreaterThan(1)
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
  await expect(wrong('password', 'secret')).rejects.toThrow(/does not accept this user or password; .* %40 /)
  await expect(wrong('pathname', '/nowhere')).rejects.toThrow(
    /has no database "nowhere"; create it with: create database nowhere owner atrium encoding 'UTF8' template template0;$/,
  )
})

test.runIf(server)('calls wait for a connection while the server has no more of them', async () => {
  await onServer(
    [
      "create role crowded login password 'crowded' connection limit 7",
      'create database crowded owner crowded template template0',
    ],
    ['drop database crowded with (force)', 'drop role crowded'],
  )
  const url = `postgres://crowded:crowded@${new URL(server ?? '').host}/crowded`
  const processes: Database[] = []
  onTestFinished(async () => {
    for (const one of processes) await one.close()
  })
  // Each has the connections that it needs for itself, and would take many more.
  for (let count = 0; count < 3; count++) processes.push(await connect({ kind: 'postgres', url }))
  const query = ({ db }: Pick<Database, 'db'>) => sql<{ one: number }>`select 1 as "one", pg_sleep(0.01)`.execute(db)
  const change = ({ transaction }: Database) =>
    transaction(async (trx) => {
      await query({ db: trx })
      return query({ db: trx })
    })
  const calls = processes.flatMap((one) =>
    Array.from({ length: 20 }, (_, call) =>
      call % 3 ? query(one) : call % 2 ? change(one) : query({ db: one.reads }),
    ),
  )
  const failed = (await Promise.allSettled(calls)).flatMap((call) =>
    call.status === 'rejected' ? [call.reason.message] : [],
  )
  expect(failed).toEqual([])
})

test.runIf(server).each([3, 5, 8])('a process has at most %i connections', async (connections) => {
  const place = await createTestPlace('template0')
  onTestFinished(place.remove)
  const { url } = place.config as { url: string }
  await using one = await connect({ kind: 'postgres', url, connections })
  one.listen('news', () => {})
  const sleep = (db: Db) => sql`select pg_sleep(0.3)`.execute(db)
  const load = Promise.all(Array.from({ length: 20 }, (_, call) => sleep(call % 2 ? one.db : one.reads)))
  const watcher = new pg.Client(url)
  await watcher.connect()
  const count = async () =>
    (await watcher.query(`select 1 from pg_stat_activity where datname = current_database()`)).rowCount
  await expect.poll(count).toBe(connections + 1)
  await load
  expect(await count()).toBe(connections + 1)
  await watcher.end()
})

/** Runs statements on the server, and others when the test ends. */
async function onServer(statements: string[], undo: string[]) {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  onTestFinished(async () => {
    for (const statement of undo) await client.query(statement)
    await client.end()
  })
  for (const statement of statements) await client.query(statement)
  return client
}

test.runIf(server).each(['LATIN1', 'SQL_ASCII', 'WIN1252', 'EUC_JP', 'KOI8R'])(
  'refuses a database with the encoding %s in one line',
  async (encoding) => {
    const name = `encoded_${encoding.toLowerCase()}`
    const create = `create database ${name} encoding '${encoding}' locale_provider libc template template0`
    await onServer([create], [`drop database ${name}`])
    await expect(connect({ kind: 'postgres', url: `${server}/${name}` })).rejects.toThrow(
      `DATABASE_URL: the database "${name}" has the encoding ${encoding}, which cannot store every text; create one in its place with: create database ${name} owner atrium encoding 'UTF8' template template0;`,
    )
  },
)

test.runIf(server).each([
  ['create in a schema', ['revoke create on schema public from public']],
  ['use a schema', ['revoke all on schema public from public']],
  [
    'create temporary tables',
    ['revoke temporary on database lacking from public', 'grant create on schema public to lacking'],
  ],
  ['connect', ['revoke connect on database lacking from public']],
])('names the missing right to %s in one line', async (_, statements) => {
  await onServer(
    ["create role lacking login password 'lacking'", 'create database lacking template template0'],
    ['drop database lacking with (force)', 'drop role lacking'],
  )
  const owner = await connect({ kind: 'postgres', url: `${server}/lacking` })
  for (const statement of statements) await sql.raw(statement).execute(owner.db)
  await owner.close()
  const { host } = new URL(server ?? '')
  const open = async () => {
    await using database = await connect({ kind: 'postgres', url: `postgres://lacking:lacking@${host}/lacking` })
    await migrate(database)
  }
  const error: unknown = await open().catch((error) => error)
  if (error instanceof ConfigError)
    expect(error.message).toMatch(/^DATABASE_URL: .*permission denied .*; make it the owner with: /)
  else {
    expect(storageErrorKind(error)).toBe('denied')
    expect(describeStorageError('denied', error)).toMatch(
      /^The database refuses a right that the site needs \((permission denied|no schema) [^\n]+\)\. Make the site's role the owner/,
    )
  }
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
