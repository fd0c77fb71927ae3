import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, expect, inject, test } from 'vitest'
import { ConfigError } from '#server/config/environment.ts'
import type { Migration } from '#server/database/migrations/migration.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { connect, type Database } from './connect.ts'
import { migrate, migrations } from './migrate.ts'
import { anyTable } from './rows.ts'
import { indexForSearch } from './search.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** A database without any table, and connections to it. */
async function emptyPlace() {
  const place = await createTestPlace('template0')
  open.push(place.remove)
  return {
    config: place.config,
    async connection(): Promise<Database> {
      const database = await connect(place.config)
      open.push(database.close)
      return database
    },
  }
}

const applied = async (database: Database) =>
  (await sql<{ name: string }>`select "name" from "migrations" order by "name"`.execute(database.db)).rows.map(
    ({ name }) => name,
  )
const names = migrations.map(({ name }) => name)

test('runs each migration once', async () => {
  const database = await (await emptyPlace()).connection()
  await migrate(database)
  await migrate(database)
  expect(await applied(database)).toEqual(names)
})

test('connections that start together wait for each other', async () => {
  const place = await emptyPlace()
  const databases = await Promise.all(Array.from({ length: 4 }, place.connection))
  // In one process SQLite's turns would wait for each other with the event loop stopped, so there they come one by one.
  if (place.config.kind === 'sqlite') for (const database of databases) await migrate(database)
  else await Promise.all(databases.map((database) => migrate(database)))
  for (const database of databases) expect(await applied(database)).toEqual(names)
})

test('processes that start together wait for each other', async () => {
  const place = await emptyPlace()
  const script = `
    const { connect } = await import('./src/server/database/connect.ts')
    const { migrate } = await import('./src/server/database/migrate.ts')
    const database = await connect(${JSON.stringify(place.config)})
    await migrate(database)
    await database.close()`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  await Promise.all(Array.from({ length: 5 }, start))
  expect(await applied(await place.connection())).toEqual(names)
})

test('a migration that fails rolls back the earlier ones too', async () => {
  const database = await (await emptyPlace()).connection()
  const broken: Migration = {
    name: '9999-broken',
    async up(db) {
      await sql`create table "half" ("id" text)`.execute(db)
      throw new Error('No further')
    },
  }
  await expect(migrate(database, [...migrations, broken])).rejects.toThrow('No further')
  for (const table of ['half', 'blogs', 'migrations']) {
    await expect(sql`select * from ${sql.table(table)}`.execute(database.db)).rejects.toThrow()
  }
  await migrate(database)
  expect(await applied(database)).toEqual(names)
})

test('refuses a database of a newer version', async () => {
  const database = await (await emptyPlace()).connection()
  await migrate(database, [...migrations, { name: '9999-later', up: async () => {} }])
  await expect(migrate(database)).rejects.toThrow(ConfigError)
  await expect(migrate(database)).rejects.toThrow('9999-later')
})

test('queued messages survive the changes of their table', async () => {
  const database = await (await emptyPlace()).connection()
  await migrate(
    database,
    migrations.filter(({ name }) => name < '0012'),
  )
  const at = '2026-01-01T00:00:00.000Z'
  // The tables as they were then, which the program's types do not know.
  const insert = (table: string, row: object) => anyTable(database.db).insertInto(table).values(row).execute()
  const words = { name: 'Asha', email: 'asha@example.net', subject: 'Hello', message: 'Hello' }
  await insert('contactRequests', { id: 'request', ...words, status: 'pending', createdAt: at })
  await insert('subscribers', { id: 'reader', email: 'reader@example.net', subscribedAt: at, state: 'pending' })
  await insert('authorProfiles', { id: 'author', name: 'Meera', bio: 'Writes.', createdAt: at, updatedAt: at })
  const post = { title: 'A post', slug: 'a-post', excerpt: 'Words.', content: 'Words.', category: 'Cloud', readTime: 1 }
  const flags = { published: true, sendNotification: true }
  await insert('blogs', { id: 'post', ...post, ...flags, authorId: 'author', version: 1, createdAt: at, updatedAt: at })
  await insert('notifications', { id: 'news', blogId: 'post', recipients: 1, holdUntil: at, createdAt: at })
  const row = { state: 'waiting', priority: 0, attempts: 1, dueAt: at, createdAt: at }
  const claim = { state: 'sending', claimedBy: 'a process', claimedUntil: at }
  await insert('deliveries', { ...row, id: '1', kind: 'contact', contactId: 'request' })
  await insert('deliveries', { ...row, id: '2', kind: 'confirmation', subscriberId: 'reader', ...claim })
  await insert('deliveries', { ...row, id: '3', kind: 'newsletter', notificationId: 'news', subscriberId: 'reader' })
  await migrate(database)
  expect(await database.db.selectFrom('deliveries').selectAll().orderBy('id').execute()).toMatchObject([
    { ...row, id: '1', kind: 'contact', subjectId: 'request', recipientId: null, payload: null, reason: null },
    { ...row, ...claim, id: '2', kind: 'confirmation', subjectId: 'reader', recipientId: null },
    { ...row, id: '3', kind: 'newsletter', subjectId: 'news', recipientId: 'reader' },
  ])
})

test.runIf(inject('postgresUrl'))(
  'titles that were indexed before they had a table of their own are copied',
  async () => {
    const database = await (await emptyPlace()).connection()
    const index = (ref: string) =>
      database.transaction((trx) =>
        indexForSearch(trx, 'blog', ref, {
          title: `Penguins and ${ref}`,
          excerpt: '',
          category: '',
          body: 'Albatross',
        }),
      )
    await migrate(
      database,
      migrations.filter(({ name }) => name < '0038'),
    )
    await index('ice')
    await migrate(database)
    await index('snow')
    expect(
      await anyTable(database.db).selectFrom('searchTitles').select(['ref', 'words']).orderBy('id').execute(),
    ).toEqual([
      { ref: 'ice', words: "'and' 'ice' 'penguins'" },
      { ref: 'snow', words: "'and' 'penguins' 'snow'" },
    ])
  },
)
