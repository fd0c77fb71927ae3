import { expect, test } from 'vitest'
import { originOf } from './node-http.ts'

test.each([
  ['localhost', 'http://localhost:3000'],
  ['0.0.0.0', 'http://0.0.0.0:3000'],
  ['10.0.0.7', 'http://10.0.0.7:3000'],
  ['::1', 'http://[::1]:3000'],
  ['::', 'http://[::]:3000'],
  ['2001:db8::a1', 'http://[2001:db8::a1]:3000'],
  ['::ffff:10.0.0.7', 'http://[::ffff:10.0.0.7]:3000'],
  ['www.acme.example', 'http://www.acme.example:3000'],
])('a server at %s is at %s', (host, origin) => {
  expect(originOf(host, 3000)).toBe(origin)
})
