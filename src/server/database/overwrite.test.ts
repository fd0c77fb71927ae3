// On both databases: each overwrites in its own way.
import { readFile } from 'node:fs/promises'
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
  return { database, bytes }
}

const store = ({ db }: Database, name: string) =>
  sql`insert into "settings" values (${name}, ${'Zebrafish@Partner.example'.repeat(300)})`.execute(db)
const remove = ({ db }: Database) => sql`delete from "settings" where "name" like 'test%'`.execute(db)

test.skipIf(inject('postgresUrl'))('what is deleted is overwritten in the file and its log', async () => {
  const { database, bytes } = await newDatabase()
  await store(database, 'test')
  await remove(database)
  expect(await bytes()).toContain('Zebrafish')
  expect(await overwriteDeleted(database, ['settings'], ['zebrafish'])).toBe(true)
  expect(await bytes()).not.toContain('Zebrafish')
})

test.skipIf(inject('postgresUrl'))('so is what was deleted before deleted data was overwritten', async () => {
  const { database, bytes } = await newDatabase()
  await sql`pragma secure_delete = off`.execute(database.db)
  for (const name of ['test 1', 'test 2', 'test 3']) await store(database, name)
  await remove(database)
  await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
  expect(await bytes()).toContain('Zebrafish')
  expect(await overwriteDeleted(database, ['settings'], ['zebrafish'])).toBe(true)
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
