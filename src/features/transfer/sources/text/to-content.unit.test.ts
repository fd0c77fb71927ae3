import fc from 'fast-check'
import type { Element, Nodes } from 'hast'
import { describe, expect, test } from 'vitest'
import { elementsNamed } from '#content/markup/elements.ts'
import { htmlTree, sanitisedTree } from '#content/markup/sanitised-tree.ts'
import { runs } from '#testing/property-seed.ts'
import { encodedAddress, type TextFacts, withAddresses } from '../../ground/source.ts'
import { convertHere } from './convert-here.server.ts'
import { htmlToContent } from './to-content.server.ts'

const facts: TextFacts = { site: 'https://old.example', address: 'https://old.example/blog/post/' }

/** A text with its addresses in place. */
function converted(html: string, given: TextFacts = facts) {
  const { content, pictures, links, ...others } = htmlToContent(html, given)
  const whole = withAddresses(content, {
    pictures: pictures.map(({ address }) => encodedAddress(address)),
    links: links.map(encodedAddress),
  })
  return { content: whole, ...others }
}
const content = (html: string) => converted(html).content
const sentences = (html: string) => converted(html).notes.map(({ sentence }) => sentence)

describe('HTML of other programs', () => {
  test.each([
    [
      'bold by styles',
      '<p><span style="font-weight:700">a</span> <span style="font-style: italic">b</span> <span style="text-decoration: line-through">c</span></p>',
      '**a** *b* ~~c~~',
    ],
    ['underline', '<p><span style="text-decoration:underline">a</span></p>', '<u>a</u>'],
    [
      'bold that is none',
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span>a</span></p><p><span>b</span></p></b>',
      'a\n\nb',
    ],
    [
      'Word',
      '<p class="MsoNormal"><span lang="EN-US" style="font-size:12pt">a<o:p></o:p></span></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>',
      'a',
    ],
    [
      'points of Word',
      '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>  </span></span>a</p><p class="MsoListParagraph" style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o<span>  </span></span>b</p>',
      '- a\n  - b',
    ],
    ['fonts', '<font color="red" size="7">a <tt>b</tt></font>', 'a `b`'],
    [
      'centre',
      '<center>a</center><p align="right">b</p><p class="has-text-align-center">c</p><p style="text-align:left">d</p>',
      '<p class="align-center">a</p>\n\n<p class="align-right">b</p>\n\n<p class="align-center">c</p>\n\nd',
    ],
    [
      'cells',
      '<table><tr><th>a</th><th style="text-align:right">b</th></tr><tr><td>1</td><td class="has-text-align-right">2</td></tr></table>',
      '| a | b |\n| - | -: |\n| 1 | 2 |',
    ],
    ['empty paragraphs', '<p>&nbsp;</p><p></p><p>a&nbsp;</p><p><br></p>', 'a'],
    ['lines without a paragraph', 'a<br>b<p>c</p>d', 'a\\\nb\n\nc\n\nd'],
    ['the title of a page', '<h1>a</h1><h2>b</h2><h6>c</h6>', '## a\n\n### b\n\n###### c'],
    ['headings as they are', '<h2>a</h2><h4>b</h4>', '## a\n\n#### b'],
    ['lists in lists', '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', '- a\n  - b\n- c'],
    [
      'tasks',
      '<ul><li><input type="checkbox" checked> a</li><li><label><input type="checkbox"> b</label></li></ul>',
      '- [x] a\n- [ ] b',
    ],
    [
      'emoji',
      '<p>a <img class="emoji" alt="🎉" src="https://s.w.org/e.png"> <img draggable="false" class="wp-smiley" alt=":)" src="s.gif"></p>',
      'a 🎉 :)',
    ],
    ['pixels', '<p>a<img src="/t.gif" width="1" height="1"></p>', 'a'],
    [
      'code of WordPress',
      '<pre class="brush: php; title: ; notranslate">echo &quot;a&quot;;\n\n&lt;b&gt;</pre>',
      '```php\necho "a";\n\n<b>\n```',
    ],
    ['code of a kind', '<pre class="x" data-lang="abap">a &amp;&amp; b</pre>', '```abap\na && b\n```'],
    ['code by its language', '<pre><code lang="php">&lt;?php [x]</code></pre>', '```php\n<?php [x]\n```'],
    ['code in a language of people', '<pre><code lang="en">a</code></pre>', '```\na\n```'],
    [
      'code of a plugin',
      '<pre class="EnlighterJSRAW" data-enlighter-language="generic">a <b>x</b></pre><pre data-enlighter-language="js">b</pre>',
      '```\na x\n```\n\n```javascript\nb\n```',
    ],
    [
      'code with colours',
      '<pre class="wp-block-code"><code lang="js" class="language-js"><span class="k">let</span> a</code></pre>',
      '```javascript\nlet a\n```',
    ],
    [
      'numbers of lines',
      '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre><code class="language-py">a\nb</code></pre></td></tr></table>',
      '```python\na\nb\n```',
    ],
    [
      'words around code',
      '<div class="wrap"><div>Python</div><pre><code>a</code></pre></div>',
      'Python\n\n```\na\n```',
    ],
    [
      'words in the cell of code',
      '<table><tr><td>See <pre>a\nb</pre></td></tr></table>',
      '<table><tbody><tr><td>See <pre><code>a&#10;b</code></pre></td></tr></tbody></table>',
    ],
    ['a poem', '<pre>a <em>b</em>\n  c</pre>', '<pre>a <em>b</em>&#10;  c</pre>'],
    [
      'formulas',
      '<p><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math> <math><mi>y</mi></math></p>',
      '`x^2` y',
    ],
    [
      'KaTeX',
      '<p>a <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span><span class="katex-html">x1</span></span></p>',
      'a `x_1`',
    ],
    ['definitions', '<dl><dt>a<dd>b</dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['ruby', '<p><ruby>漢<rt>kan</rt></ruby></p>', '<ruby>漢<rt>kan</rt></ruby>'],
    ['right to left', '<p dir="rtl">سلام</p><p dir="rtl">a</p><p dir="ltr">b</p>', 'سلام\n\n<p dir="rtl">a</p>\n\nb'],
    [
      'languages',
      '<div lang="de"><p lang="de">Ein langer Satz auf Deutsch</p><p lang="fr">oui</p></div>',
      'Ein langer Satz auf Deutsch\n\n<p lang="fr">oui</p>',
    ],
    ['marks around blocks', '<strong><p>a</p><p>b</p></strong>', '**a**\n\n**b**'],
    ['a link around a heading', '<a href="/x"><h3>a</h3></a>', '### [a](https://old.example/x)'],
    ['a card', '<a href="/x"><div>a</div><div>b</div></a>', '[a b](https://old.example/x)'],
    ['broken markup', '<p>a <b>b <i>c</b> d</i><div>e', 'a **b _c_** *d*\n\ne'],
    [
      'elements of a page',
      '<article><header><h2>a</h2></header><section><p>b</p></section><footer>c</footer></article>',
      '## a\n\nb\n\nc',
    ],
    ['control characters', 'a\0b\u0008c\ud800d', 'abcd'],
  ])('become ours: %s', (_, html, markdown) => {
    expect(content(html)).toBe(markdown)
  })

  test.each([
    [
      'videos',
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe>',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      [],
    ],
    [
      'videos that load late',
      '<p>a</p><figure><iframe data-src="//player.vimeo.com/video/76979871"></iframe><figcaption>b</figcaption></figure>',
      'a\n\nhttps://vimeo.com/76979871\n\nb',
      [],
    ],
    [
      'embedded pages',
      '<iframe src="https://maps.example.com/x" title="Our map"></iframe>',
      '[Our map](https://maps.example.com/x)',
      ['The embedded page “Our map” of maps.example.com becomes a link.'],
    ],
    [
      'recordings',
      '<audio controls><source src="/a/b%20c.mp3">Your browser is old</audio>',
      '[b c.mp3](https://old.example/a/b%20c.mp3)',
      ['The recording “b c.mp3” becomes a link.'],
    ],
    [
      'films',
      '<video src="https://old.example/f.mp4" poster="p.jpg"></video>',
      '[f.mp4](https://old.example/f.mp4)',
      ['The video “f.mp4” of old.example becomes a link.'],
    ],
    [
      'objects',
      '<object data="/a.pdf"><p>old</p></object>',
      '[a.pdf](https://old.example/a.pdf)',
      ['The embedded file “a.pdf” becomes a link.'],
    ],
    [
      'scripts',
      '<p>a</p><script src="https://platform.example.com/w.js"></script><script>x()</script><style>p{}</style>',
      'a',
      ['A script of platform.example.com is left out.', 'A script is left out.'],
    ],
    [
      'drawings',
      '<p>a <svg><title>t</title><text>b</text></svg></p>',
      'a b',
      ['The drawing is left out; its words stay.'],
    ],
    [
      'forms',
      '<form><label>Name <input></label><select><option>x</option></select><button>Send</button></form>',
      'Name Send',
      ['A form is left out; the words around its fields stay.'],
    ],
    [
      'components',
      '<fancy-box><b>a</b></fancy-box><fancy-box>b</fancy-box>',
      '**a**b',
      ['The text of <fancy-box> stays; the element does not.'],
    ],
    [
      'unsafe links',
      '<p><a href="javascript:alert(1)">a</a></p>',
      'a',
      ['The link javascript:alert(1) cannot be followed from a page; its words stay.'],
    ],
    ['pictures without an address', '<p>a<img alt="b"></p>', 'a', ['The picture “b” has no address and is left out.']],
  ])('says what becomes of %s', (_, html, markdown, notes) => {
    expect(content(html)).toBe(markdown)
    expect(sentences(html)).toEqual(notes)
  })
})

describe('addresses', () => {
  test.each([
    ['/root', 'https://old.example/root'],
    ['other/', 'https://old.example/blog/post/other/'],
    ['../x?a=1#y', 'https://old.example/blog/x?a=1#y'],
    ['//cdn.example/a b.pdf', 'https://cdn.example/a%20b.pdf'],
    ['HTTPS://Other.example/é', 'https://other.example/%C3%A9'],
  ])('of links are absolute: %s', (href, address) => {
    expect(htmlToContent(`<a href="${href}">a</a>`, facts).links).toEqual([address])
  })

  test('stay as typed without a site, and are below its root with an address alone', () => {
    const html = '<a href="/a">a</a><a href="b">b</a>'
    expect(htmlToContent(html, {}).links).toEqual(['/a', 'b'])
    expect(htmlToContent(html, { address: '/x/y/' }).links).toEqual(['/a', '/x/y/b'])
  })

  test('lead to places of the same text, if they are there', () => {
    const html =
      '<h2 id="x">a</h2><p id="unused">b</p><a href="#x">1</a> <a href="https://old.example/blog/post/#x">2</a> <a href="#none">3</a> <a href="mailto:a@b.co">4</a>'
    expect(content(html)).toBe('## <a id="x"></a>a\n\nb\n\n[1](#x) [2](#x) 3 [4](mailto:a@b.co)')
  })

  test.each([
    ['<p><span id="x"></span></p><h2>a</h2><p><a href="#x">1</a></p>', '<a id="x"></a>\n\n## a\n\n[1](#x)'],
    ['<aside>a</aside><aside id="x">b</aside><a href="#x">1</a>', 'a\n\n<a id="x"></a>b\n\n[1](#x)'],
  ])('lead to places of empty elements and of sections: %s', (html, markdown) => {
    expect(content(html)).toBe(markdown)
  })

  test('to the item itself stay, if the place is not in its text', () => {
    const { links } = htmlToContent('<a href="https://old.example/blog/post/#comments">a</a>', facts)
    expect(links).toEqual(['https://old.example/blog/post/#comments'])
  })

  test('lead from a footnote to its mark and back', () => {
    const html = '<p>a<sup id="r1"><a href="#n1">1</a></sup></p><ol><li id="n1">b <a href="#r1">↩</a></li></ol>'
    expect(content(html)).toBe('a<sup><a id="r1"></a>[1](#n1)</sup>\n\n1. <a id="n1"></a>b [↩](#r1)')
  })

  test.each([
    ['<img src="a.jpg" alt="b">', 'https://old.example/blog/post/a.jpg'],
    ['<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/a.jpg">', 'https://old.example/a.jpg'],
    [
      '<img src="/a-300x200.jpg" srcset="/a-300x200.jpg 300w, /a.jpg 1200w, /a-768x512.jpg 768w">',
      'https://old.example/a.jpg',
    ],
    ['<picture><source srcset="/a.webp"><img src="/a.jpg"></picture>', 'https://old.example/a.jpg'],
    [
      '<img class="lazy" data-lazy-src="/a-300x200.jpg"><noscript><img src="/a-300x200.jpg"></noscript>',
      'https://old.example/a-300x200.jpg',
    ],
    ['<noscript><img src="/a.jpg"></noscript>', 'https://old.example/a.jpg'],
  ])('of pictures are the best ones, once: %s', (html, address) => {
    expect(htmlToContent(html, facts).pictures.map((picture) => picture.address)).toEqual([address])
  })

  test('are in a caption, a gallery and a link', () => {
    expect(
      content(
        '<figure><a href="/b.jpg"><img src="/a.jpg" alt="x" title="file name"></a><figcaption>c</figcaption></figure>',
      ),
    ).toBe('[![x](https://old.example/a.jpg "c")](https://old.example/b.jpg)')
    expect(content('<p><img src="/a.jpg" alt="" title="t"><img src="/b.jpg" alt=""></p>')).toBe(
      '![](https://old.example/a.jpg "t") ![](https://old.example/b.jpg)',
    )
    expect(content('<p><img src="/a.jpg" alt="" title="t"></p>')).toBe('![](https://old.example/a.jpg)')
  })
})

test('an address is encoded as the web does it, whatever its signs are', () => {
  const address = 'a b\u00a0c\u3000(d)_*|"x"\'y\' <é>#क'
  expect(decodeURIComponent(encodedAddress(address))).toBe(address)
  expect(encodedAddress(address)).not.toMatch(/[\s()<>"'_*|]/)
})

test('begins with the words of its first paragraphs', () => {
  expect(converted('<h2>a</h2><p>One <b>two</b></p><p>https://youtu.be/dQw4w9WgXcQ</p><p>three</p>').begin).toBe(
    'One two three',
  )
})

const word = fc.constantFrom(
  'one',
  'two',
  '*a*',
  '_b_',
  '# c',
  '1. d',
  '- e',
  '&amp;amp;',
  '&lt;p>',
  '`f`',
  '[g](h)',
  '\\',
  '||',
  '~~i~~',
  ':::',
  '[^1]',
  '漢字',
  'मैं',
  '👍',
  'https://x.example/y_z',
  'a@b.co',
  '&nbsp;',
  '\n',
  ' ',
  '.',
)
const tag = fc.constantFrom(
  ...'p div span b i em strong u s a h1 h2 h3 h6 ul ol li blockquote table tr td th dl dt dd pre code figure figcaption details summary center font section article sup sub kbd mark label x-y o:p br hr'.split(
    ' ',
  ),
)
const attributes = fc.constantFrom(
  '',
  '',
  '',
  ' style="font-weight:bold"',
  ' style="text-align:center"',
  ' class="x"',
  ' id="y"',
  ' href="/z"',
  ' dir="rtl"',
  ' lang="de"',
  ' title="t"',
  ' colspan="2"',
)
/** Tags in any order: elements that are not closed, closed twice, or closed in another order. */
const soup = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: word },
      { weight: 2, arbitrary: fc.tuple(tag, attributes).map(([name, more]) => `<${name}${more}>`) },
      { weight: 2, arbitrary: tag.map((name) => `</${name}>`) },
      { weight: 1, arbitrary: fc.constantFrom('<img src="/a.png" alt="a">', '<img src="/b.png">') },
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map((parts) => parts.join(''))

const letters = (node: Nodes): string =>
  node.type === 'text'
    ? node.value.replaceAll(/\s/g, '')
    : 'children' in node
      ? node.children.map(letters).join('')
      : ''

test('keeps all words, headings, pictures and links of any markup, in order', () => {
  fc.assert(
    fc.property(soup, (html) => {
      const tree = htmlTree(html)
      const { content, pictures, links } = htmlToContent(html, facts)
      const shown = sanitisedTree(content)
      expect(letters(shown), content).toBe(letters(tree))
      const named = (root: typeof tree, ...names: string[]) =>
        elementsNamed(root, ...names).map(({ element }) => element)
      const says = (element: Nodes) => letters(element) !== ''
      // Broken markup has headings in headings: the inner ones count.
      const isInner = (element: Element) => named(element as never, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').length === 1
      const headings = (root: typeof tree) =>
        named(root, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')
          .filter((element) => isInner(element) && says(element))
          .map(letters)
      expect(headings(shown).join(''), content).toBe(headings(tree).join(''))
      expect(pictures.map(({ address }) => address)).toEqual(
        named(tree, 'img').map(({ properties }) => `https://old.example${String(properties.src)}`),
      )
      expect(named(shown, 'img').length, content).toBe(pictures.length)
      const shownLinks = named(shown, 'a').filter(({ properties }) => String(properties.href ?? '').includes('/l/'))
      expect(shownLinks.map(({ properties }) => properties.href).length, content).toBeLessThanOrEqual(links.length)
    }),
    { numRuns: runs(600) },
  )
})

test.each([
  ['too deep', '<div>'.repeat(100_000), 'The elements of the text are nested too deeply.'],
  ['quotations in quotations', '<blockquote>'.repeat(300), 'The elements of the text are nested too deeply.'],
  ['too long', `<p>${'word '.repeat(220_000)}</p>`, 'The text is longer than 1,000,000 characters.'],
])('refuses with a sentence what pages cannot show: %s', (_, html, reason) => {
  expect(convertHere('wordpress', html, facts)).toEqual({ reason })
})
