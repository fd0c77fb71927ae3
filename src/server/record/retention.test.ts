import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '#testing/test-database.ts'
import { deleteOldData, type Retention, readRetentions, termsInTexts } from './retention.ts'

const now = Date.parse('2026-03-31T20:00:00Z')

test('one that fails keeps none of the others, and the pass is done again', async () => {
  const { database, close } = await openTestDatabase()
  onTestFinished(close)
  const asked: unknown[] = []
  const sound: Retention = {
    name: 'Sound',
    keep: { months: 1 },
    placeholder: 'soundKept',
    erase: async (_, before) => asked.push(before),
  }
  const broken: Retention = { name: 'Broken', keep: { days: 1 }, erase: () => Promise.reject(new Error('unreadable')) }
  const unset: Retention = { name: 'Unset', keep: () => undefined, erase: async () => asked.push('unset') }
  const retentions = [broken, unset, sound]
  const site = { now: async () => ({ timeZone: 'Asia/Kolkata' }) as never }
  const parts = { database: { ...database, clock: () => now }, site, retentions } as never
  await expect(deleteOldData.work(parts, { error() {} })).rejects.toThrow('Some of it could not be deleted')
  // It is the first of April there.
  expect(asked).toEqual([{ time: '2026-02-28T20:00:00.000Z', day: '2026-03-01' }])
  expect(await readRetentions({ database, site }, retentions)).toEqual([
    { name: 'Broken', keep: '1 day' },
    { name: 'Unset' },
    { name: 'Sound', keep: '1 month', last: { at: new Date(now).toISOString(), count: 1 } },
  ])
  expect(termsInTexts(retentions)).toEqual({ soundKept: '1 month' })
})
