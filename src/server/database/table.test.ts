// On both databases: each stores values in its own way.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeTables } from '#server/database/migrations/make-table.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { kindOf } from './dialect.ts'
import { UnstorableText } from './storage-errors.ts'
import { boolean, bytes, integer, json, number, optional, table, text, time } from './table.ts'

const things = table('things', {
  id: text(),
  word: text(),
  count: integer(),
  share: number(),
  flag: boolean(),
  list: json<string[]>(),
  at: time(),
  file: bytes(),
  maybeWord: optional(text()),
  maybeShare: optional(number()),
  maybeFlag: optional(boolean()),
  maybeList: optional(json<{ a: number }>()),
  maybeAt: optional(time()),
})

const full = {
  id: 'full',
  word: '007',
  count: 2_147_483_647,
  share: 0.1,
  flag: true,
  list: ['', '"quoted"', 'ünïcödé 🚀', '\u2028'],
  at: '2026-01-31T23:59:59.999Z',
  file: Buffer.from([0, 1, 255]),
  maybeWord: '',
  maybeShare: 21_999.99,
  maybeFlag: false,
  maybeList: { a: 1 },
  maybeAt: '1999-12-31T00:00:00.000Z',
}
test.each(['a\0b', 'half of 🚀: \ud83d'])('refuses JSON with a text that PostgreSQL cannot store: %j', (word) => {
  expect(() => json().encode({ list: [{ word }] })).toThrow(UnstorableText)
})

const empty = {
  ...full,
  id: 'empty',
  flag: false,
  maybeWord: undefined,
  maybeShare: undefined,
  maybeFlag: undefined,
  maybeList: undefined,
  maybeAt: undefined,
}

test('every type of value survives both databases', async () => {
  const { database, close } = await openTestDatabase()
  await makeTables(database.db, kindOf(database.db), {
    things: {
      key: ['id'],
      columns: {
        id: 'text',
        word: 'text',
        count: 'integer',
        share: 'number',
        flag: 'boolean',
        list: 'json',
        at: 'time',
        file: 'bytes',
        maybeWord: 'text?',
        maybeShare: 'number?',
        maybeFlag: 'boolean?',
        maybeList: 'json?',
        maybeAt: 'time?',
      },
    },
  })
  const db = database.db.withTables<{ things: Record<string, never> }>()
  for (const row of [full, empty])
    await db
      .insertInto('things')
      .values(things.encode(row) as never)
      .execute()
  const rows = await db.selectFrom('things').selectAll().orderBy('id', 'desc').execute()
  expect(rows.map((row) => things.decode(row))).toEqual([full, empty])
  const { rows: some } = await sql<{
    flag: boolean
    other: null
  }>`select "flag", null as "other" from "things" where "id" = 'full'`.execute(db)
  expect(some.map((row) => things.decode(row))).toEqual([{ flag: true, other: undefined }])
  await close()
})

test('stores times in UTC, and refuses an invalid one', () => {
  expect(things.encode({ at: '2026-01-01T05:30:00+05:30' })).toEqual({ at: '2026-01-01T00:00:00.000Z' })
  expect(() => things.encode({ at: 'soon' })).toThrow()
})
