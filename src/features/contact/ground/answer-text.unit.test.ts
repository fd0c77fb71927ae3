import { expect, test } from 'vitest'
import { processorTime } from '#testing/processor-time.ts'
import { answerHtml } from './answer-html.shared.server.ts'
import { answerText } from './answer-text.contract.ts'

/** What a mail program shows of HTML. */
const shown = (html: string) =>
  html
    .replaceAll(/<br>|<\/p>\n/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test.each([
  'Kind regards\nPriya Menon\nAcme Cloud\nBaner Road 12\n411045 Pune',
  'Audit    400 EUR\nMigration  9,500 EUR\n– per site, net',
  'Write to arn:aws:s3:::<account-id> and use Map<String, List<Integer>>.',
  'Set <base> first, then </body> and <!-- this -->',
  'x < y > z && y <= 3 <=> ok',
  '<meera@example.com>, Meera <m@example.com>',
  '<-- this one\n--> and that one',
  'Total\n-----\n12',
  'Offer\n=====\nvalid',
  'Mara\n--\nSales',
  '+ 3 seats free',
  '2019. That was the year.\n1999. And before.',
  '3. is what we need',
  '- Meera',
  '* without tax',
  '    four spaces in\n\ttab',
  '4*5*6 and 2**3**4 and f(**options, *rest)',
  '#2 is urgent\n# of seats: 4\n#cloud #ops',
  'my_variable_name and __init__ and _x_',
  '~ 20 people, ~~maybe~~ 30',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'a | b\n--|--',
  '1) first\n2) second',
  '\\*literal\\* C:\\temp\\new &amp; &copy; &#8364;',
  '![x](/media/y.webp)',
  '[ ] open\n[x] done',
  '[words](javascript:alert(1)) and [a][b] and list[0](x)',
  'src/**/*.ts, **/node_modules/**',
  '`**not bold**` and ```',
  '***',
  '- - -',
  '> 50 % of it\n> 3',
  '請用 <名稱>\nनमस्ते <नाम>\nשלום <שם>',
  'Wait...  what?   Yes',
])('%j arrives as it was typed', (typed) => {
  expect(answerText(typed)).toBe(typed)
  const plain = typed.replaceAll('\t', '    ')
  expect(shown(answerHtml(typed))).toBe(plain)
})

test.each([
  ['**Yes**, gladly', '<strong>Yes</strong>, gladly', 'Yes, gladly'],
  ['请**注意**时间', '请<strong>注意</strong>时间', '请注意时间'],
  ['(**€ 400**) and **“so”**', '(<strong>€ 400</strong>) and <strong>“so”</strong>', '(€ 400) and “so”'],
  [
    '[us](/about) [mail](mailto:a@b.example)',
    '<a href="https://we.example/about">us</a> <a href="mailto:a@b.example">mail</a>',
    'us (https://we.example/about) mail (a@b.example)',
  ],
  [
    '**[Book](https://x.example/a_(b)?c=1&d)**',
    '<strong><a href="https://x.example/a_(b)?c=1&amp;d">Book</a></strong>',
    'Book (https://x.example/a_(b)?c=1&d)',
  ],
  [
    'See (https://x.example/a), or https://y.example.',
    'See (<a href="https://x.example/a">https://x.example/a</a>), or <a href="https://y.example">https://y.example</a>.',
    'See (https://x.example/a), or https://y.example.',
  ],
  ['GET https://x.example/<id>', 'GET https://x.example/&lt;id&gt;', 'GET https://x.example/<id>'],
])('%j has a look', (typed, html, text) => {
  const publicUrl = 'https://we.example'
  expect(answerHtml(typed, { publicUrl })).toBe(`<p>${html}</p>`)
  expect(answerText(typed, publicUrl)).toBe(text)
})

test('lists, quoted lines and fenced code are blocks; the text keeps their marks', () => {
  const typed =
    'We offer:\n- one\n  more of it\n- two\n\n1. first\n2. second\n\n> They ask\n> twice\nYes.\n\n```yaml\n- a: **b**\n\n  <c>\n```\nEnd'
  expect(answerHtml(typed)).toBe(
    [
      '<p>We offer:</p>',
      '<ul><li>one<br>more of it</li><li>two</li></ul>',
      '<ol><li>first</li><li>second</li></ol>',
      '<blockquote>They ask<br>twice</blockquote>',
      '<p>Yes.</p>',
      '<pre>- a: **b**\n\n  &lt;c&gt;</pre>',
      '<p>End</p>',
    ].join('\n'),
  )
  expect(answerText(typed)).toBe(typed)
})

test('words from right to left run so in mail programs that do not find it', () => {
  const attributes = {
    ul: 'style="padding-left:24px"',
    blockquote: 'style="padding:4px 0 4px 18px;border-left:3px solid"',
  }
  expect(answerHtml('> שלום לך\n\n- אחת\n- two\n\n0123\n\nBye\n\n```\nשלום\n```', { attributes })).toBe(
    [
      '<blockquote dir="rtl" style="padding:4px 18px 4px 0;border-right:3px solid">שלום לך</blockquote>',
      '<ul dir="rtl" style="padding-right:24px"><li dir="rtl">אחת</li><li dir="ltr">two</li></ul>',
      '<p dir="rtl">0123</p>',
      '<p dir="ltr">Bye</p>',
      '<pre dir="ltr">שלום</pre>',
    ].join('\n'),
  )
})

test('digits alone have the direction of the page', () => {
  expect(answerHtml('٤٠٠')).toBe('<p dir="ltr">٤٠٠</p>')
})

test('the longest answer takes no time, whatever it repeats', () => {
  for (const part of [
    '**a',
    '[a](',
    '`',
    '> ',
    '- a\n',
    '1. ',
    '```\n',
    'https://a)',
    '**a** ',
    '((',
    '  ',
    '[a](/((',
  ]) {
    const began = process.cpuUsage()
    const long = part.repeat(20_000 / part.length)
    answerHtml(long)
    answerText(long)
    expect(processorTime(began), part).toBeLessThan(1_000)
  }
})
