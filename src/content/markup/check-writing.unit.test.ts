import { expect, test } from 'vitest'
import { render } from '#testing/render.ts'
import { checkWriting, linksIn } from './check-writing.ts'

const check = (content: string, more: object = {}) =>
  checkWriting({
    title: 'A title',
    excerpt: 'What it is about.',
    imageUrl: '',
    imageAlt: '',
    content,
    ...render(content, { siteOrigin: 'https://we.test' }),
    ...more,
  })

test('a careful post has no problems', () => {
  const content =
    '## One\n\n### Two\n\n![A chart](/media/0123456789abcdef-800x600.webp)\n\n```ts\nlet a = `<iframe>`\n```\n\nThe `<svg>` element.'
  expect(check(content)).toEqual([])
})

test.each([
  ['![A](/a.png) ![](/b.png)', 'Image 2 has no alternative text.', { element: 'img', index: 1 }],
  [
    'A ![chart]() here',
    'An image is missing: it could not be copied. Drop the file on its placeholder in the text, or delete the placeholder.',
    { element: 'missing', index: 0 },
  ],
  ['```\nplain\n```', 'Code block 1 has no language.', { element: 'pre', index: 0 }],
  ['Read [[invoice first.', '“[[invoice first.” is left over in the text.', null],
  ['<iframe src="https://x.test"></iframe>\n\n<IFRAME></IFRAME>', 'Pages will not show <iframe>.', null],
])('%j: %s', (content, text, place) => {
  expect(check(content)).toEqual([{ text, place }])
})

test.each([
  [{ title: 'x'.repeat(71) }, /71 characters/],
  [{ title: 'Copy of Moving' }, /^The title begins with “Copy of”\.$/],
  [{ excerpt: 'For {company}' }, /^“\{company\}” is left over in the excerpt\.$/],
  [{ lines: { client: '[insert name]' } }, /left over in the client/],
  [{ excerpt: 'The very first words of this text!' }, /repeats the beginning/],
  [{ imageUrl: '/media/a.webp' }, /The image has/],
])('%j is noticed', (more, text) => {
  expect(check('The very first words of this text, and more of them.', more)).toEqual([
    { text: expect.stringMatching(text), place: expect.anything() },
  ])
})

test('a link to something that visitors do not see is named, at its place in the text', () => {
  const html =
    '<p><a href="/a">a</a> <span class="color-red">b</span> <span data-leads-to="a draft: Moving">c</span> <a href="/d">d</a></p>'
  expect(check('', { html })).toEqual([
    { text: 'This link leads to a draft: Moving', place: { element: 'a', index: 1 } },
  ])
  expect(linksIn(html)).toEqual([
    { href: '/a', index: 0 },
    { href: '/d', index: 2 },
  ])
})

test('lists each link to a page once, without those to its own headings', () => {
  const content =
    '## Costs\n\n[a](/blog/a#x) [again](/blog/a) [below](#costs) [mail](mailto:a@b.test) [out](https://o.test/)'
  expect(linksIn(render(content, { siteOrigin: 'https://we.test' }).html)).toEqual([
    { href: '/blog/a', index: 0 },
    { href: 'https://o.test/', index: 4 },
  ])
})
