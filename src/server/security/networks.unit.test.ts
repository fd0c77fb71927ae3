import { expect, test } from 'vitest'
import { networksOf } from './networks.ts'

test.each([
  ['203.0.113.5', '203.0.113.5', '203.0.113'],
  ['::ffff:203.0.113.5', '203.0.113.5', '203.0.113'],
  ['::ffff:cb00:7105', '203.0.113.5', '203.0.113'],
  ['2001:DB8:1:3::1', '2001:db8:1:3', '2001:db8:1'],
  ['2001:0db8::7:0:0:1', '2001:db8:0:0', '2001:db8:0'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  // As proxies write them that append the port.
  ['203.0.113.5:50123', '203.0.113.5', '203.0.113'],
  ['203.0.113.5:', '203.0.113.5', '203.0.113'],
  ['[203.0.113.5]:443', '203.0.113.5', '203.0.113'],
  ['[2001:db8:1:3::1]', '2001:db8:1:3', '2001:db8:1'],
  ['[2001:db8:1:3::1]:50123', '2001:db8:1:3', '2001:db8:1'],
  ['2001:db8:1:3:0:0:0:1:50123', '2001:db8:1:3', '2001:db8:1'],
  ['[::ffff:203.0.113.5]:50123', '203.0.113.5', '203.0.113'],
  ['[fe80::1%25eth0.7]:443', 'fe80:0:0:0', 'fe80:0:0'],
])('%s counts as %s in %s', (address, host, network) => {
  expect(networksOf(address)).toEqual({ host, network })
})

test.each([
  '',
  'unknown',
  '_hidden',
  'x7',
  '7',
  '0x7f.1',
  '203.0.113',
  '203.0.113.05',
  '203.0.113.5:http',
  '[]:443',
  '1:2:3',
])('%j is no address, and counts as all others that are none', (none) =>
  expect(networksOf(none)).toEqual(networksOf(undefined)),
)
