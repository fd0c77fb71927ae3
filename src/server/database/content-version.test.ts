// On both databases: the version is counted by triggers of each.
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestPlace } from '#testing/test-database.ts'
import { connect } from './connect.ts'
import {
  changeContent,
  createContentCache,
  knownContentVersion,
  manyContentChanges,
  readContentVersion,
  watchContent,
} from './content-version.ts'
import { migrate } from './migrate.ts'

test('a change is visible at once in its own process, and within a second in others', async () => {
  const place = await createTestPlace()
  const [one, other] = [await connect(place.config), await connect(place.config)]
  await migrate(one)
  const before = await readContentVersion(one)
  expect(await readContentVersion(other)).toBe(before)

  expect(await changeContent(one, async () => 'answer')).toBe('answer')
  const after = await readContentVersion(one)
  expect(after).not.toBe(before)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000)
  expect(await readContentVersion(other)).toBe(after)
  clock.mockRestore()

  await expect(changeContent(one, () => Promise.reject(new Error('No')))).rejects.toThrow('No')
  expect(await readContentVersion(one)).toBe(after)
  await one.close()
  await other.close()
  await place.remove()
})

test('of many changes the version shows the first one in a second, and all of them at the end', async () => {
  const place = await createTestPlace()
  const database = await connect(place.config)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  try {
    await migrate(database)
    const versions = [await readContentVersion(database)]
    const { change, end } = manyContentChanges(database)
    const after = async (work: Promise<unknown>) => {
      await work
      versions.push(await readContentVersion(database))
    }
    await after(change(async (trx) => trx.deleteFrom('blogs').execute()))
    await after(change(async (trx) => trx.deleteFrom('blogs').execute()))
    await after(end())
    clock.mockReturnValue(performance.now() + 1_000)
    await after(change(async () => 'answer'))
    expect(versions.map((one) => versions.indexOf(one))).toEqual([0, 1, 1, 3, 4])
    await expect(change(() => Promise.reject(new Error('No')))).rejects.toThrow('No')
  } finally {
    clock.mockRestore()
    await database.close()
    await place.remove()
  }
})

test('a call that has stored something does not fail with a value that another call computes', async () => {
  const place = await createTestPlace()
  let stored = false
  const database = await connect(place.config, { hasStored: () => stored })
  onTestFinished(async () => {
    await database.close()
    await place.remove()
  })
  await migrate(database)
  const cache = createContentCache<string>(1)
  const askWhileOneFails = async () => {
    const [begun, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const first = cache(database, 'words', () => {
      begun.resolve()
      return failing.promise
    })
    await begun.promise
    const second = cache(database, 'words', async () => 'read')
    // The second has found the first.
    await readContentVersion(database)
    failing.reject(new Error('No connection'))
    return (await Promise.allSettled([first, second])).map(({ status }) => status)
  }
  expect(await askWhileOneFails()).toEqual(['rejected', 'rejected'])
  stored = true
  expect(await askWhileOneFails()).toEqual(['rejected', 'fulfilled'])
})

test('PostgreSQL notifies other processes of a change at once, also after their connection was lost', async () => {
  const place = await createTestPlace()
  const [one, other] = [await connect(place.config), await connect(place.config)]
  // The clock is stopped, so no version expires.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  try {
    await migrate(one)
    watchContent(other)
    if (place.config.kind === 'sqlite') return
    const listeners = () =>
      sql`select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`.execute(one.db)
    await expect.poll(async () => (await listeners()).rows.length).toBe(1)
    await readContentVersion(other)
    await expect.poll(() => knownContentVersion(other)).not.toBe(null)

    await changeContent(one, async () => {})
    await expect.poll(() => knownContentVersion(other)).toBe(null)
    expect(await readContentVersion(other)).toBe(await readContentVersion(one))
    await expect(changeContent(one, () => Promise.reject(new Error('No')))).rejects.toThrow('No')
    expect(knownContentVersion(other)).not.toBe(null)

    // Changes during an interruption are noticed once the connection is back.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`.execute(
      one.db,
    )
    await expect.poll(() => knownContentVersion(other)).toBe(null)
    await expect.poll(async () => (await listeners()).rows.length).toBe(1)
    await readContentVersion(other)
    await changeContent(one, async () => {})
    await expect.poll(() => knownContentVersion(other)).toBe(null)
  } finally {
    clock.mockRestore()
    await one.close()
    await other.close()
    await place.remove()
  }
})
