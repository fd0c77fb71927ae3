import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { contentExtensions, readContent } from '#admin/editor/read-content.ts'
import { writeContent } from '#admin/editor/write-content.ts'
import { readersText } from '#content/markup/comparable-text.ts'
import { folded } from '#contract/remark-anchor.ts'
import type { RemarkAnchor } from '#contract/remarks.ts'
import {
  findWords,
  giveMarks,
  lacksMarks,
  markAt,
  marksIn,
  placedText,
  remarkMarks,
  selectedWords,
  stackedTops,
} from './remark-marks.ts'

const schema = getSchema(contentExtensions)
const docOf = (source: string) => Node.fromJSON(schema, readContent(source).doc)
const plugin = remarkMarks({ onPress() {}, onKey: () => false })
const stateOf = (source: string) => EditorState.create({ doc: docOf(source), plugins: [plugin] })

const anchorOf = (quote: string, before = '', after = ''): RemarkAnchor => ({ field: 'content', quote, before, after })
const markOf = (id: string, quote: string) => ({ id, anchor: anchorOf(quote), name: 'Remark by Asha' })
const given = (...marks: ReturnType<typeof markOf>[]) => ({ marks, active: null, isShown: false })
const marked = (state: EditorState) =>
  marksIn(state).map(({ id, from, to }) => `${id}: ${state.doc.textBetween(from, to, ' ')}`)
const placeOf = (state: EditorState, words: string) => {
  const range = findWords(placedText(state.doc), anchorOf(words))
  if (!range) throw new Error(`“${words}” is not in the text`)
  return range
}
const insert = (state: EditorState, at: number, words: string) => state.apply(state.tr.insertText(words, at))
const remove = (state: EditorState, words: string) => {
  const { from, to } = placeOf(state, words)
  return state.apply(state.tr.delete(from, to))
}

const source = '## A room\n\nThe bank had **forty** servers in a room.\n\n- one room\n- two rooms\n'

test('marks stay at their words while the text around them changes, and are no part of it', () => {
  let state = stateOf(source)
  state = state.apply(giveMarks(state, given(markOf('a', 'forty servers'), markOf('b', 'two rooms'))))
  expect(marked(state)).toEqual(['a: forty servers', 'b: two rooms'])
  expect(writeContent(state.doc)).toBe(writeContent(docOf(source)))

  state = insert(state, placeOf(state, 'The bank').from, 'In March. ')
  state = insert(state, placeOf(state, 'servers').from, 'old ')
  state = insert(state, placeOf(state, 'servers in').to - 3, 's')
  expect(marked(state)).toEqual(['a: forty old servers', 'b: two rooms'])
  const { from } = placeOf(state, 'servers')
  state = state.apply(state.tr.split(from))
  expect(marked(state)).toEqual(['a: forty old  servers', 'b: two rooms'])
})

test('words that are deleted lose their mark until an undo or a paste brings them back', () => {
  let state = stateOf(source)
  const marks = given(markOf('a', 'forty servers'), markOf('b', 'one room'))
  state = remove(state.apply(giveMarks(state, marks)), 'forty servers')
  expect(marked(state)).toEqual(['b: one room'])
  expect(lacksMarks(state)).toBe(true)
  state = insert(state, placeOf(state, 'two rooms').to, ' and forty servers')
  expect(lacksMarks(state)).toBe(true)
  state = state.apply(giveMarks(state, marks))
  expect(marked(state)).toEqual(['b: one room', 'a: forty servers'])
  expect(lacksMarks(state)).toBe(false)
})

test('a mark follows the anchor that the server has moved, and stays where its words are not in the text', () => {
  let state = stateOf(source)
  state = state.apply(giveMarks(state, given(markOf('a', 'forty servers'))))
  state = state.apply(giveMarks(state, given(markOf('a', 'two rooms'))))
  expect(marked(state)).toEqual(['a: two rooms'])
  state = state.apply(giveMarks(state, given(markOf('a', 'words of another version'))))
  expect(marked(state)).toEqual(['a: two rooms'])
  expect(marked(state.apply(giveMarks(state, given())))).toEqual([])
})

test('of words that are twice in a text those with the same text around them are marked', () => {
  const state = stateOf('A room here.\n\nA room there.')
  const mark = { ...markOf('a', 'room'), anchor: anchorOf('room', 'A room here.\nA ', ' there.') }
  expect(marksIn(state.apply(giveMarks(state, given(mark))))).toEqual([
    { id: 'a', ...placeOf(state, 'room there'), to: expect.any(Number) },
  ])
})

test('of several remarks at a place the one with the fewest words is there', () => {
  let state = stateOf(source)
  state = state.apply(giveMarks(state, given(markOf('long', 'The bank had forty servers'), markOf('short', 'forty'))))
  expect(markAt(state, placeOf(state, 'forty').from + 2)).toBe('short')
  expect(markAt(state, placeOf(state, 'servers').from + 2)).toBe('long')
  expect(markAt(state, placeOf(state, 'one room').from + 2)).toBeUndefined()
})

const selectIn = (state: EditorState, from: number, to: number) =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))

test('selected words are an anchor that is found again, without white space at its ends', () => {
  const state = stateOf(source)
  const { from } = placeOf(state, 'forty')
  const { to } = placeOf(state, 'servers')
  const anchor = selectedWords(selectIn(state, from - 1, to + 1), 'content')
  expect(anchor).toMatchObject({
    field: 'content',
    quote: 'forty servers',
    after: expect.stringMatching(/^ in a room/),
  })
  expect(anchor && findWords(placedText(state.doc), anchor)).toEqual({ from, to })
  expect(selectedWords(selectIn(state, from, from), 'content')).toBeUndefined()
  expect(selectedWords(selectIn(state, from - 1, from), 'content')).toBeUndefined()
})

test('selected words may cross blocks', () => {
  const state = stateOf(source)
  const from = placeOf(state, 'in a room').from
  const { to } = placeOf(state, 'two')
  const anchor = selectedWords(selectIn(state, from, to), 'content')
  expect(anchor?.quote.split(/\s+/).join(' ')).toBe('in a room. one room two')
  expect(anchor && findWords(placedText(state.doc), anchor)).toEqual({ from, to })
})

test.each([
  ['headings and paragraphs', '## A room\n\nThe bank\nhad a **room**.\n\n### Below\n\nText'],
  ['HTML', '<h2>Title</h2><p>Some <b>bold</b>,<br>new <i>line</i>&nbsp;x</p><ul><li><p>one</p></li><li>two</li></ul>'],
  ['lists in lists', '- one\n- two\n  1. deep\n  2. deeper'],
  ['tasks', '- [x] done\n- [ ] to do'],
  ['a table', '| Step | Hours |\n| :- | -: |\n| Database | **6** |\n|  | 9 |'],
  ['code', 'Run `a  b`:\n\n```ts\nconst a = 1\n\n  const b = `</pre>`\n```\n\nafter'],
  ['quotations', '> said\n>\n> > deeper\n>\n> - so\n\nafter'],
  ['a callout', '> [!WARNING]\n> Mind the **gap**\n>\n> - so'],
  ['folded text', '<details><summary>More <em>of it</em></summary>\n\ntext\n\n</details>'],
  ['links', '[one](https://example.com/a "there") and <https://example.com/b> and [two](/go/blogs/0193-a/one#costs)'],
  ['line breaks', 'one\\\ntwo  \nthree'],
  [
    'a picture with a caption',
    'See ![a dog](/media/0123456789abcdef-800x600.webp "Rex") here\n\n![a](/media/0123456789abcdef-800x600.webp)',
  ],
  [
    'a figure',
    '<figure><img src="/media/0123456789abcdef-800x600.webp" alt="a"><figcaption>Rex</figcaption></figure>\n\nafter',
  ],
  ['a missing picture', 'See ![a dog]() here'],
  ['a rule', 'a\n\n---\n\nb'],
  ['emoji', 'A 👩🏽‍💻 and 🇮🇳 and ❤️, é and e\u0301'],
  ['other scripts', 'यह वाक्य हिन्दी में है।\n\nهذه جملة باللغة العربية\n\nこれは文です。'],
  ['marks without width and spaces that stay', 'a\u00a0b\u200bc \u202fd\u200fe soft\u00adhyphen'],
  [
    'a merged table',
    '<table><tr><th>a</th><th>b</th></tr><tr><td colspan="2"><p>x</p><ul><li>y</li></ul></td></tr></table>',
  ],
  ['colour and marks', 'H<sub>2</sub>O, <mark>seen</mark> <span class="color-red">red</span> <u>line</u>'],
])('the server and the editor read the same words of %s', (_, source) => {
  expect(readContent(source).unsupported).toEqual([])
  expect(folded(placedText(docOf(source)).text)).toBe(folded(readersText(source) ?? ''))
})

test.each([
  [
    'each at its words',
    [
      [0, 50],
      [100, 50],
    ],
    -1,
    [0, 100],
  ],
  [
    'below the one before',
    [
      [0, 50],
      [20, 50],
      [30, 50],
    ],
    -1,
    [0, 58, 116],
  ],
  [
    'the active one at its words',
    [
      [0, 50],
      [20, 50],
      [120, 50],
    ],
    2,
    [0, 58, 120],
  ],
  [
    'those before the active one up',
    [
      [80, 50],
      [90, 50],
      [150, 50],
    ],
    2,
    [34, 92, 150],
  ],
  [
    'those without room before the active one out of the text',
    [
      [0, 50],
      [10, 50],
      [20, 50],
      [30, 50],
    ],
    2,
    [-96, -38, 20, 78],
  ],
  ['nothing', [], 0, []],
] as const)('puts cards %s', (_, cards, active, tops) => {
  expect(
    stackedTops(
      cards.map(([top, height]) => ({ top, height })),
      active,
    ),
  ).toEqual(tops)
})
