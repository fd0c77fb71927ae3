import { expect, test } from 'vitest'
import { cleanPaste, copiedPicture, isOnlyText } from './clean-paste.ts'

test.each([
  ['file:///C:/Users/asha/AppData/Local/Temp/clip_image001.png'],
  ['blob:https://docs.test/0192-aa'],
  ['cid:image001.png@01D9'],
  ['webkit-fake-url://0192-aa/image.tiff'],
  ['ms-appx:///assets/x.png'],
  ['chrome-extension://abc/x.png'],
  ['content://media/external/1'],
  ['x-apple-ql-id://0192/x.png'],
  ['about:blank'],
  ['image001.png'],
  ['/wiki/image.png'],
  ['javascript:alert(1)'],
  [''],
])('a picture at %j leaves its place', (src) => {
  expect(cleanPaste(`<p>One <img src="${src}" alt="A chart" width="300"> two</p>`)).toBe(
    '<p>One <img src="" alt="A chart"> two</p>',
  )
})

test.each([
  ['another site', '<img src="https://a.test/x.png" alt="X">', 'https://a.test/x.png'],
  ['the library', '<img src="/media/0123456789abcdef-8x6.webp" alt="X">', '/media/0123456789abcdef-8x6.webp'],
  ['itself', '<img src="data:image/png;base64,AAAA" alt="X">', 'data:image/png;base64,AAAA'],
  [
    'another site, which it names late',
    '<img src="data:image/gif;base64,R0lG" data-src="https://a.test/x.png" alt="X">',
    'https://a.test/x.png',
  ],
  [
    'another site, in a set',
    '<img src="blob:1" srcset="https://a.test/x.png 1x, https://a.test/y.png 2x" alt="X">',
    'https://a.test/x.png',
  ],
])('a picture keeps the address at %s', (_, html, src) => {
  expect(cleanPaste(`<p>${html}</p>`)).toBe(`<p><img src="${src}" alt="X"></p>`)
})

test('a picture of one pixel counts readers, and goes', () => {
  expect(cleanPaste('<p>a<img src="https://a.test/p.gif" width="1" height="1"></p>')).toBe('<p>a</p>')
})

test.each([
  [
    'a drawing that Word has for itself',
    '<!--[if gte vml 1]><v:shape alt="A chart"><v:imagedata src="x"/></v:shape><![endif]-->',
  ],
  ['a drawing with words', '<svg aria-label="A chart"><g><text>Start</text></g></svg>'],
])('%s leaves its place', (_, html) => {
  expect(cleanPaste(`<p>One ${html}</p>`)).toBe('<p>One <img src="" alt="A chart"></p>')
})

test.each([
  ['its alternative text', '<img src="https://a.test/1.png" alt="🎉">', '🎉'],
  ['several', '<img src="https://a.test/1.png" alt="👩🏽‍💻">', '👩🏽‍💻'],
  ['a flag', '<img src="https://a.test/1.png" alt="🇮🇳">', '🇮🇳'],
  ['its class', '<img class="emoji" src="https://a.test/1.png" alt=":octocat:">', ':octocat:'],
  ['an attribute', '<img data-stringify-emoji=":wave:" src="https://a.test/1.png" alt=":wave:">', ':wave:'],
  ['an icon', '<svg viewBox="0 0 24 24"><title>Copy</title><path d="M0"></path></svg>', ''],
])('a sign is text, and no picture: by %s', (_, html, text) => {
  expect(cleanPaste(`<p>a ${html} b</p>`)).toBe(`<p>a ${text} b</p>`)
})

test('a picture that was copied alone is known, with its alternative text', () => {
  expect(copiedPicture('<meta charset="utf-8"><img src="https://a.test/x.png" alt="A chart">')).toBe('A chart')
  expect(
    copiedPicture(
      '<html><body>\n<!--StartFragment--><div><img src="file:///x.png"></div><!--EndFragment--></body></html>',
    ),
  ).toBe('')
  expect(copiedPicture('<p>Text <img src="https://a.test/x.png"></p>')).toBeUndefined()
  expect(copiedPicture('<img src="https://a.test/x.png"><img src="https://a.test/y.png">')).toBeUndefined()
})

test.each([
  ['no HTML', '', true],
  ['a span', '<meta charset="utf-8"><span style="color:#000">a</span>', true],
  ['a pre', '<pre style="white-space: pre-wrap"># A</pre>', true],
  ['lines', '<div><div># A</div><br><div>b</div></div>', true],
  ['paragraphs', '<style>p{}</style><p># A</p><p>b</p>', true],
  ['a document without formatting', '<b style="font-weight:normal" id="docs"><p><span># A</span></p></b>', true],
  ['code of a page', '<pre><code># A</code></pre>', false],
  ['a heading', '<h1>A</h1>', false],
  ['a link', '<span>a <a href="https://a.test">b</a></span>', false],
  ['bold', '<p><b>a</b></p>', false],
  ['a picture', '<div><img src="https://a.test/x.png"></div>', false],
])('the HTML of %s', (_, html, only) => {
  expect(isOnlyText(html)).toBe(only)
})
