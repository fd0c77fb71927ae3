import { expect, test } from 'vitest'
import { withDetails } from './company.ts'

test('company details are inserted literally, with any characters', () => {
  const details = { brand: "{city} $& $' Ltd", address: { city: '$1 {street}', street: 'S' } }
  expect(withDetails('{brand}, {city}, {street}, {other}', details)).toBe("{city} $& $' Ltd, $1 {street}, S, {other}")
})
