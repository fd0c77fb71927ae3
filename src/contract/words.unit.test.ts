import { expect, test } from 'vitest'
import { withDetails } from './words.ts'

test('the details of a company are put in as they are, whatever characters they have', () => {
  const details = { brand: "{city} $& $' Ltd", address: { city: '$1 {street}', street: 'S' } }
  expect(withDetails('{brand}, {city}, {street}, {other}', details)).toBe("{city} $& $' Ltd, $1 {street}, S, {other}")
})
