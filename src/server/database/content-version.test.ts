import { expect, test, vi } from 'vitest'
import { createTestPlace } from '#testing/test-database.ts'
import { connect } from './connect.ts'
import { changeContent, readContentVersion } from './content-version.ts'
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
