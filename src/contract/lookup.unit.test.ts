import { expect, test } from 'vitest'
import { lookup } from './lookup.ts'
import { attributeValue } from './media.ts'
import { isPermission } from './roles.ts'

const inherited = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__proto__',
  'isPrototypeOf',
  '__defineGetter__',
]

test.each(inherited)('%s is no entry of a table', (word) => {
  expect(lookup({ a: 'b' }, word)).toBe(undefined)
  expect(isPermission(word)).toBe(false)
  expect(attributeValue(`&${word};`)).toBe(`&${word};`)
})

test('finds what the table has itself', () => {
  expect(lookup({ a: 'b' }, 'a')).toBe('b')
  expect(lookup({ constructor: 'b' }, 'constructor')).toBe('b')
  expect(lookup({ a: 'b' }, null)).toBe(undefined)
})

test('an attribute gets its characters back, and a number that is none stays', () => {
  expect(attributeValue('&lt;a&gt; &amp;amp; &#39;&#x22; &#x110000; &#99999999; &#1114111;')).toBe(
    `<a> &amp; '" &#x110000; &#99999999; \u{10ffff}`,
  )
})
