import { expect, test } from 'vitest'
import { markdownOf } from './markdown-of.ts'

test('leaves Markdown as it was typed, with other addresses', () => {
  const source = `Setext
===

* a [link *with* marks](/go/blogs/1/a "t"), ![pic \\[x\\]](/media/a.webp 'T'), <https://example.com/a_b>, https://plain.example/x.
* [ref][r] and ![im][i]

[r]: </go/cases/2/b> "t"
[i]: /media/b.webp

\`\`\`
[code](/go/blogs/1/a)
\`\`\`

> [!NOTE]
> \`[code](/x)\` [a](/media/a(1).webp)

A note[^1]

[^1]: With [a link](/go/blogs/1/a)

https://youtu.be/dQw4w9WgXcQ`
  expect(markdownOf(source)).toBe(source)
  const changed = markdownOf(source, (address, kind) => `${kind}:${address.length}`)
  expect(changed).toBe(
    source
      .replace('[link *with* marks](/go/blogs/1/a', '[link *with* marks](link:13')
      .replace('(/media/a.webp', '(picture:13')
      .replace('<https://example.com/a_b>', '[https://example.com/a\\_b](link:23)')
      .replace('https://plain.example/x', '[https://plain.example/x](link:23)')
      .replace('</go/cases/2/b>', 'link:13')
      .replace('[i]: /media/b.webp', '[i]: picture:13')
      .replace('[a](/media/a(1).webp)', '[a](link:16)')
      .replace('[a link](/go/blogs/1/a)', '[a link](link:13)'),
  )
})

test.each([
  ['formats', '<p class="align-center">a <u>b</u> <span class="color-red">c</span> <kbd>d</kbd></p>', 'a b c d'],
  ['sizes', '<img src="/media/a.webp" alt="a" title="t" class="picture-small">', '![a](new "t")'],
  ['folded texts', '<details><summary>More</summary>\n\n- a\n\n</details>', '**More**\n\n- a'],
  ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>', '**a**\n\nb'],
  [
    'merged cells',
    '<table><tr><th colspan="2">a</th></tr><tr><td>b</td><td><p>c</p><ul><li>d</li></ul></td></tr></table>',
    '| a | |\n| - | - |\n| b | c d |',
  ],
  ['tables without a head', '<table><tr><td>a</td><td>b</td></tr></table>', '| | |\n| - | - |\n| a | b |'],
  [
    'captions of tables',
    '<table><caption>C</caption><tr><th>a</th></tr><tr><td>b</td></tr></table>',
    'C\n\n| a |\n| - |\n| b |',
  ],
  [
    'captions with links',
    '<figure><img src="/a.webp" alt="a"><figcaption><a href="/x">x</a></figcaption></figure>',
    '![a](new)\n\n[x](new)',
  ],
  ['quotations', '<q>a</q>', '“a”'],
  ['links around blocks', '<a href="/x"><h3>a</h3><p>b</p></a>', '### [a](new)\n\n[b](new)'],
  ['a poem', '<pre>a <em>b</em>\n c</pre>', '```\na b\n c\n```'],
  ['places', '<h2 id="x">a</h2><p><a href="#x">b</a></p>', '## a\n\n[b](new)'],
  ['numbers', '<ol reversed type="a"><li>a</li></ol>', '1. a'],
  ['footnotes next to HTML', '<u>a</u>[^1]\n\n[^1]: b', 'a[^1]\n\n[^1]: b'],
])('writes HTML without HTML: %s', (_, source, markdown) => {
  expect(markdownOf(source, () => 'new')).toBe(markdown)
})
