import { expect, test } from 'vitest'
import { limitOf } from './other-messages.shared.server.ts'

test.each([
  ['two emails a month', { most: 2, days: 30 }],
  ['Once a week', { most: 1, days: 7 }],
  ['4 newsletters per quarter', { most: 4, days: 91 }],
  ['twice each Month', { most: 2, days: 30 }],
  ['one newsletter every two weeks', undefined],
  ['a newsletter now and then', undefined],
  ['', undefined],
])('the promise %j allows %j', (promise, limit) => expect(limitOf(promise)).toEqual(limit))
