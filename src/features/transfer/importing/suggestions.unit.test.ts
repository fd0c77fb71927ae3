import { expect, test } from 'vitest'
import { categoryLike, choicesOf, profileLike } from './suggestions.server.ts'

test.each([
  ['cloud', 'Cloud'],
  ['Cloud computing', 'Cloud'],
  ['AWS & Azure', 'Cloud'],
  ['ai & ml', 'AI & ML'],
  ['Künstliche Intelligenz', 'AI & ML'],
  ['Machine Learning', 'AI & ML'],
  ['Sécurité', 'Security'],
  ['IT-Sicherheit', 'Security'],
  ['Digitale Transformation', 'Digital Transformation'],
  ['Softwareentwicklung', 'Development'],
  ['web development', 'Development'],
  ['Airlines', undefined],
  ['News', undefined],
  ['ニュース', undefined],
  ['', undefined],
])('the category %j is like %s', (name, category) => {
  expect(categoryLike(name)).toBe(category)
})

const profiles = [
  { id: 'a', name: 'Ásha Rao' },
  { id: 'b', name: '山田 太郎' },
]

test('finds the profile of an author by the name, without accents and case', () => {
  expect(profileLike('asha  RAO', profiles)).toBe('a')
  expect(profileLike('山田 太郎', profiles)).toBe('b')
  expect([profileLike('Asha', profiles), profileLike(' ', profiles)]).toEqual([undefined, undefined])
})

test('keeps what was chosen, and suggests again what is gone', () => {
  const found = {
    categories: [
      { source: 'News', items: 2 },
      { source: 'Cloud', items: 1 },
    ],
    authors: [
      { source: '1', name: 'Asha Rao', items: 1 },
      { source: '2', name: '', items: 1 },
      { source: '3', name: 'Zoë', items: 1 },
      { source: '4', name: 'Mira', items: 1 },
    ],
  }
  const chosen = { category: 'Security' as const, authors: [{ source: '1', profile: 'gone' }], author: 'gone' }
  const imported = new Map([['3', 'b']])
  expect(choicesOf({ found, chosen, profiles, imported, own: 'own', hasMedia: true })).toMatchObject({
    category: 'Security',
    categories: [{ category: 'Security' }, { category: 'Cloud' }],
    authors: [{ profile: 'a' }, { profile: 'own' }, { profile: 'b' }, { profile: 'new' }],
    author: 'own',
    status: 'same',
    pictures: 'given',
  })
})
