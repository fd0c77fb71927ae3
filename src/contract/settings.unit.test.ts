import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { choice, flag, group, number, text, words } from './settings.ts'

const tea = group('tea', {
  title: 'Tea',
  lead: 'How tea is made.',
  access: 'writeSite',
  pages: [],
  panels: {
    Leaves: {
      kind: choice('Kind', 'Any', { green: 'Green', black: 'Black' }),
      note: text('Note', { standard: '', mayBeEmpty: true }),
    },
    Water: {
      minutes: number('Minutes', 1, 10, { standard: '3' }),
      hot: flag('Hot', { standard: true }),
      hours: text('Hours', { standard: '8-18', read: (value) => value.split('-').map(Number) }),
    },
    Words: words({ title: 'Tea of {brand}' }, { Opening: { title: { label: 'Title' } } })['Opening'] ?? {},
  },
})

test('the values are the stored ones, or else the defaults, with their types', () => {
  const shipped: { kind: 'green' | 'black' | undefined; note: string; minutes: number; hot: boolean; hours: number[] } =
    tea.of({})
  expect(shipped).toEqual({ kind: undefined, note: '', minutes: 3, hot: true, hours: [8, 18], title: 'Tea of {brand}' })
  expect(tea.of({ own: { tea: { kind: 'black', minutes: 5, hot: false, hours: '9-17' } } })).toMatchObject({
    kind: 'black',
    minutes: 5,
    hot: false,
    hours: [9, 17],
  })
})

test('a stored value that the rule refuses today is read as none of the choices', () => {
  expect(tea.read({ kind: 'white' }).kind).toBeUndefined()
})

test('a change is checked by the rules, and null restores the default', () => {
  const messages = (given: object) => z.safeParse(tea.input, given).error?.issues.map(({ message }) => message)
  expect(messages({ kind: null, note: '', minutes: '7', hot: true, hours: null, title: ' One\nline ' })).toBeUndefined()
  expect(z.parse(tea.input, { title: ' One\nline ' })).toEqual({ title: 'One line' })
  expect(messages({ minutes: 11 })).toEqual(['Minutes must be a whole number from 1 to 10'])
  expect(messages({ minutes: 2.5 })).toEqual(['Minutes must be a whole number from 1 to 10'])
  expect(messages({ note: 'x'.repeat(201) })).toEqual(['Note is too long (at most 200 characters)'])
  expect(messages({ note: 'a\0b' })).toEqual(['This text holds a character that cannot be stored'])
  expect(messages({ hot: 'yes' })).toEqual(['Send true or false'])
})

test('the defaults are those that the declaration has', () => {
  expect(tea.standards).toEqual({
    kind: '',
    note: '',
    minutes: '3',
    hot: true,
    hours: '8-18',
    title: 'Tea of {brand}',
  })
})
