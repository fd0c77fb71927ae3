import { readdirSync, readFileSync } from 'node:fs'
import { Node as BlockType, getSchema, type JSONContent, Mark as MarkType } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inlineNodes, writerOf } from '#admin/editor/blocks/all.ts'
import { runs } from '#testing/property-seed.ts'
import { contentExtensions, openContent, readContent } from './read-content.ts'
import { writeContent } from './write-content.ts'

const schema = getSchema(contentExtensions)
const docOf = (json: JSONContent) => Node.fromJSON(schema, json)
const throughTheEditor = (source: string) => writeContent(docOf(readContent(source).doc))

describe('saving the visual view', () => {
  test.each([
    ['words', 'Plain **bold** *italic* ~~gone~~ `code` [link](https://example.com/a "there") end'],
    ['links to records', '[one](/go/blogs/0193-a/one#costs) and [**two**](/go/cases/0193-b "Two")'],
    ['a link to a record in HTML', '<p class="align-center"><a href="/go/blogs/0193-a/one">one</a></p>'],
    ['bold inside a word', 'un**believ**able'],
    ['bold code and linked code', '**`a`** and [`b`](https://example.com/)'],
    ['headings', '## Two\n\n### Three\n\nText'],
    ['a list', '- one\n- two\n  - deeper\n  - still\n- three'],
    ['a numbered list', '3. three\n4. four'],
    ['tasks', '- [x] done\n- [ ] to do'],
    ['a quotation', '> said\n>\n> - so\n> - it is'],
    ['code', '```ts\nconst a = 1\n\nconst b = `</pre>`\n```'],
    ['a table', '| a | b |\n| :- | -: |\n| 1 | **2** |'],
    ['line breaks', 'one\\\ntwo'],
    ['a picture', 'See ![a dog](/media/0123456789abcdef-800x600.webp "Rex") here'],
    ['a rule', 'a\n\n---\n\nb'],
    ['the place of a missing picture', 'See ![a dog]() here'],
    ['an embedded picture', 'See ![a dog](data:image/png;base64,iVBORw0KGgo=) and `data:image/png;base64,AAAA`'],
    ['colour and underline', 'a <span class="color-red">red **word**</span> and <u>line</u>'],
    ['marks without a tool', 'H<sub>2</sub>O, x<sup>2</sup>, <mark>seen **it**</mark>'],
    ['alignment', '<p class="align-center">Middle <strong>of</strong> it</p>\n\nand plain'],
    ['indent', '<p class="indent-2">In</p>\n\n<h3 class="align-right indent-1">Right</h3>'],
    ['a point that begins with code', '- ```\n  a\n  ```\n- b'],
    ['two lists in a row', '- a\n\n<!-- -->\n\n- b'],
    ['a callout', '> [!WARNING]\n> Mind the **gap**\n>\n> - so'],
    ['a callout without words in its first paragraph', '> [!NOTE]\n>\n> ```\n> a\n> ```'],
    ['folded text', '<details><summary>More <em>of it</em></summary>\n\n- a\n\ntext\n\n</details>'],
    ['unfolded text', '<details open><summary>More</summary>\n\ntext\n\n</details>'],
    [
      'a small picture',
      '<img src="/media/0123456789abcdef-800x600.webp" alt="a dog" title="Rex" class="picture-small">',
    ],
    ['a gallery', '![a](/media/0123456789abcdef-800x600.webp) ![b](/media/0123456789abcdef-800x600.webp)'],
    ['a video', 'a\n\nhttps://youtu.be/dQw4w9WgXcQ?t=9\n\nb'],
    ['a video whose name has Markdown signs', '> https://www.youtube.com/watch?v=__a_b-__c_d'],
    ['an unlisted video', 'https://vimeo.com/76979871/abcdef1234'],
    ['signs that mean something', '1\\. not a list, \\*not bold\\*, \\<b>, a_b_c, # no heading\n\n\\# none here'],
  ])('keeps %s as it is', (_, source) => {
    expect(readContent(source).unsupported).toEqual([])
    expect(openContent(source).rich).not.toBeNull()
    expect(throughTheEditor(source)).toBe(source)
  })

  test('turns HTML into Markdown that reads the same', () => {
    const html =
      '<h2>Title</h2><p>Some <b>bold</b>,<br>new <i>line</i>&nbsp;x</p><ul><li><p>one</p></li><li>two<ol><li>deep</li></ol></li></ul><p style="text-align: center">mid</p>'
    expect(openContent(html).rich).not.toBeNull()
    expect(throughTheEditor(html)).toBe(
      '## Title\n\nSome **bold**,\\\nnew *line*\u00a0x\n\n- one\n- two\n  1. deep\n\n<p class="align-center">mid</p>',
    )
  })

  test('writes a table with merged or filled cells as HTML', () => {
    const html = '<table><tr><th>a</th><th>b</th></tr><tr><td colspan="2"><p>x</p><ul><li>y</li></ul></td></tr></table>'
    const source = throughTheEditor(html)
    expect(source).toBe(
      '<table><tr><th>a</th><th>b</th></tr><tr><td colspan="2"><p>x</p><ul><li><p>y</p></li></ul></td></tr></table>',
    )
    expect(openContent(html).rich).not.toBeNull()
  })

  test('moves white space at the ends of bold text outside', () => {
    const doc = docOf({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: ' b ', marks: [{ type: 'bold' }] },
            { type: 'text', text: 'c ' },
          ],
        },
        { type: 'paragraph' },
      ],
    })
    expect(writeContent(doc)).toBe('a **b** c')
  })
})

describe('content that the editor has no block for', () => {
  const text = [{ type: 'text', text: 'words' }]
  const block = { type: 'unknownBlock', content: text }
  test.each([
    ['between the blocks', block],
    ['in Markdown', { type: 'blockquote', content: [block] }],
    ['in HTML', { type: 'taskList', content: [{ type: 'taskItem', content: [{ type: 'paragraph' }, block] }] }],
    ['in a line', { type: 'paragraph', content: [{ type: 'unknownInline' }] }],
    ['as a mark', { type: 'paragraph', content: [{ ...text[0], marks: [{ type: 'unknownMark' }] }] }],
    [
      'as a mark in HTML',
      { type: 'paragraph', attrs: { indent: 1 }, content: [{ ...text[0], marks: [{ type: 'unknownMark' }] }] },
    ],
  ])('is never written as something else: %s', (_, content) => {
    const unknown = [
      BlockType.create({ name: 'unknownBlock', group: 'block', content: 'inline*' }),
      BlockType.create({ name: 'unknownInline', group: 'inline', inline: true }),
      MarkType.create({ name: 'unknownMark' }),
    ]
    const wider = getSchema([...contentExtensions, ...unknown])
    const doc = Node.fromJSON(wider, { type: 'doc', content: [content] })
    expect(() => writeContent(doc)).toThrow(/^The editor cannot write “unknown(Block|Inline|Mark)”/)
  })

  test('is not in its schema', () => {
    for (const [name, type] of Object.entries(schema.nodes)) {
      if (type.isInGroup('block')) expect(() => writerOf(type.create()), name).not.toThrow()
      if (type.isInline && !['text', 'hardBreak'].includes(name))
        expect(inlineNodes.map(({ node }) => node)).toContain(name)
    }
    for (const type of Object.keys(schema.marks))
      for (const indent of [0, 1]) {
        const content = [{ ...text[0], marks: [{ type }] }]
        expect(
          writeContent(docOf({ type: 'doc', content: [{ type: 'paragraph', attrs: { indent }, content }] })),
        ).toMatch(/words/)
      }
  })
})

describe('unsupported content', () => {
  test.each([
    ['Press <kbd>Ctrl</kbd>', /<kbd>/],
    ['A claim[^1]\n\n[^1]: The proof', /footnotes/],
    ['<iframe src="https://example.com"></iframe>\n\ntext', /<iframe>/],
    ['text <!-- ask Asha -->', /comments/],
    ['<h2 id="costs">Costs</h2>', /anchors/],
    ['<p lang="hi">नमस्ते</p>', /lang/],
    ['- [x] done\n- plain', /tasks and other/],
    ['<dl><dt>a</dt><dd>b</dd></dl>', /<dl>/],
    ['---\ntitle: A plan\n---\n\nText', /front matter/],
  ])('names %s', (source, why) => {
    const opened = openContent(source)
    expect(opened.rich).toBeNull()
    expect(opened).toHaveProperty('why', expect.stringMatching(why))
  })
})

test('loses no word of the sample posts', () => {
  const folder = 'content/demo/posts'
  for (const name of readdirSync(folder)) {
    const source = readFileSync(`${folder}/${name}`, 'utf8').split(/^---$/m).slice(2).join('---')
    const { doc } = readContent(source)
    const again = readContent(writeContent(docOf(doc))).doc
    expect(docOf(again).toJSON(), name).toEqual(docOf(doc).toJSON())
  }
})

/** Any document that staff can make reads the same after it was written. */
const awkward = fc.constantFrom(
  '*',
  '_',
  '`',
  '~',
  '<b>',
  '&amp;',
  '[x]',
  '(y)',
  '|',
  '\\',
  '#',
  '1.',
  '- ',
  '+',
  '>',
  '!',
  '://',
  '"',
  '  ',
  'é',
  '🙂',
  '\u00a0',
  '.',
)
const wordText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 6 }) },
  awkward,
  fc.constantFrom('word', 'two words', ' x '),
)
// Without characters that could make an email address, which reads as a link; see the test of addresses.
const cleanText = wordText.map((text) => text.replace(/[\p{Cc}@]/gu, '') || 'x')
const plainMark = fc
  .constantFrom('bold', 'italic', 'strike', 'underline', 'code', 'highlight', 'subscript')
  .map((type) => ({ type }))
const anyMark = fc.oneof(
  { weight: 4, arbitrary: plainMark },
  fc.constant({ type: 'textColor', attrs: { color: 'color-red' } }),
  fc.constant({ type: 'link', attrs: { href: 'https://example.com/a_b(c)' } }),
)
const inlineNode = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('text'),
      text: cleanText,
      marks: fc.uniqueArray(anyMark, { maxLength: 3, selector: ({ type }) => type }),
    }),
  },
  fc.constant({ type: 'hardBreak' }),
  fc.constant({ type: 'image', attrs: { src: '/media/x.webp', alt: 'a [b] *c*', title: 'say "t"' } }),
)
const inlineContent = fc.array(inlineNode, { minLength: 1, maxLength: 5 })
const paragraph = fc.record({
  type: fc.constant('paragraph'),
  attrs: fc.constantFrom({}, {}, { align: 'center' }, { indent: 3 }),
  content: inlineContent,
})
const { block } = fc.letrec<{ block: JSONContent; list: JSONContent }>((tie) => ({
  list: fc
    .tuple(
      fc.constantFrom('bulletList', 'orderedList', 'taskList'),
      fc.array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 1 })), { minLength: 1, maxLength: 3 }),
    )
    .map(([type, items]) => ({
      type,
      content: items.map(([first, rest]) => ({
        type: type === 'taskList' ? 'taskItem' : 'listItem',
        content: [first, ...rest],
      })),
    })) as fc.Arbitrary<JSONContent>,
  block: fc.oneof(
    { maxDepth: 2 },
    paragraph as fc.Arbitrary<JSONContent>,
    fc.record({
      type: fc.constant('heading'),
      attrs: fc.record({ level: fc.integer({ min: 1, max: 6 }) }),
      content: inlineContent,
    }) as fc.Arbitrary<JSONContent>,
    fc.record({
      type: fc.constant('codeBlock'),
      attrs: fc.constantFrom({}, { language: 'ts' }),
      content: fc.constantFrom([{ type: 'text', text: 'a\n\n  b ``` </pre>' }]),
    }) as fc.Arbitrary<JSONContent>,
    fc.constant({ type: 'horizontalRule' }),
    fc.constant({ type: 'video', attrs: { src: 'https://youtu.be/__w4w9WgX__' } }),
    tie('list'),
    fc.record({
      type: fc.constant('blockquote'),
      content: fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
    }) as fc.Arbitrary<JSONContent>,
    fc.array(fc.array(inlineContent, { minLength: 2, maxLength: 2 }), { minLength: 2, maxLength: 3 }).map((rows) => ({
      type: 'table',
      content: rows.map((row, at) => ({
        type: 'tableRow',
        content: row.map((content) => ({
          type: at === 0 ? 'tableHeader' : 'tableCell',
          content: [{ type: 'paragraph', content }],
        })),
      })),
    })) as fc.Arbitrary<JSONContent>,
  ),
}))

test('reads every written character again, with its marks', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (content) => {
      const saved = writeContent(docOf({ type: 'doc', content }))
      const opened = readContent(saved)
      expect(opened.unsupported, saved).toEqual([])
      const again = readContent(writeContent(docOf(opened.doc))).doc
      expect(docOf(again).toJSON(), saved).toEqual(docOf(opened.doc).toJSON())
      expect(lettersOf(docOf(opened.doc)), saved).toEqual(lettersOf(docOf({ type: 'doc', content })))
    }),
    { numRuns: runs(500) },
  )
})

test.each([
  ['lists in lists', `${'* '.repeat(75_000)}a`],
  ['a table that is filled up', `|${'a|'.repeat(3331)}\n|${'-|'.repeat(3331)}\n${'|\n'.repeat(3331)}`],
  ['emphasis without end', '*a **b '.repeat(20_000)],
  ['headings without a blank line', 'a\n-\n'.repeat(40_000)],
])('opens as source what would block the browser: %s', (_, source) => {
  expect(openContent(source)).toEqual({ rich: null, why: 'This text is too complex for the visual editor.' })
})

test('keeps a picture of another site as it is', () => {
  const source = 'See ![a dog](https://elsewhere.test/dog.png "Rex") here'
  expect(openContent(source).rich).not.toBeNull()
  expect(throughTheEditor(source).trim()).toBe(source)
})

test('reads an address in the text as a link, as the pages do', () => {
  const typed = docOf({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'write to a@b.co' }] }],
  })
  const { doc, unsupported } = readContent(writeContent(typed))
  expect(unsupported).toEqual([])
  expect(docOf(doc).textContent).toBe('write to a@b.co')
  expect(lettersOf(docOf(doc)).slice(-6)).toEqual(['a link', '@ link', 'b link', '. link', 'c link', 'o link'])
})

/** Every character with its marks, and every picture: everything that a reader sees of the text. */
function lettersOf(doc: Node) {
  const letters: string[] = []
  doc.descendants(({ isText, text = '', marks, type, attrs }) => {
    const worn = marks.map((mark) => mark.type.name).sort()
    if (isText) letters.push(...[...text.replace(/[ \t\r\n]/g, '')].map((letter) => `${letter} ${worn}`))
    else if (type.name === 'image') letters.push(`${attrs['src']} ${attrs['alt']} ${attrs['title']}`)
  })
  return letters
}
