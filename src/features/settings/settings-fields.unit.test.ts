import { expect, test } from 'vitest'
import { type FormFields, readValues, withStandards, writeValues } from '#admin/fields/fields.ts'
import { homeWords } from '#features/home/home-words.contract.ts'
import { groups, type SettingsGroup } from './settings.contract.ts'
import { fieldsOf, type Values } from './settings-fields.admin.ts'

const audit = { version: 1, updatedAt: '2031-03-01T10:00:00.000Z' }

/** The form of a group of which these settings are stored. */
function formOf(id: string, defaults: object, stored: object = {}, fixed: Record<string, string> = {}) {
  const described = groups[id]
  if (!described) throw new Error(`There is no group ${id}`)
  const group = { _id: id, ...audit, ...stored, defaults, fixed } as SettingsGroup
  const fields = fieldsOf(described, group) as FormFields<Values>
  const values = readValues(fields, group) as Values
  const sent = (changes: Values = {}) => writeValues(fields, { ...values, ...changes }) as Record<string, unknown>
  return { fields, values, sent }
}

test('each field has the text that the site shows, and an untouched form sends no text', () => {
  const { values, sent } = formOf('home', homeWords, { title: 'Clouds for everyone' })
  expect(values).toMatchObject({ ...homeWords, title: 'Clouds for everyone' })
  const { title, ...others } = sent()
  expect(title).toBe('Clouds for everyone')
  for (const name of Object.keys(homeWords).filter((name) => name !== 'title')) expect(others[name], name).toBeNull()
})

test('a text that equals its default, or was emptied, is sent as not set', () => {
  const { values, sent, fields } = formOf('home', homeWords, { title: 'Clouds for everyone' })
  expect(sent({ title: ` ${homeWords.title} ` })['title']).toBeNull()
  expect(sent({ title: ' ' })['title']).toBeNull()
  expect(withStandards(fields, { ...values, title: ' ' })).toEqual({ ...values, title: homeWords.title })
})

test('a text that may be empty stays so, and one without a default has nothing to restore', () => {
  const { fields, values, sent } = formOf('promises', { answerTime: 'one day', reader: 'An engineer', newsletter: '' })
  expect(sent({ answerTime: '', reader: 'An engineer' })).toEqual({ answerTime: '', reader: null, newsletter: null })
  expect(withStandards(fields, { ...values, answerTime: '' })['answerTime']).toBe('')
  expect(fields['newsletter']?.standard).toBeUndefined()
})

test('a field that the server’s environment sets shows its value, and is neither sent nor restored', () => {
  const { fields, values, sent } = formOf('company', { phone: '+91 1' }, { phone: '+91 2' }, { phone: 'COMPANY_PHONE' })
  expect(values['phone']).toBe('+91 1')
  expect(sent({ phone: '+91 3' })).not.toHaveProperty('phone')
  expect(fields['phone']?.standard).toBeUndefined()
})

test('links of the footer have their shipped rows as the default', () => {
  const { fields, values, sent } = formOf('footer', {})
  expect(fields['services']?.standard).toEqual(values['services'])
  expect(sent()['services']).toBeNull()
  expect(sent({ services: [] })['services']).toEqual([])
})
