// On both databases: the hashes are compared in the database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { erasedAmong, personKey, rememberPerson } from './erasures.shared.server.ts'
import { erasures } from './persons.table.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

test('an address that was erased is known whatever its case, and no other one', async () => {
  const { database } = site
  const hash = await personKey(database, 'Raj@Example.com')
  expect(await rememberPerson(database, 'rAJ@example.com')).toBe(hash)
  await database.transaction((trx) =>
    trx
      .insertInto('erasures')
      .values(erasures.encode({ hash, at: database.now(), by: undefined }))
      .execute(),
  )
  const asked = [
    'raj@example.com',
    'RAJ@EXAMPLE.COM',
    'other@example.com',
    ...Array.from({ length: 1_200 }, (_, n) => `n${n}@example.com`),
  ]
  const found = await database.transaction((trx) => erasedAmong(trx, asked))
  expect([...found]).toEqual(['raj@example.com', 'RAJ@EXAMPLE.COM'])
})
