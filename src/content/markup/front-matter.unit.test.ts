import { expect, test } from 'vitest'
import { frontMatterOf, withoutFrontMatter } from './front-matter.ts'

test.each([
  ['one fact', '---\ntitle: A plan\n---\nText', 'Text'],
  [
    'facts of several kinds',
    '---\ntitle: "A: plan"\ntags:\n  - one\n- two\ndate: 2026-05-01 # first\n\n# more\nnested:\n  a: 1\n---\n\nText',
    '\nText',
  ],
  ['a text of several lines', '---\ndescription: >\n  Words\n  and words\nlayout: post\n---\nText', 'Text'],
  ['a list of several lines', '---\ntitle: A\ntags: [\n  "one",\n]\n---\nText', 'Text'],
  ['quoted names', '---\n"title": A\n"my key": B\n---\nText', 'Text'],
  ['dots at its end', '---\ntitle: A\n...\nText', 'Text'],
  ['line ends of Windows', '---\r\ntitle: A\r\n---\r\nText', 'Text'],
  ['blank lines and a mark before it', '\ufeff\n\n---\ntitle: A\n---\nText', 'Text'],
  ['nothing after it', '---\ntitle: A\n---', ''],
  ['TOML', '+++\ntitle = "A"\ntags = ["one"]\n[extra]\na = 1\n+++\nText', 'Text'],
  ['a text of several lines in TOML', '+++\ntitle = "A"\nsummary = """\nWords\nand words\n"""\n+++\nText', 'Text'],
  ['names in other scripts', '---\ntítulo: Un plan\nशीर्षक: योजना\n---\nText', 'Text'],
  ['capitals', '---\nTitle: A plan\nSpeaker: Asha\n---\nText', 'Text'],
  ['names in other scripts’ values', '---\ntitle: योजना\nauthor: 田中\n---\nText', 'Text'],
])('front matter is no text: %s', (_, source, text) => {
  expect(withoutFrontMatter(source)).toBe(text)
})

test.each([
  ['a dividing line', '---\n\nText\n\n---\n\nMore'],
  ['a heading below a dividing line', '---\nThe plan\n---\nText'],
  ['a note between dividing lines', '---\nNote: this is new.\n---\nText'],
  ['the head of a letter', '---\nTo: Asha\nFrom: Ravi\nDate: 5 May\n---\nText'],
  ['two notes', '---\nNote: new.\nПримечание: тоже.\n---\nText'],
  ['prose with a colon', '---\nWe say: go\nand they went.\n---\nText'],
  ['a table of signs', '---\n| a | b |\n---\n'],
  ['facts without an end', '---\ntitle: A\ntags: B\n\nText'],
  ['facts after the text', 'Text\n\n---\ntitle: A\n---\n'],
  ['code', '```\n---\ntitle: A\n---\n```'],
  ['pluses', '+++\nMore and more\n+++\n'],
])('a text without it stays as it is: %s', (_, source) => {
  expect(frontMatterOf(source)).toBeNull()
  expect(withoutFrontMatter(source)).toBe(source)
})
