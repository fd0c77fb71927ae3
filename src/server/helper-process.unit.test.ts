import { expect, test } from 'vitest'
import { createHelper, HelperEnded } from './helper-process.ts'
import type { OddCalls } from './testing/odd-helper.ts'

const ask = createHelper<OddCalls>(new URL('./testing/odd-helper.ts', import.meta.url))

test('many questions at once each get their own answer, bytes as bytes', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask('double', Buffer.from([index]))))
  expect(answers.map((bytes) => [...bytes])).toEqual(Array.from({ length: 20 }, (_, index) => [index, index]))
})

test('what fails in the helper fails here, with its words', async () => {
  await expect(ask('fail', 'No such thing')).rejects.toThrow('No such thing')
})

test('a helper that dies fails what it was asked, and the next question starts another', async () => {
  const asked = [ask('die'), ask('double', Buffer.from([2]))]
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([...(await ask('double', Buffer.from([3])))]).toEqual([3, 3])
})

test('it is told none of the settings', async () => {
  process.env.ADMIN_PASSWORD = 'a secret'
  await expect(ask('die')).rejects.toThrow(HelperEnded)
  expect(await ask('settings')).toBeUndefined()
  delete process.env.ADMIN_PASSWORD
})
