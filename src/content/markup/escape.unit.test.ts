import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { escapeXml } from './escape.ts'

/** Any UTF-16, well-formed or not, rich in what XML forbids or takes for its own. */
const unit = fc.oneof(
  fc.constantFrom(...'\0\v\f\x1b\x7f\x85\ufffe\uffff<>&"\'\r\n\t]'),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
)

/** What an XML parser reads of a text inside an element and inside an attribute. */
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
    { numRuns: 2_000 },
  )
})
