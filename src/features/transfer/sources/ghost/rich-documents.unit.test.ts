import { expect, test } from 'vitest'
import { htmlOfGhost, readGhostText } from '#testing/ghost-export.ts'

test('a text of the newer editor is rebuilt from its JSON', () => {
  const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format })
  const item = (...children: unknown[]) => ({ type: 'listitem', children })
  const root = (...children: unknown[]) => JSON.stringify({ root: { type: 'root', children } })
  expect(
    htmlOfGhost(
      root(
        { type: 'extended-heading', tag: 'h3', children: [text('Über <uns>')] },
        {
          type: 'paragraph',
          children: [
            text('a', 3),
            { type: 'linebreak' },
            { type: 'link', url: '/x/?a=1&b', children: [text('b', 16)] },
          ],
        },
        { type: 'extended-quote', children: [text('Said')] },
        {
          type: 'list',
          listType: 'number',
          start: 3,
          children: [item(text('1')), item({ type: 'list', listType: 'bullet', children: [item(text('2'))] })],
        },
        { type: 'image', src: '/a.png', alt: 'A', caption: '<i>c</i>', href: '' },
        { type: 'codeblock', code: 'a < b', language: 'js' },
        { type: 'callout', calloutEmoji: '💡', calloutText: 'Tip' },
        { type: 'horizontalrule' },
        { type: 'markdown', markdown: '* one\n* [two](/x)' },
        {
          type: 'embed',
          url: 'https://youtu.be/dQw4w9WgXcQ',
          html: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
        },
        { type: 'video', src: '', caption: '' },
      ),
    ).replaceAll('\n', ''),
  ).toBe(
    '<h3>Über &lt;uns&gt;</h3><p><em><strong>a</strong></em><br><a href="/x/?a=1&amp;b"><code>b</code></a></p><blockquote>Said</blockquote>' +
      '<ol start="3"><li>1<ul><li>2</li></ul></li></ol><figure><img src="/a.png" alt="A"><figcaption><i>c</i></figcaption></figure>' +
      '<pre><code class="language-js">a &lt; b</code></pre><blockquote><p>[!TIP]<br>💡 Tip</p></blockquote><hr>' +
      '<ul><li>one</li><li><a href="/x">two</a></li></ul><p>https://www.youtube.com/watch?v=dQw4w9WgXcQ</p>',
  )
  const { html, sentences } = readGhostText(
    root(
      { type: 'email', html: 'x' },
      { type: 'html', html: 'x', visibility: { emailOnly: true } },
      {
        type: 'html',
        html: '<p>x</p>',
        visibility: { web: { nonMember: false, memberSegment: 'status:free' }, email: {} },
      },
      { type: 'html', html: '<p>For all</p>', visibility: { web: { nonMember: true } } },
      { type: 'signup', header: '<b>Join</b> &amp; stay' },
      { type: 'constructor', text: 'Odd' },
      { type: 'poll', heading: 'Tea?', html: 'Or coffee' },
      null,
    ),
  )
  expect(html).toBe('<p>For all</p><p>Odd</p><p>Tea?</p><p>Or coffee</p>')
  expect(sentences).toEqual([
    'A part that only emails showed is left out.',
    'A part that only members saw is left out.',
    'The sign-up form “Join & stay” is left out.',
    'The words of the card “constructor” stay, but not its looks.',
    'The words of the card “poll” stay, but not its looks.',
  ])
})

test('a text of the older editor is rebuilt from its JSON', () => {
  const document = {
    version: '0.3.1',
    markups: [['em'], ['strong'], ['a', ['href', 'https://a.example/?a=1&b=2']], ['script']],
    atoms: [['soft-return', '', {}]],
    cards: [
      ['image', { src: '/a.png', caption: 'C' }],
      ['bookmark', { url: 'https://b.example', metadata: { title: 'B', description: 'D' } }],
      ['card-markdown', { markdown: '**x**' }],
      ['hr', {}],
    ],
    sections: [
      [
        1,
        'p',
        [
          [0, [0, 1], 1, 'a<'],
          [0, [], 1, 'b'],
          [1, [], 0, 0],
          [0, [2], 1, 'c'],
          [0, [3], 1, 'd'],
        ],
      ],
      [1, 'aside', [[0, [], 0, 'Note']]],
      [3, 'ol', [[[0, [], 0, '1']], [[0, [0], 1, '2']]]],
      [2, '/b.png'],
      ...[0, 1, 2, 3, 9].map((card) => [10, card]),
    ],
  }
  expect(htmlOfGhost(JSON.stringify(document)).replaceAll('\n', '')).toBe(
    '<p><em><strong>a&lt;</strong>b</em><br><a href="https://a.example/?a=1&amp;b=2">c</a>d</p><blockquote>Note</blockquote><ol><li>1</li><li><em>2</em></li></ol>' +
      '<figure><img src="/b.png" alt=""></figure><figure><img src="/a.png" alt=""><figcaption>C</figcaption></figure>' +
      '<p><a href="https://b.example">B</a><br>D</p><p><strong>x</strong></p><hr>',
  )
})
