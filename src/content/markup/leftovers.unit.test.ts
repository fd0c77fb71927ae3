import { expect, test } from 'vitest'
import { render } from '#testing/render.ts'
import { leftoversIn, proseOf } from './leftovers.ts'

const inText = (source: string) => leftoversIn(proseOf(render(source, { siteOrigin: 'https://we.test' }).html))

test.each([
  ['See [[invoice and pay', '[[invoice and pay'],
  ['See [[invoice]] and pay', '[[invoice]]'],
  ['Dear {{ first_name }}, hello', '{{ first_name }}'],
  ['Dear {{contact.FIRSTNAME | default: "you"}}', '{{contact.FIRSTNAME | default: “you”}}'],
  ['Dear {name}, hello', '{name}'],
  ['Dear {First name}', '{First name}'],
  ['Dear *|FNAME|*, hello', '|FNAME|'],
  ['Dear %FIRST_NAME%', '%FIRST_NAME%'],
  ['Read [insert link here] first', '[insert link here]'],
  ['On [date] in Pune', '[date]'],
  ['From [Your name]', '[Your name]'],
  ['[TODO: figures]', '[TODO: figures]'],
  ['In **{city}** today', '{city}'],
  ['Dear [{name}](https://example.org)', '{name}'],
  ['## For {company}', '{company}'],
  ['| a |\n| - |\n| {price} |', '{price}'],
])('%j has something left over', (source, left) => expect(inText(source)).toEqual([left]))

test.each([
  'Plain words.',
  'Write `{name}` or `[[` in the template.',
  '```html\n<p>{{ first_name }} *|FNAME|* [insert link]</p>\n```',
  '<pre>{name} [[x</pre>',
  'The set {a, b} and {1, 2}, and f{x}.',
  'GET /api/posts/{id} and /blog/{slug}/edit',
  'A shell writes $' + '{HOME}, C writes if (x) { return; }',
  'He said so [1], [sic] and […] and [2026].',
  'Grew by 20% and 30 % of 50%.',
  'A footnote.[^1]\n\n[^1]: The date.',
  '- [ ] open\n- [x] done',
  'A [link](https://example.org) and [[1], [2]] in a list',
  'This | that | other, |x| and |abs| and a | B | c',
  '[date](/courses) leads on',
])('%j has nothing left over', (source) => expect(inText(source)).toEqual([]))

test('names each once, and those that a field allows not at all', () => {
  expect(leftoversIn('{name} and {name}')).toEqual(['{name}'])
  expect(leftoversIn('Hello {name}, {first_name}', ['{name}'])).toEqual(['{first_name}'])
})
