import { expect, test } from 'vitest'
import { ApiError, failureOf } from './http.ts'

test('a call without an answer says so, and a refused one what its screen says', () => {
  const failure = 'Failed to save blog'
  expect(failureOf(new ApiError(0, null), failure)).toBe(
    'No connection. Nothing is lost: try again once you are online.',
  )
  for (const status of [403, 422, 500, 503]) expect(failureOf(new ApiError(status, null), failure)).toBe(failure)
  expect(failureOf(new TypeError('of the program'), failure)).toBe(failure)
})
