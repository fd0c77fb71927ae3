import { describe, expect, test } from 'vitest'
import { firstWords, greetingFor, messageLink } from './newsletter-composer.shared.server.ts'

describe('the greeting', () => {
  test.each([
    [undefined, 'Asha', 'Hello,'],
    ['', null, 'Hello,'],
    ['Hello {name},', 'Asha Rao', 'Hello Asha Rao,'],
    ['Hello {name},', null, 'Hello,'],
    ['Hello {name},', '  ', 'Hello,'],
    ['Dear {name}!', undefined, 'Dear!'],
    ['{name}, good news', undefined, 'Good news'],
    ['{name}, good news', 'Asha', 'Asha, good news'],
    ['{name},', undefined, 'Hello,'],
    ['{name}', undefined, 'Hello,'],
    ['Hi {name} and {name}', undefined, 'Hi and'],
    ['Namaste', 'Asha', 'Namaste'],
    // A replacement pattern in a name is a text.
    ['Hello {name},', '$& $1 {name}', 'Hello $& $1 {name},'],
  ])('%j for %j is %j', (template, name, greeting) => {
    expect(greetingFor(template, name)).toBe(greeting)
  })
})

describe('a link of a message', () => {
  const place = { publicUrl: 'https://www.example.com', code: 'abc23456' }
  const link = (address: string, code: string | undefined = place.code) => messageLink(address, { ...place, code })

  test.each([
    ['/courses', '/courses?via=abc23456'],
    ['/', '/?via=abc23456'],
    ['courses', '/courses?via=abc23456'],
    ['/blog/a?x=1&y=%20#part', '/blog/a?x=1&y=%20&via=abc23456#part'],
    ['https://www.example.com/blog/a#b', '/blog/a?via=abc23456#b'],
    ['https://www.example.com', '/?via=abc23456'],
    ['/#/courses/a', '/?via=abc23456#/courses/a'],
    ['/courses?via=mine', '/courses?via=mine'],
    ['/newsletter', '/newsletter'],
    ['/newsletter/preferences?token=t', '/newsletter/preferences?token=t'],
    ['/#/newsletter/confirm?token=t', '/#/newsletter/confirm?token=t'],
    ['/files/0123/a.pdf', '/files/0123/a.pdf'],
    ['/media/ab-1200.webp', '/media/ab-1200.webp'],
    ['/newsletters', '/newsletters?via=abc23456'],
  ])('%s', (address, expected) => {
    expect(link(address)).toBe(`https://www.example.com${expected}`)
  })

  test.each([
    'https://example.org/courses',
    'http://www.example.com/courses',
    'https://www.example.com.evil.test/',
    'mailto:info@example.com',
    'tel:+9120',
  ])('%s stays as it is', (address) => {
    expect(link(address)).toBe(address)
  })

  test('without a code it is only made whole', () => {
    expect(messageLink('/courses', { ...place, code: undefined })).toBe('https://www.example.com/courses')
  })
})

test('the first words end with a whole one', () => {
  expect(firstWords('One\nTwo  three')).toBe('One Two three')
  const long = firstWords('words '.repeat(40))
  expect(long).toMatch(/^(words )+words…$/)
  expect(long.length).toBeLessThanOrEqual(111)
  // No half of a character is left of a text without spaces.
  expect(firstWords(`a${'😀'.repeat(60)}`)).toBe(`a${'😀'.repeat(54)}…`)
})
