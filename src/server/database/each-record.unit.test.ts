import { expect, test } from 'vitest'
import { failedRecords, forAllRecords, forEachRecord } from './each-record.ts'
import { StorageError } from './storage-errors.ts'

function records(count: number, bad: number[]) {
  const left = new Set(Array.from({ length: count }, (_, n) => `r${n}`))
  const broken = new Set(bad.map((n) => `r${n}`))
  const logged: unknown[] = []
  const log = { error: (...line: unknown[]) => void logged.push(line.at(-1)) } as never
  const work = async (ids: string[]) => {
    for (const id of ids) if (broken.has(id)) throw new Error('unreadable')
    for (const id of ids) left.delete(id)
  }
  const next = async (failed: string[]) => [...left].filter((id) => !failed.includes(id)).slice(0, 3)
  return { left, broken, logged, log, work, next }
}

test.for([
  { name: 'the first', bad: [0] },
  { name: 'the last', bad: [9] },
  { name: 'some', bad: [1, 2, 7] },
  { name: 'all', bad: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
  { name: 'none', bad: [] },
])('records that fail ($name) hold up no other one, alone or in batches', async ({ name, bad }) => {
  for (const inBatches of [false, true]) {
    const { left, logged, log, work, next } = records(10, bad)
    const failure = `A record could not be moved, ${name}, ${inBatches}`
    const run = () =>
      inBatches ? forAllRecords(log, failure, next, work) : forEachRecord(log, failure, [...left], (id) => work([id]))
    expect(await run()).toBe(10 - bad.length)
    expect([...left]).toEqual(bad.map((n) => `r${n}`))
    // Each is logged once, however often it fails.
    expect(await run()).toBe(0)
    expect(logged).toEqual(bad.map((n) => `${failure} (r${n})`))
  }
})

test('staff read of a record until its work succeeds', async () => {
  const { broken, log, work } = records(3, [1])
  const run = () => forEachRecord(log, 'A newsletter could not be sent', ['r0', 'r1', 'r2'], (id) => work([id]))
  await run()
  const listed = () => failedRecords().filter((sentence) => sentence.startsWith('A newsletter'))
  expect(listed()).toEqual(['A newsletter could not be sent (r1): unreadable.'])
  broken.clear()
  await run()
  expect(listed()).toEqual([])
})

test('a problem of the storage ends the work, since all have it', async () => {
  const { log, next } = records(3, [])
  const away = async () => {
    throw new StorageError({ kind: 'unreachable', message: 'gone' })
  }
  await expect(forEachRecord(log, 'x', ['r0'], away)).rejects.toThrow('gone')
  await expect(forAllRecords(log, 'x', next, away)).rejects.toThrow('gone')
})
