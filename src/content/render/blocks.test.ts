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

const tube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

test.each([tube, `<${tube}>`, `<p>${tube}</p>`, 'www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'])(
  'a paragraph with only the address of a video is the video: %s',
  (source) => {
    expect(htmlOf(source)).toBe(
      `<figure class="video"><a href="${tube}" data-video="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&#x26;rel=0" aria-label="Play the video: youtube.com/watch?v=dQw4w9WgXcQ (YouTube)"><span class="video-title" data-site="YouTube">youtube.com/watch?v=dQw4w9WgXcQ</span></a></figure>`,
    )
  },
)

test('a video has its title, also for the search, and its picture from our site', () => {
  const videos = {
    'youtube:dQw4w9WgXcQ': { title: 'A <talk>', imageUrl: '/media/0123456789abcdef-1280x720.webp' },
  }
  const { html, text } = render(`Before\n\n${tube}`, { siteOrigin: 'https://we.test', videos })
  expect(html).toContain('aria-label="Play the video: A &lt;talk&gt; (YouTube)"')
  expect(html).toMatch(/"><picture><source .*?<\/picture><span class="video-title" data-site="YouTube">A &#x3C;talk>/)
  expect(html).not.toMatch(/<img src="https?:/)
  expect(text).toBe('Before\nA <talk>')
})

test.each([
  `See ${tube}`,
  `[a talk](${tube})`,
  `[${tube}](https://elsewhere.test/)`,
  `- ${tube}`,
  'https://www.youtube.com/@us',
])('%s stays a link', (source) => {
  expect(htmlOf(source)).not.toContain('data-video')
  expect(htmlOf(source)).toContain('<a href="https://')
})

test('a source cannot contain the player of a video', () => {
  const typed = '<figure class="video"><a href="https://o.test/" data-video="https://o.test/">x</a></figure>'
  expect(htmlOf(typed)).not.toContain('data-video')
})
