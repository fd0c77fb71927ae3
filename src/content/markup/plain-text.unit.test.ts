import fc from 'fast-check'
import '#testing/property-seed.ts'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { runs } from '#testing/property-seed.ts'
import { escapeXml, linesOf, plainToHtml } from './plain-text.ts'
import { sanitisedTree } from './sanitised-tree.ts'

/** Any UTF-16, well-formed or not, rich in what XML forbids or takes for its own. */
const unit = fc.oneof(
  fc.constantFrom(...'\0\v\f\x1b\x7f\x85\ufffe\uffff<>&"\'\r\n\t]'),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
)

/** A text as an XML parser reads it inside an element and inside an attribute. */
function read(written: string): string[] {
  const parser = new SaxesParser()
  const texts: string[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (text) => texts.push(text))
  parser.on('opentag', ({ attributes }) => texts.push(String(attributes['a'])))
  parser.write(`<x a="${written}">${written}-</x>`).close()
  return texts
}

test('any text is well-formed inside XML, without loss of characters that XML allows', () => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      const [attribute, content] = read(escapeXml(text))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML forbids
      const kept = text.replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff\p{Surrogate}]/gu, '')
      // A parser reads every line end as one line feed, and white space in an attribute as spaces.
      const lines = kept.replace(/\r\n?/g, '\n')
      expect(content).toBe(`${lines}-`)
      expect(attribute).toBe(lines.replace(/[\t\n]/g, ' '))
    }),
    { numRuns: runs(2_000) },
  )
})

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
