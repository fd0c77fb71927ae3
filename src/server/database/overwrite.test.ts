// On both databases: each overwrites in its own way.
import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createTestPlace } from '#testing/test-database.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { overwriteDeleted } from './overwrite.ts'
import { indexForSearch, removeFromSearch } from './search.ts'

async function newDatabase() {
  const place = await createTestPlace()
  const database = await connect(place.config)
  onTestFinished(async () => {
    await database.close()
    await place.remove()
  })
  await migrate(database)
  const file = place.config.kind === 'sqlite' ? place.config.file : ''
  const bytes = async () => `${await readFile(file, 'latin1')}${await readFile(`${file}-wal`, 'latin1')}`
  return { database, file, bytes }
}

const store = ({ db }: Pick<Database, 'db'>, name: string) =>
  sql`insert into "settings" values (${name}, ${'Zebrafish@Partner.example'.repeat(300)})`.execute(db)
const remove = ({ db }: Pick<Database, 'db'>) => sql`delete from "settings" where "name" like 'test%'`.execute(db)

test.skipIf(inject('postgresUrl'))('what is deleted is overwritten in the file and its log', async () => {
  const { database, bytes } = await newDatabase()
  await store(database, 'test')
  await remove(database)
  expect(await bytes()).toContain('Zebrafish')
  expect(await overwriteDeleted(database, ['settings'], ['zebrafish'])).toBe(true)
  expect(await bytes()).not.toContain('Zebrafish')
})

/** Tables in which an older version of the program, which did not overwrite, left deleted data in parts of pages that no row uses. */
const oldTraces: Record<string, (db: Database['db']) => Promise<unknown>> = {
  'free pages': async (db) => {
    for (const name of ['test 1', 'test 2', 'test 3']) await store({ db }, name)
    await remove({ db })
  },
  'a small table to which others refer': async (db) => {
    await sql`create table "parent" ("id" text primary key, "email" text) strict`.execute(db)
    await sql`create table "child" ("parentId" text references "parent" on delete cascade) strict`.execute(db)
    await sql`insert into "parent" values ('kept', 'kept'), ('gone', 'Zebrafish@partner.example')`.execute(db)
    await sql`insert into "child" values ('kept')`.execute(db)
    await sql`delete from "parent" where "id" = 'gone'`.execute(db)
  },
  'a table without a hidden key': async (db) => {
    await sql`create table "days" ("day" text primary key, "note" text) strict, without rowid`.execute(db)
    await sql`insert into "days" values ('1', 'kept'), ('2', 'zebraFISH')`.execute(db)
    await sql`delete from "days" where "day" = '2'`.execute(db)
  },
  'a large table and its index': async (db) => {
    await sql`create table "large" ("id" text primary key, "email" text, "body" text) strict`.execute(db)
    await sql`create index "large_email" on "large" (lower("email"))`.execute(db)
    await sql`
      insert into "large" with recursive "n" ("i") as (select 1 union all select "i" + 1 from "n" where "i" < 6000)
      select "i", case "i" % 6 when 0 then 'zebrafish' || "i" || '@partner.example' else 'kept' end, printf('%.500c', 'x') from "n"
    `.execute(db)
    await sql`delete from "large" where "email" like 'zebra%'`.execute(db)
  },
}

test.skipIf(inject('postgresUrl')).for(Object.keys(oldTraces))('so is old deleted data in %s', async (kind) => {
  const { database, bytes } = await newDatabase()
  const { db } = database
  await sql`pragma secure_delete = off`.execute(db)
  await oldTraces[kind]?.(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await sql`pragma secure_delete = on`.execute(db)
  const rows = async () => {
    const tables = ['settings', 'parent', 'child', 'days', 'large']
    const there = await sql<{ name: string }>`select "name" from "sqlite_schema" where "type" = 'table'`.execute(db)
    const named = there.rows.map(({ name }) => name).filter((name) => tables.includes(name))
    return Promise.all(named.map(async (name) => (await sql`select * from ${sql.table(name)}`.execute(db)).rows))
  }
  const before = await rows()
  expect((await bytes()).toLowerCase()).toContain('zebrafish')
  expect(await overwriteDeleted(database, [], ['zebrafish'])).toBe(true)
  expect((await bytes()).toLowerCase()).not.toContain('zebrafish')
  expect(await rows()).toEqual(before)
  expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }])
  expect((await sql`pragma foreign_keys`.execute(db)).rows).toEqual([{ foreign_keys: 1 }])
})

test.skipIf(inject('postgresUrl'))(
  'rows that contain the text stay where they are, and the file is not copied',
  async () => {
    const { database, bytes } = await newDatabase()
    const { db } = database
    await sql`insert into "settings" values ('page', 'Write to zebrafish@partner.example')`.execute(db)
    await sql`insert into "settings" values ('large page', ${'zebrafish@partner.example '.repeat(2_000)})`.execute(db)
    await store(database, 'test')
    await remove(database)
    const free = async () => (await sql`pragma freelist_count`.execute(db)).rows
    const before = await free()
    expect(before).not.toEqual([{ freelist_count: 0 }])
    expect(await overwriteDeleted(database, ['settings'], ['zebrafish@partner.example'])).toBe(true)
    expect(await free()).toEqual(before)
    expect(await bytes()).not.toContain('Zebrafish@Partner.example')
    expect(await bytes()).toContain('Write to zebrafish@partner.example')
  },
)

test.skipIf(inject('postgresUrl'))('the site writes while the work waits for a reader of the log', async () => {
  const { database, file, bytes } = await newDatabase()
  await store(database, 'test')
  await remove(database)
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('begin; select * from "settings"')
  const overwritten = overwriteDeleted(database, [], ['zebrafish'])
  await wait(300)
  await sql`insert into "settings" values ('written', 'meanwhile')`.execute(database.db)
  expect(await bytes()).toContain('Zebrafish')
  reader.close()
  expect(await overwritten).toBe(true)
  expect(await bytes()).not.toContain('Zebrafish')
})

test('the words of a deleted record leave the search index', async () => {
  const { database, bytes } = await newDatabase()
  const texts = { title: 'zebrafishword', excerpt: '', category: '', body: 'zebrafishword' }
  await database.transaction((trx) => indexForSearch(trx, 'test', '1', texts))
  await database.transaction((trx) => indexForSearch(trx, 'test', '2', { ...texts, title: 'other', body: 'other' }))
  await database.transaction((trx) => removeFromSearch(trx, 'test', '1'))
  const fileOfTable = async () =>
    (await sql`select pg_relation_filenode('"searchDocuments"') as "node"`.execute(database.db)).rows
  const before = inject('postgresUrl') ? await fileOfTable() : []
  const isOverwritten = await overwriteDeleted(database, ['searchDocuments', 'searchTitles'], ['zebrafishword'])
  if (inject('postgresUrl')) {
    expect(isOverwritten).toBeUndefined()
    // The table is in another file.
    expect(await fileOfTable()).not.toEqual(before)
  } else expect([isOverwritten, (await bytes()).includes('zebrafishword')]).toEqual([true, false])
})
