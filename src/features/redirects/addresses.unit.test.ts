import { expect, test } from 'vitest'
import { type AddressIndex, keyIn, namesIn, oldAddress, parseRequest, readFrom, readTo } from './addresses.server.ts'

const from = (text: string) => readFrom(text).from
const problem = (read: () => unknown) => {
  try {
    return { passed: read() }
  } catch (error) {
    return (error as Error).message
  }
}
/** The redirects with these addresses, as memory has them. */
function indexOf(...addresses: string[]): AddressIndex {
  const index: AddressIndex = { keys: new Set(), queries: new Map(), names: new Set() }
  for (const { key, pathKey, names } of addresses.map(readFrom)) {
    index.keys.add(key)
    if (pathKey !== undefined && names !== undefined)
      index.queries.set(pathKey, [...(index.queries.get(pathKey) ?? []), names])
    for (const name of names ? namesIn(names) : []) index.names.add(name)
  }
  return index
}
const finds = (address: string, request: string, only?: 'query') => {
  const url = parseRequest(request)
  return url ? keyIn(indexOf(address), url, only) === readFrom(address).key : false
}

test('shows an old address decoded, with the letters as typed', () => {
  expect(from('/2021/03/Hello/')).toBe('/2021/03/Hello')
  expect(from('2021/03/hello')).toBe('/2021/03/hello')
  expect(from('https://old.example:8080/2021/hello/index.html#top')).toBe('/2021/hello/index.html')
  expect(from('/gr%C3%B6%C3%9Fe')).toBe('/größe')
  expect(from('/gro\u0308ße')).toBe('/größe')
  expect(from('/हिन्दी/লেখা/مقال/文章/🎉')).toBe('/हिन्दी/লেখা/مقال/文章/🎉')
  expect(from('/?p=12')).toBe('/?p=12')
  expect(from('?p=12')).toBe('/?p=12')
  expect(from('/index.php?b=2&a=1+2')).toBe('/index.php?a=1%202&b=2')
  expect(from('/a//b/../c/./d/')).toBe('/a/c/d')
  expect(from('/a%2Fb/100%25/50%')).toBe('/a%2Fb/100%25/50%25')
  expect(from('/caf%E9')).toBe('/caf%E9')
  expect(from('/a b+c')).toBe('/a%20b+c')
})

test('reads what it shows as the same address', () => {
  for (const text of [
    '/größe',
    '/a%2Fb',
    '/100%25',
    '/caf%E9',
    '/a%20b+c',
    '/?p=1%202&q=%2B',
    '/%E0%A4/x',
    '/a?x=%26%3D',
  ]) {
    const first = readFrom(text)
    expect(readFrom(first.from), text).toEqual(first)
  }
})

test('finds an address in any letter case and encoding, with or without a slash at the end', () => {
  for (const request of [
    '/Hello-World',
    '/hello-world/',
    '/HELLO-WORLD',
    '//hello-world',
    '/./hello-world',
    '/hello%2Dworld?utm_source=mail',
  ])
    expect(finds('/hello-world', request), request).toBe(true)
  for (const request of ['/hello-world/more', '/hello', '/hello-world%2F', '/hello-world.html'])
    expect(finds('/hello-world', request), request).toBe(false)
  expect(finds('/größe', '/gr%c3%b6%C3%9Fe')).toBe(true)
  expect(finds('/GRÖSSE-Ä', '/grösse-%C3%A4')).toBe(true)
  expect(finds('/%E0%A4', '/%e0%a4')).toBe(true)
  expect(finds('/a%2Fb', '/a/b')).toBe(false)
  expect(finds('/a+b', '/a%2Bb')).toBe(true)
  expect(finds('/a+b', '/a%20b')).toBe(false)
})

test('compares the parameters that a redirect names, whatever others there are', () => {
  for (const request of ['/?p=12', '/?utm_source=x&p=12', '/?p=12&preview=true'])
    expect(finds('/?p=12', request, 'query'), request).toBe(true)
  for (const request of ['/', '/?p=123', '/?P=12', '/?q=12', '/?p=12&p=13', '/about?p=12'])
    expect(finds('/?p=12', request, 'query'), request).toBe(false)
  expect(finds('/index.php?page_id=3&lang=de', '/index.php?lang=de&x=1&page_id=3')).toBe(true)
  expect(finds('/index.php?page_id=3&lang=de', '/index.php?page_id=3')).toBe(false)
  expect(finds('/?s=a%20b', '/?s=a+b')).toBe(true)
  expect(finds('/old', '/old?p=12', 'query')).toBe(false)
})

test('finds the redirect with the most parameters first', () => {
  const index = indexOf('/?a=1&b=2', '/?a=1')
  expect(keyIn(index, new URL('http://x/?b=2&a=1'))).toBe(readFrom('/?a=1&b=2').key)
  expect(keyIn(index, new URL('http://x/?b=3&a=1'))).toBe(readFrom('/?a=1').key)
})

test('refuses what is no old address of a site', () => {
  const path = 'Enter a path such as /old-page'
  expect(problem(() => readFrom(' '))).toBe('Enter the old address')
  for (const text of [
    'javascript:alert(1)',
    'mailto:a@b.example',
    '//evil.example',
    '/\\evil',
    '\\\\evil',
    'ftp://x/y',
  ])
    expect(
      problem(() => readFrom(text)),
      text,
    ).toBe(path)
  expect(problem(() => readFrom('https://'))).toBe('This is no address')
  expect(problem(() => readFrom('/'))).toBe('/ is Home')
  expect(problem(() => readFrom('https://old.example'))).toBe('/ is Home')
  expect(problem(() => readFrom('/#/about'))).toBe('A part after # never reaches the site')
  for (const folder of ['api', 'media', 'ADMIN', 'preview', 'go', 'files', 'assets'])
    expect(
      problem(() => readFrom(`/${folder}/x`)),
      folder,
    ).toBe(`/${folder.toLowerCase()} belongs to this program`)
  for (const text of ['/a\0b', '/a\nb', '/a%00b', '/a%0d%0ab', '/a\u2028b'])
    expect(
      problem(() => readFrom(text)),
      text,
    ).toBe('The old address has a character that no address can have')
  expect(from(`/${'x'.repeat(1_999)}`)).toHaveLength(2_000)
  expect(problem(() => readFrom(`/${'x'.repeat(2_000)}`))).toBe(
    'The old address is too long (at most 2,000 characters)',
  )
})

test('reads a target as a path of this site or an https address', () => {
  const to = (text: string) => readTo(text, 'https://site.example')
  expect(to('/about?x=1#team')).toBe('/about?x=1#team')
  expect(to('https://SITE.example/about')).toBe('/about')
  expect(to('https://site.example/#/courses/x')).toBe('/courses/x')
  expect(to('/größe')).toBe('/gr%C3%B6%C3%9Fe')
  expect(to('https://other.example/x y')).toBe('https://other.example/x%20y')
  expect(problem(() => to('http://other.example/'))).toBe('An address of another site must start with https://')
  const either = 'Enter a path such as /about, or an address that starts with https://'
  for (const text of [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'about',
    'https://a@b.example/',
    'https:evil.example',
  ])
    expect(
      problem(() => to(text)),
      text,
    ).toBe(either)
  for (const text of ['/admin', '/api/blogs', '/#/admin/blogs', '/preview/x'])
    expect(
      problem(() => to(text)),
      text,
    ).toBe('Visitors cannot open this page')
})

test('shows no invisible character of an address, and keeps those of scripts', () => {
  expect(from('/a\u202eb')).toBe('/a%E2%80%AEb')
  expect(from('/क्\u200dष')).toBe('/क्\u200dष')
  expect(oldAddress(new URL('http://x/%00')).from).toBe('/%00')
})
