import { expect, test } from 'vitest'
import { comparableText, readersText } from './comparable-text.ts'

test('the same content has the same text as Markdown and as HTML', () => {
  const markdown = [
    '## Why **now**?',
    'We moved *it* in a [week](https://example.com/week).  \nIt cost little.',
    '- one\n- two\n  1. inner\n  2. other',
    '> Words of a client.',
    '> [!NOTE]\n> Read it twice.',
    '```ts\nconst a = 1\n\nconst b = 2\n```',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '![A mill at dawn](/media/a.webp)',
  ].join('\n\n')
  const html = [
    '<h2>Why <strong>now</strong>?</h2>',
    '<p>We moved <em>it</em> in a <a href="https://example.com/week">week</a>.<br>It cost little.</p>',
    '<ul><li><p>one</p></li><li><p>two</p><ol><li>inner</li><li>other</li></ol></li></ul>',
    '<blockquote><p>Words of a client.</p></blockquote>',
    '<blockquote><p>[!NOTE]<br>Read it twice.</p></blockquote>',
    '<pre><code class="language-ts">const a = 1\n\nconst b = 2\n</code></pre>',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '<p><img src="/media/a.webp" alt="A mill at dawn"></p>',
  ].join('')
  expect(comparableText(markdown)).toBe(
    [
      'Heading 2: Why now?',
      'We moved it in a week (https://example.com/week).',
      'It cost little.',
      '• one',
      '• two',
      '  1. inner',
      '  2. other',
      'Quote: Words of a client.',
      'Note: Read it twice.',
      'Code:',
      'const a = 1',
      '',
      'const b = 2',
      'a | b',
      '1 | 2',
      '[Image: A mill at dawn]',
    ].join('\n'),
  )
  expect(comparableText(html)).toBe(comparableText(markdown))
})

test('content that would block the browser has no text', () => {
  expect(comparableText('>'.repeat(500))).toBeNull()
  expect(comparableText('*a '.repeat(5_000))).toBeNull()
})

test.each([
  ['## Why\n\nWe **moved** [servers](/x)\nat night.', 'Why\nWe moved servers\nat night.'],
  ['<h2>Why</h2><p>We <b>moved</b><br>servers</p>', 'Why\nWe moved\nservers'],
  ['> [!WARNING]\n> Mind the **gap**\n>\n> - so', 'Mind the gap\nso'],
  ['a\n\nhttps://youtu.be/dQw4w9WgXcQ?t=9\n\nb', 'a\nb'],
  ['See ![a dog](/media/0123456789abcdef-800x600.webp) &amp; <script>x</script>y', 'See & y'],
  ['---\ntitle: No words\n---\n\n| a | b |\n| - | - |\n| 1 | 2 |', 'a\nb\n1\n2'],
  ['', ''],
])('has the words that readers see: %j', (source, words) => {
  expect(readersText(source)).toBe(words)
})

test('has no words of a text that is too complex to read', () => {
  for (const source of ['> '.repeat(500), '<div>'.repeat(500), `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}`])
    expect(readersText(source)).toBeNull()
})
