import { expect, test } from 'vitest'
import type { ColumnValue, Everyone, Meaning } from '../ground/imports.contract.ts'
import { isSure } from './import-sureness.ts'

const sure = (meanings: Meaning[], everyone: Everyone = 'agreed', values?: ColumnValue[]) =>
  isSure({
    everyone,
    columns: meanings.map((meaning) => ({ heading: '', samples: ['x'], meaning, ...(values && { values }) })),
  })

test('a plain list of addresses, with names and dates, needs no look at its columns', () => {
  expect(sure(['email'])).toBe(true)
  expect(sure(['email', 'name', 'date', 'topic'])).toBe(true)
  // A column without any value has nothing to say.
  expect(isSure({ everyone: 'agreed', columns: [{ heading: 'Notes', samples: [], meaning: 'ignore' }] })).toBe(true)
})

test('a file of which something is not understood does', () => {
  expect(sure(['email', 'ignore'])).toBe(false)
  expect(sure(['email'], 'unsubscribed')).toBe(false)
  expect(sure(['email', 'state'], 'agreed', [{ value: 'VIP', lines: 3 }])).toBe(false)
  expect(sure(['email', 'state'], 'agreed', [{ value: 'active', lines: 3, means: 'confirmed' }])).toBe(true)
})
