import { expect, test } from 'vitest'
import { limitOf } from './other-messages.shared.server.ts'

test.each([
  ['two e-mails a month', { most: 2, days: 30 }],
  ['Once a week', { most: 1, days: 7 }],
  ['4 letters per quarter', { most: 4, days: 91 }],
  ['twice each Month', { most: 2, days: 30 }],
  ['one letter every two weeks', undefined],
  ['a letter now and then', undefined],
  ['', undefined],
])('the promise %j allows %j', (promise, limit) => expect(limitOf(promise)).toEqual(limit))
