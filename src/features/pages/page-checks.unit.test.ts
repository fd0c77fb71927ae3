import { expect, test } from 'vitest'
import { render } from '#testing/render.ts'
import { checkPage, linksOf, type RenderedSections } from './page-checks.admin.ts'
import type { StoredSection } from './pages.contract.ts'

const html = (source: string) => {
  const { html, missingPictures } = render(source, { siteOrigin: 'https://we.test' })
  return { html, missingPictures }
}
const check = (sections: StoredSection[], more: Partial<RenderedSections & { title: string; path: string }> = {}) =>
  checkPage(
    { title: 'AWS for banks', path: 'aws-for-banks', sections, ...more },
    {
      texts: sections.flatMap(({ kind, content }) => (kind === 'text' ? [html(String(content))] : [])),
      targets: '',
      ...more,
    },
  )

const picture = '/media/0123456789abcdef-800x600.webp'
const opening = { kind: 'opening', title: 'AWS for banks', imageUrl: picture, imageAlt: 'A vault' }
const card = (more: object) => ({ title: 'One', text: 'First', ...more })

test('a careful page has no problems', () => {
  const text = { kind: 'text', content: `## One\n\n![A chart](${picture})\n\n[Contact](/contact)` }
  const cards = { kind: 'cards', cards: [card({ imageUrl: picture, imageAlt: 'A bank' }), card({ to: '/contact' })] }
  expect(check([opening, text, cards])).toEqual([])
})

test('a link to the form may lead to an event', () => {
  const event = { kind: 'event', startsAt: '2027-01-04T09:00:00.000Z', endsAt: '2027-01-04T10:00:00.000Z' }
  expect(check([{ ...opening, buttons: [{ label: 'Join', to: '#form' }] }, event])).toEqual([])
})

test.each<[string, StoredSection[], string, object]>([
  ['no opening', [{ kind: 'text', content: 'Words.' }], 'The page has no opening', { field: 'sections' }],
  [
    'two openings',
    [opening, opening],
    'Section 2, Opening: the page has more than one opening',
    { field: 'sections.1' },
  ],
  [
    'a picture in a row',
    [opening, { kind: 'cards', cards: [card({}), card({ imageUrl: picture })] }],
    'Section 2, Cards: Card 2: Image has no alternative text.',
    { field: 'sections.1.cards.1.imageAlt' },
  ],
  [
    'a picture in a text',
    [opening, { kind: 'text', content: `![](${picture})` }],
    'Section 2, Text: Image 1 has no alternative text.',
    { element: 'img', index: 0, within: 'sections.1.content' },
  ],
  [
    'words that are left over',
    [{ ...opening, text: 'For [insert name].' }],
    'Section 1, Opening: “[insert name]” is left over in the text.',
    { field: 'sections.0.text' },
  ],
  [
    'a link to a form that is not there',
    [{ ...opening, buttons: [{ label: 'Ask', to: '#form' }] }],
    'Section 1, Opening: a link leads to the form, but the page has none.',
    { field: 'sections.0.buttons.0.to' },
  ],
  [
    'a section of a newer version',
    [opening, { kind: 'hologram', title: 'x' }],
    'Section 2: Made by a newer version. Visitors do not see it.',
    { field: 'sections.1' },
  ],
])('%s is named with its section', (_what, sections, text, place) => {
  expect(check(sections)).toMatchObject([{ text: expect.stringContaining(text), place }])
})

test('a link of a button to a record that visitors do not see is named at the button', () => {
  const buttons = [
    { label: 'One', to: '/contact' },
    { label: 'Two', to: '/go/blogs/1/x' },
  ]
  const targets = '<p><a href="/contact">Link</a></p>\n<p><span data-leads-to="a draft: Moving">Link</span></p>'
  expect(check([{ ...opening, buttons }], { targets })).toEqual([
    {
      text: 'Section 1, Opening: This link leads to a draft: Moving',
      place: { field: 'sections.0.buttons.1.to' },
    },
  ])
})

test('a link to a record is left to the server, which says why it leads nowhere, and other links are requested', () => {
  const buttons = ['/go/blogs/1/x', '/old-page', '#form', 'mailto:a@b.example'].map((to) => ({ label: 'One', to }))
  expect(linksOf({ sections: [{ ...opening, buttons }], texts: [] })).toEqual([
    { href: '/old-page', place: { field: 'sections.0.buttons.1.to' }, before: 'Section 1, Opening: ' },
  ])
})

test('an empty title and a long path are noticed', () => {
  expect(check([opening], { title: ' ', path: 'a'.repeat(80) }).map(({ place }) => place)).toEqual([
    { field: 'title' },
    { field: 'path' },
  ])
})
