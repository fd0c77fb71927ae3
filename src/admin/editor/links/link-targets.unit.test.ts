import { expect, test } from 'vitest'
import { linkAddress } from './link-targets.tsx'

test.each([
  ['example.com', 'https://example.com/'],
  ['example.com:8080/a?b#c', 'https://example.com:8080/a?b#c'],
  ['https://example.com/a', 'https://example.com/a'],
  ['/contact', '/contact'],
  ['#costs', '#costs'],
  ['asha@example.com', 'mailto:asha@example.com'],
  ['mailto:asha@example.com', 'mailto:asha@example.com'],
  ['tel:+912055500142', 'tel:+912055500142'],
  ['javascript:alert(1)', null],
  ['two words', null],
  ['word', null],
  ['courses/kubernetes', 'courses/kubernetes'],
  ['', null],
])('%s', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
})
