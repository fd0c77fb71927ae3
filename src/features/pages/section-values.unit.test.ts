import { expect, test } from 'vitest'
import { validSection } from '#testing/valid-section.ts'
import { findKinds } from './form/find-kinds.ts'
import { pages } from './page-resource.admin.ts'
import { blankSection, isNewer, lookOf, problemsOf, sectionsToSend, withValue } from './section-values.ts'
import { sectionKinds } from './sections/all.contract.ts'

const kinds = sectionKinds.map(({ kind }) => kind)

test.each(kinds)('a new %s, and a filled one, belong to this version and can be sent', (kind) => {
  expect(isNewer(blankSection(kind))).toBe(false)
  const filled = validSection(kind, { optional: true })
  expect(isNewer(filled)).toBe(false)
  expect(sectionsToSend([filled])).toEqual([filled])
  expect(problemsOf(filled)).toEqual([])
})

test('a section with an unknown kind, field or value is from a newer version, and is sent as it is', () => {
  const cards = [
    { title: 'One', text: 'x', colour: 'red' },
    { title: 'Two', text: 'y' },
  ]
  const newer = [
    { kind: 'carousel', slides: ['', []] },
    { kind: 'opening', title: 'x', colour: 'red' },
    { kind: 'cards', cards },
    { kind: 'opening', title: { en: 'x' } },
    { kind: 'articles', count: 3, category: 'A category of tomorrow' },
  ]
  for (const section of newer) {
    expect(isNewer(section), JSON.stringify(section)).toBe(true)
    expect(problemsOf(section)).toEqual([])
  }
  expect(sectionsToSend(newer)).toEqual(newer)
})

test('a number with a fraction is at fault, and not from a newer version', () => {
  const section = { ...validSection('event'), seats: 1.5 }
  expect(isNewer(section)).toBe(false)
  expect(problemsOf(section)).toEqual([{ path: 'seats', message: 'Seats must be a whole number' }])
})

test('blank values are none, and rows keep their positions', () => {
  const cards = [
    { title: ' ', text: '' },
    { title: 'Two', text: 'y', imageUrl: '' },
  ]
  expect(sectionsToSend([{ kind: 'cards', title: ' \n', cards }])).toEqual([
    { kind: 'cards', cards: [{}, { title: 'Two', text: 'y' }] },
  ])
})

test('the form names each problem as the call does', async () => {
  const sections = [{ kind: 'carousel' }, { kind: 'cards', cards: [{ title: 'x', to: 'javascript:1' }, { text: 'y' }] }]
  const { contract, fields } = pages
  const read = contract.safeParse({ title: 'x', path: 'x', sections: fields.sections.write(sections) })
  expect(read.error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'sections.1.cards.0.text',
    'sections.1.cards.0.to',
    'sections.1.cards.1.title',
  ])
})

test('a cleared field is as one that was never filled', () => {
  const filled = withValue({ kind: 'opening', title: 'x' }, 'text', 'y')
  expect(filled).toEqual({ kind: 'opening', title: 'x', text: 'y' })
  expect(withValue(filled, 'text', '')).toEqual({ kind: 'opening', title: 'x' })
  expect(Object.keys(withValue({ title: 'x', text: 'y' }, 'title', 'z'))).toEqual(['title', 'text'])
})

test('a page looks like its opening, or like its first picture', () => {
  const picture = { kind: 'picture', imageUrl: '/media/a.webp', imageAlt: 'A' }
  expect(lookOf([picture])).toEqual({ description: '', imageUrl: '/media/a.webp' })
  expect(lookOf([picture, { kind: 'opening', title: 'x', text: 'y', imageUrl: '/media/b.webp' }])).toEqual({
    description: 'y',
    imageUrl: '/media/b.webp',
  })
})

test('the picker finds kinds by their name, their further words and their sentence', () => {
  const find = (typed: string) => findKinds([...sectionKinds], typed).map(({ kind }) => kind)
  expect(find('')).toEqual(kinds)
  expect(find('hero')).toEqual(['opening'])
  expect(find('CARD')[0]).toBe('cards')
  expect(find('video')[0]).toBe('video')
  expect(find('zzz')).toEqual([])
})
