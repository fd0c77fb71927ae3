import { expect, test } from 'vitest'
import { render } from '#testing/render.ts'

const htmlOf = (source: string) => render(source, { siteOrigin: 'https://we.test' }).html

test('a quotation with a marker is a callout with a title', () => {
  expect(htmlOf('> [!TIP]\n> Use *this*')).toBe(
    '<div class="callout callout-tip" role="note"><p class="callout-title">Tip</p>\n<p>Use <em>this</em></p>\n</div>',
  )
  expect(htmlOf('> [!warning]\n>\n> - a')).toContain('callout-warning')
  expect(htmlOf('<blockquote><p>[!CAUTION]<br>Hot</p></blockquote>')).toContain('callout-caution')
})

test.each(['> [!NOTE] in the line', '> [!OTHER]\n> text', '> said\n> [!NOTE]', '> [!NOTE]**bold**'])(
  '%j stays a quotation',
  (source) => {
    expect(htmlOf(source)).toContain('<blockquote>')
    expect(htmlOf(source)).toContain('[!')
  },
)

test('the marker is not part of the text that the search finds', () => {
  expect(render('> [!NOTE]\n> Hidden gem').text).toBe('Note\nHidden gem')
})

const own = (name: string) => `![${name}](/media/0123456789abcdef-1000x500.webp)`

test('a paragraph of two to four pictures is a gallery; one with more or with words is not', () => {
  expect(htmlOf(`${own('a')} ${own('b')}`)).toMatch(
    /^<div class="gallery">(<figure><picture>.*?<\/picture><\/figure>){2}<\/div>$/,
  )
  expect(htmlOf(Array(5).fill(own('a')).join(' '))).not.toContain('gallery')
  expect(htmlOf(`${own('a')} and ${own('b')}`)).not.toContain('gallery')
})

test('a picture keeps its width and caption, and no other class', () => {
  const html = htmlOf(
    '<img src="/media/0123456789abcdef-1000x500.webp" alt="a" title="Cap" class="picture-small evil">',
  )
  expect(html).toMatch(/^<figure class="picture-small"><picture>/)
  expect(html).toContain('<figcaption>Cap</figcaption>')
  expect(html).not.toContain('evil')
})
