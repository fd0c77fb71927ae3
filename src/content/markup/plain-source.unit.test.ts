import '#testing/property-seed.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainToHtml } from './plain-source.ts'
import { linesOf } from './plain-text.ts'
import { sanitisedTree } from './sanitised-tree.ts'

test.each([
  ['One.\n\n \nTwo,\r\nstill two.', '<p>One.</p>\n<p>Two,<br>still two.</p>'],
  ['We did:\n- this\n* that\n• more', '<p>We did:</p>\n<ul><li>this</li><li>that</li><li>more</li></ul>'],
  ['1. One\n2) Two\n4. Four', '<ol><li>One</li><li>Two</li></ol>\n<ol start="4"><li>Four</li></ol>'],
  ['- an item\n  that goes on\nand its end', '<ul><li>an item<br>that goes on</li></ul>\n<p>and its end</p>'],
  ['2021 was hard.\n-5 °C\n-', '<p>2021 was hard.<br>-5 °C<br>-</p>'],
  ['a <b> & *b*\n# c', '<p>a &lt;b&gt; &amp; *b*<br># c</p>'],
  ['\n \n', ''],
])('%j', (text, html) => {
  expect(plainToHtml(text)).toBe(html)
})

test('any text keeps its words, whatever they mean in Markdown or HTML', () => {
  const line = fc.string({ unit: fc.constantFrom(...'ab <>&*_`[]()#|~:!\\/.-+=0 "\'') })
  const marker = fc.constantFrom('', '- ', '  ', '1. ', '# ', '> ', '<p>', '    ', '```', '| a |')
  const text = fc.array(fc.tuple(marker, line).map((parts) => parts.join('')))
  const words = (read: string) => read.replace(/^[^\S\n]*(?:[-*•]|\d+[.)])[^\S\n]+(?=\S)/gm, '').replace(/\s+/g, '')
  fc.assert(
    fc.property(text, (lines) => {
      const shown = linesOf(sanitisedTree(plainToHtml(lines.join('\n'))))
      expect(shown.replace(/\s+/g, '')).toBe(words(lines.join('\n')))
    }),
  )
})
