import { expect, test } from 'vitest'
import { gstinError } from './gstin.ts'

test.each(['', '27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27AASCS2460H1Z0'])('accepts %o', (gstin) => {
  expect(gstinError(gstin)).toBeUndefined()
})

test.each([
  ['27AAPFU0939F1ZX', /check digit/],
  ['27AAPFU0939F1Z', /15 characters/],
  ['AAPFU0939F1ZV27', /15 characters/],
  ['72AAPFU0939F1ZV', /check digit/],
])('refuses %s', (gstin, error) => {
  expect(gstinError(gstin)).toMatch(error)
})
