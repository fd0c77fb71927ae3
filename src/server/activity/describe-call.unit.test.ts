import { expect, test } from 'vitest'
import { pastTense } from './describe-call.ts'

test.each([
  ['Begin a second factor', 'Began a second factor'],
  ['Find links to other sites', 'Found links to other sites'],
  ['Give an account access', 'Gave an account access'],
  ['Copy a course', 'Copied a course'],
  ['Delete a user', 'Deleted a user'],
  ['Keep changes', 'Kept changes'],
])('the log says %s as %s', (summary, done) => {
  expect(pastTense(summary)).toBe(done)
})
