import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRupees, formatRupeesShort } from './rupees.ts'

const intl = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

test('writes rupees as Intl does for India', () => {
  for (const amount of [0, 0.5, 7, 999, 1000, 14_999, 99_999.95, 100_000, 1_234_567.89, 1e9])
    expect(formatRupees(amount)).toBe(intl.format(amount))
  // The database stores whole paise.
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e11 }), (paise) => formatRupees(paise / 100) === intl.format(paise / 100)),
  )
})

test('leaves out paise in the short form where there are none', () => {
  expect([14_999, 14_999.5, 100].map(formatRupeesShort)).toEqual(['₹14,999', '₹14,999.50', '₹100'])
})
