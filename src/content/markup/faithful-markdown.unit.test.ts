import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#testing/property-seed.ts'
import { faithfulMarkdown } from './faithful-markdown.ts'
import { sanitisedTree } from './sanitised-tree.ts'
import { factsOf } from './shown-facts.ts'
import { writeBlocks } from './to-markdown.ts'

const written = (html: string) => faithfulMarkdown(sanitisedTree(html))
const shown = (source: string) => factsOf(sanitisedTree(source).children)

test.each([
  [
    'words',
    '<p>Some <b>bold</b>, <i>it</i> and <s>gone</s> <code>a`b</code></p>',
    'Some **bold**, *it* and ~~gone~~ ``a`b``',
  ],
  ['spaces in marks', '<p>a<b> b </b>c</p>', 'a **b** c'],
  [
    'signs',
    '<p>*a* _b_ [x](y) &lt;b> # 1. ~~x~~ &amp;amp;</p>',
    '\\*a\\* \\_b\\_ \\[x]\\(y) \\<b> # 1. \\~\\~x\\~\\~ \\&amp;',
  ],
  [
    'beginnings of blocks',
    '<p># a</p><p>- a</p><p>1. a</p><p>> a</p><p>+ a</p>',
    '\\# a\n\n\\- a\n\n1\\. a\n\n\\> a\n\n\\+ a',
  ],
  ['line breaks', '<p>one<br>two<br></p>', 'one\\\ntwo'],
  ['headings', '<h2>Two</h2><h3>Three <em>3</em></h3>', '## Two\n\n### Three *3*'],
  ['lists', '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>', '- a\n  - b\n- c'],
  ['numbers', '<ol start="3"><li>c</li><li>d</li></ol>', '3. c\n4. d'],
  ['filled points', '<ol><li><p>a</p><p>b</p></li></ol>', '1. a\n\n   b'],
  ['two lists', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n<!-- -->\n\n- b'],
  ['tasks', '<ul><li class="task-list-item"><input type="checkbox" checked> a</li></ul>', '- [x] a'],
  ['code', '<pre><code class="language-js">a\n\n```\nb</code></pre>', '````js\na\n\n```\nb\n````'],
  ['quotations', '<blockquote><p>a</p><blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
  ['callouts', '<blockquote><p>[!TIP]<br>a</p></blockquote>', '> [!TIP]\n> a'],
  [
    'folded texts',
    '<details><summary>A <b>b</b></summary><ul><li>c</li></ul></details>',
    '<details><summary>A <b>b</b></summary>\n\n- c\n\n</details>',
  ],
  [
    'captions',
    '<figure><img src="/a.png" alt="A"><figcaption>So <em>it</em> is</figcaption></figure>',
    '![A](/a.png "So it is")',
  ],
  [
    'captions with links',
    '<figure><img src="/a.png" alt="A"><figcaption><a href="/x">x</a></figcaption></figure>',
    '<figure><img src="/a.png" alt="A"><figcaption><a href="/x">x</a></figcaption></figure>',
  ],
  ['linked pictures', '<p><a href="/x"><img src="/a.png" alt="A"></a></p>', '[![A](/a.png)](/x)'],
  [
    'sizes',
    '<p><img src="/a.png" alt="A" class="picture-small"></p>',
    '<img src="/a.png" alt="A" class="picture-small">',
  ],
  [
    'long galleries',
    `<p>${'<img src="/a.png" alt="A" title="B">'.repeat(5)}</p>`,
    `${Array(3).fill('![A](/a.png "B")').join(' ')}\n\n${Array(2).fill('![A](/a.png "B")').join(' ')}`,
  ],
  [
    'tables',
    '<table><tr><th>a</th><th align="right">b</th></tr><tr><td>1|2</td><td align="right">x<br>y</td></tr></table>',
    '| a | b |\n| - | -: |\n| 1\\|2 | x<br>y |',
  ],
  [
    'merged cells',
    '<table><tr><td colspan="2">a</td></tr></table>',
    '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
  ],
  ['videos', '<p>https://youtu.be/dQw4w9WgXcQ</p>', 'https://youtu.be/dQw4w9WgXcQ'],
  [
    'elements of HTML',
    '<p>H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>m</mark> <span class="color-red">red</span></p>',
    'H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>m</mark> <span class="color-red">red</span>',
  ],
  [
    'alignment',
    '<div class="align-center"><p>a</p>b</div>',
    '<p class="align-center">a</p>\n\n<p class="align-center">b</p>',
  ],
  ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
  ['places', '<h2 id="x">A</h2><p id="y">b <a href="#x">up</a></p>', '## <a id="x"></a>A\n\nb [up](#x)'],
  ['footnotes', 'A[^1]\n\n[^1]: The *proof*', 'A[^1]\n\n[^1]: The *proof*'],
  ['front matter that is none', '<hr><p>title: a</p><hr>', '<hr>\n<p>title: a</p>\n<hr>'],
])('writes %s', (_, source, markdown) => {
  expect(written(source)).toBe(markdown)
  expect(shown(markdown).filter(isSeen)).toEqual(shown(source).filter(isSeen))
})

/** Signs that mean something in Markdown, in HTML or in our texts. */
const nasty =
  '* ** _ __ ` `` ``` ~ ~~ [ ] ( ) [x](y) ![x](y) [x] [^1] [^1]: [x]: < > <b> </b> <tag> <!-- & &amp; &amp;amp; &lt; &#35; \\ \\\\ | # ## + - -- --- = === 1. 1) 10. > : :: ::: :smile: ! @ a@b.co https://example.com/a_b http://x.y www.example.com $ $$ { } {{x}} [caption] [/caption] [[x ||  "  \' … \u00a0 \u200b é 漢字 「x」 नमस्ते שלום مرحبا 🙂 👩‍👩‍👧 \u0301 title: +++ [!NOTE] ~~~ ^ % / .'.split(
    ' ',
  )
const words = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('word', 'two words', 'A', '1', ' ', '\n', 'sentence.') },
      { weight: 3, arbitrary: fc.constantFrom(...nasty) },
      { weight: 1, arbitrary: fc.string({ maxLength: 5, unit: 'grapheme' }) },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join('').replace(/[\p{Cc}\p{Cs}]/gu, ' '))
const escaped = words.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
const pair = (tag: string, inner: string, attributes = '') => `<${tag}${attributes}>${inner}</${tag}>`

const { line, blocks } = fc.letrec<{ inline: string; line: string; block: string; blocks: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 2 },
    escaped,
    fc.constantFrom('<br>', '<img src="/a.png" alt="a [b] *c*">', '<wbr>', ' '),
    fc
      .tuple(
        fc.constantFrom(
          'b',
          'strong',
          'i',
          'em',
          's',
          'u',
          'code',
          'kbd',
          'mark',
          'sub',
          'sup',
          'q',
          'small',
          'cite',
          'span',
          'ins',
          'ruby',
        ),
        tie('line'),
      )
      .map(([tag, inner]) => pair(tag, inner)),
    tie('line').map((inner) => pair('span', inner, ' class="color-red"')),
    fc
      .tuple(fc.constantFrom('/x', '/a_b(c)', 'https://example.com/a?b=c&amp;d', '#x', 'mailto:a@b.co'), tie('line'))
      .map(([href, inner]) => pair('a', inner, ` href="${href}"`)),
  ),
  line: fc.array(tie('inline'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  block: fc.oneof(
    { maxDepth: 2 },
    tie('line').map((inner) => pair('p', inner)),
    tie('line'),
    fc.tuple(fc.integer({ min: 1, max: 6 }), tie('line')).map(([level, inner]) => pair(`h${level}`, inner)),
    fc
      .tuple(
        fc.constantFrom('ul', 'ol'),
        fc.array(fc.oneof(tie('line'), tie('blocks')), { minLength: 1, maxLength: 3 }),
      )
      .map(([tag, points]) => pair(tag, points.map((point) => pair('li', point)).join(''))),
    tie('blocks').map((inner) => pair('blockquote', inner)),
    tie('blocks').map((inner) => pair('div', inner)),
    tie('line').map((inner) => pair('p', inner, ' class="align-center"')),
    tie('line').map((inner) => pair('p', inner, ' id="x"')),
    escaped.map((inner) => pair('pre', pair('code', inner, ' class="language-js"'))),
    tie('line').map((inner) => pair('pre', inner)),
    fc.constant('<hr>'),
    fc.tuple(tie('line'), tie('line')).map(([a, b]) => `<table><tr><th>${a}</th></tr><tr><td>${b}</td></tr></table>`),
    fc.tuple(tie('line'), tie('blocks')).map(([a, b]) => `<table><tr><td>${a}</td><td>${b}</td></tr></table>`),
    fc.tuple(tie('line'), tie('blocks')).map(([a, b]) => pair('details', pair('summary', a) + b)),
    fc.tuple(tie('line'), tie('line')).map(([a, b]) => `<dl><dt>${a}</dt><dd>${b}</dd></dl>`),
    tie('line').map((caption) => `<figure><img src="/f.png" alt="f"><figcaption>${caption}</figcaption></figure>`),
    tie('line').map((inner) => `<ul><li class="task-list-item"><input type="checkbox"> ${inner}</li></ul>`),
    fc.constantFrom(
      '<p>https://youtu.be/dQw4w9WgXcQ</p>',
      '<p><img src="/b.png" alt="" title="T &quot;t&quot; *x*"></p>',
    ),
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n')),
}))

test('shows all that its source shows, whatever the source', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: blocks }, { weight: 1, arbitrary: line }), (html) => {
      const tree = sanitisedTree(`<div>\n${html}\n</div>`)
      const wanted = factsOf(tree.children)
      const source = faithfulMarkdown(tree)
      expect(shown(source).filter(isSeen), source).toEqual(wanted.filter(isSeen))
    }),
    { numRuns: runs(450) },
  )
})

/** Places to which no link leads are left out; the others are next to the words to which they belong. */
const isSeen = (fact: string) => !fact.startsWith('place ')

test('plain blocks need no second reading, whatever classes another program gave them', () => {
  const html =
    '<h2 class="wp-block-heading">A part</h2><ul class="wp-block-list"><li class="x">One</li></ul><p class="lead">Words, see <a class="y" href="/b">b</a>.</p>'
  expect(writeBlocks(sanitisedTree(html)).map(({ block, isSure }) => [block.text, isSure])).toEqual([
    ['## A part', true],
    ['- One', true],
    ['Words, see [b](/b).', true],
  ])
})
