import { expect, test } from 'vitest'
import { render } from '#testing/render.ts'

const htmlOf = (source: string) => render(source).html

test('a text without a script from right to left is as before', () => {
  expect(htmlOf('# Ελλάδα\n\n- ひらがな\n\n> देवनागरी `x`')).not.toContain('dir=')
})

test.each([
  ['Hebrew', 'שלום לכולם.'],
  ['Arabic', 'أهلاً بكم.'],
  ['Persian, after digits', '12: گزارش سال'],
  ['Urdu, in quotation marks', '«خوش آمدید»'],
  ['Syriac', 'ܫܠܡܐ'],
  ['Thaana', 'މަރުޙަބާ'],
  ['Adlam', '𞤀𞤁𞤂𞤢𞤥'],
])('%s', (_, words) => {
  expect(htmlOf(`## ${words}\n\n${words}`)).toMatch(
    /<div class="heading" dir="rtl"><h2 [^>]*dir="auto".*<p dir="auto">/s,
  )
  expect(htmlOf(`- ${words}`)).toMatch(/<ul dir="rtl">\s*<li dir="auto">/)
  expect(htmlOf(`1. ${words}\n\n   ${words}`)).toMatch(/<ol dir="rtl">\s*<li dir="rtl">\s*<p dir="auto">/)
  expect(htmlOf(`> ${words}`)).toMatch(/<blockquote dir="rtl">\s*<p dir="auto">/)
  expect(htmlOf(`> [!NOTE]\n> ${words}`)).toMatch(/<div class="callout callout-note" role="note" dir="rtl">/)
  expect(htmlOf(`| ${words} |\n|--|\n| ${words} |`)).toMatch(/<table dir="rtl">.*<th [^>]*dir="auto".*<td dir="auto"/s)
  expect(htmlOf(`<dl><dt>${words}</dt><dd>${words}</dd></dl>`)).toMatch(
    /<dl dir="rtl"><dt dir="auto">.*<dd dir="auto">/,
  )
  expect(htmlOf(`<details><summary>${words}</summary>\n\n${words}\n\n</details>`)).toMatch(
    /<details dir="rtl"><summary dir="auto">/,
  )
  expect(htmlOf(`<figure><figcaption>${words}</figcaption></figure>`)).toContain('<figcaption dir="auto">')
})

test('blocks in a mixed text have the direction of their own words', () => {
  const html = htmlOf('First in English.\n\n- One\n- אחת\n\n> אמרה\n\n> A saying')
  expect(html).toContain('<p dir="auto">First')
  expect(html).toMatch(/<ul dir="ltr">.*<li dir="auto">One.*<li dir="auto">אחת/s)
  expect(html).toMatch(/<blockquote dir="rtl">.*<blockquote dir="ltr">/s)
})

test('a cell without letters follows its table, and the title of a callout its words', () => {
  expect(htmlOf('| עיר | 1 |\n|--|--|\n| a | 12 |')).toMatch(/<td dir="auto">a<\/td>\s*<td dir="rtl">12<\/td>/)
  expect(htmlOf('> [!NOTE]\n> אמרה')).toContain('dir="rtl"><p class="callout-title">Note</p>')
})

test('code runs from left to right, and does not decide on the words around it', () => {
  expect(htmlOf('`npm ci` ينصب الحزم')).toBe('<p dir="auto"><code dir="ltr">npm ci</code> ينصب الحزم</p>')
  expect(htmlOf('- `npm ci` ينصب')).toContain('<ul dir="rtl">')
  expect(htmlOf('مثال:\n\n```ts\nf()\n```')).toMatch(/<div class="code-block"[^>]* dir="ltr"/)
})

test('a direction that its author has set stays', () => {
  expect(htmlOf('<p dir="ltr">שלום</p>')).toBe('<p dir="ltr">שלום</p>')
})

test('in a message the direction is explicit, and the sides of a block follow it', () => {
  const html = render('- אחת\n\n> אמרה\n\nWords', { mail: true }).html
  expect(html).toMatch(/<ul dir="rtl" style="[^"]*padding-right:24px/)
  expect(html).toMatch(/<blockquote dir="rtl" [^>]*padding:4px 18px 4px 0;border-right:3px/)
  expect(html).toMatch(/<p dir="ltr"[^>]*>Words/)
  expect(html).not.toContain('auto')
  expect(render('> [!NOTE]\n> אמרה', { mail: true }).html).toMatch(
    /<div dir="rtl"[^>]*padding:14px 18px;[^>]*border-right:3px/,
  )
  const cells = render('| אחת |\n|--|\n| b |', { mail: true }).html
  expect(cells).toMatch(/<th [^>]*dir="rtl" [^>]*padding:8px 0 8px 12px;[^"]*text-align:right/)
})
