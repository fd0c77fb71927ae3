import { expect, test } from 'vitest'
import { withAsciiDomains } from './addresses.ts'
import { emailAddress } from './fields.ts'
import { isAtDomain } from './identity.ts'

const read = (text: string) => emailAddress().safeParse(text)

test.each([
  ['name@bücher.example', 'name@xn--bcher-kva.example'],
  [' Name@BÜCHER.example ', 'Name@xn--bcher-kva.example'],
  ['name@bu\u0308cher.example', 'name@xn--bcher-kva.example'],
  ['name@例え.jp', 'name@xn--r8jz45g.jp'],
  ['name@उदाहरण.भारत', 'name@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['name@пример.рф', 'name@xn--e1afmkfd.xn--p1ai'],
  ['name@mail.straße.example', 'name@mail.xn--strae-oqa.example'],
  ['name@xn--bcher-kva.example', 'name@xn--bcher-kva.example'],
  // Other spellings of the same domain are the same address.
  ['name@ｅｘａｍｐｌｅ。com', 'name@example.com'],
  ['name@exam\u00adple.com', 'name@example.com'],
  ['name@\u212aompany.example', 'name@kompany.example'],
  ['Name+x@Example.com', 'Name+x@Example.com'],
])('accepts %j as %s', (typed, address) => {
  expect(read(typed).data).toBe(address)
})

test.each([
  'näme@example.com',
  'ｎame@example.com',
  'name＠example.com',
  'name@bücher',
  'name@bücher..example',
  'name@℀.com',
  'name@exa／mple.com',
  'name@b%C3%BCcher.ü',
  'name@１２７.０.０.１',
  'name@bü cher.example',
  'name@bücher.example:80',
  'name@a@bücher.example',
])('refuses %j', (typed) => {
  expect(read(typed).success).toBe(false)
})

test('says why letters of other scripts before the @ are refused', () => {
  expect(read('zoë@example.com').error?.issues[0]?.message).toMatch(/^Before the @/)
  expect(read('zoe.example.com').error?.issues[0]?.message).toBe('Please enter a valid email address')
})

test('no other spelling is at the domain of the company', () => {
  for (const email of ['a@\u212aompany.example', 'a@ｋompany.example', 'a@kompany.example.', 'a@kompany。example'])
    expect(isAtDomain(email, 'kompany.example'), email).toBe(false)
  expect(isAtDomain(read('a@\u212aompany.example').data ?? '', 'kompany.example')).toBe(true)
})

test('rewrites the addresses in a text alone', () => {
  expect(withAsciiDomains('Zoë Bücher <zoe@bücher.example>; "x@例え.jp", mailto:y@bücher.example?subject=ü')).toBe(
    'Zoë Bücher <zoe@xn--bcher-kva.example>; "x@xn--r8jz45g.jp", mailto:y@xn--bcher-kva.example?subject=ü',
  )
})
