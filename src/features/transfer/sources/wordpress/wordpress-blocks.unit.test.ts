import { describe, expect, it } from 'vitest'
import { htmlOf } from '#testing/source-files.ts'
import type { TextFacts } from '../../ground/source.ts'
import { readWordpressText } from './wordpress-text.server.ts'

const upload = 'https://old.example/wp-content/uploads/2021/03'
const facts: TextFacts = {
  site: 'https://old.example',
  files: {
    5: { address: `${upload}/team.jpg`, alt: 'Our team' },
    6: { address: `${upload}/hill-scaled.jpg` },
  },
}
const html = (text: string, more?: TextFacts) => htmlOf(readWordpressText(text, { ...facts, ...more }))
const said = (text: string, more?: TextFacts) =>
  readWordpressText(text, { ...facts, ...more }).notes.map(({ sentence }) => sentence)

describe('a text of blocks', () => {
  const block = (name: string, inner: string, attributes = '') =>
    `<!-- wp:${name}${attributes && ` ${attributes}`} -->\n${inner}\n<!-- /wp:${name} -->`

  it.for([
    [
      'paragraph',
      '<p class="has-text-align-center">Words<br>more</p>',
      '<p class="has-text-align-center">Words<br>more</p>',
    ],
    ['heading', '<h3 id="a">Title</h3>', '<h3 id="a">Title</h3>'],
    [
      'list',
      '<ol reversed start="4"><!-- wp:list-item --><li>One</li><!-- /wp:list-item --></ol>',
      '<ol reversed start="4"><li>One</li></ol>',
    ],
    [
      'quote',
      '<blockquote class="wp-block-quote"><p>Said</p><cite>Jo</cite></blockquote>',
      '<blockquote class="wp-block-quote"><p>Said</p><p><cite>Jo</cite></p></blockquote>',
    ],
    [
      'pullquote',
      '<figure class="wp-block-pullquote"><blockquote><p>Said</p><cite>Jo</cite></blockquote></figure>',
      '<blockquote><p>Said</p><p><cite>Jo</cite></p></blockquote>',
    ],
    [
      'code',
      '<pre class="wp-block-code"><code lang="php">&lt;?php [x y=1]</code></pre>',
      '<pre class="wp-block-code"><code lang="php">&#x3C;?php [x y=1]</code></pre>',
    ],
    [
      'preformatted',
      '<pre class="wp-block-preformatted">a  <b>b</b></pre>',
      '<pre class="wp-block-preformatted">a  <b>b</b></pre>',
    ],
    [
      'verse',
      '<pre class="wp-block-verse">One\n<em>two\nthree</em></pre>',
      '<p class="wp-block-verse">One<br><em>two<br>three</em></p>',
    ],
    ['spacer', '<div style="height:50px" aria-hidden="true" class="wp-block-spacer"></div>', ''],
    ['separator', '<hr class="wp-block-separator"/>', '<hr class="wp-block-separator">'],
    ['more', '<!--more-->', ''],
    ['nextpage', '<!--nextpage-->', ''],
    [
      'details',
      '<details class="wp-block-details"><summary>Why</summary><!-- wp:paragraph --><p>So</p><!-- /wp:paragraph --></details>',
      '<details class="wp-block-details"><summary>Why</summary><p>So</p></details>',
    ],
    ['html', '<div>Mine &amp; yours</div>', '<div>Mine &#x26; yours</div>'],
    ['freeform', 'One\n\nTwo [box x=1]three[/box]', '<p>One</p><p>Two three</p>'],
    ['shortcode', '[audio src="/a.mp3"]', '<audio src="/a.mp3"></audio>'],
  ] as const)('has what the block %s says', ([name, inner, expected]) => {
    expect(html(block(name, inner))).toBe(expected)
    expect(said(block(name, inner)).filter((sentence) => !/box/.test(sentence))).toEqual([])
  })

  it('has its pictures: alone, in galleries old and new, as covers and next to words', () => {
    const image = (id: number, name: string, caption = '') =>
      `<figure class="wp-block-image"><img src="${upload}/${name}" alt="" class="wp-image-${id}"/>${caption && `<figcaption class="wp-element-caption">${caption}</figcaption>`}</figure>`
    const inside =
      block('image', image(5, 'team-300x200.jpg', 'At work')) + block('image', image(6, 'hill-1024x683.jpg'))
    const gallery = `<figure class="wp-block-gallery has-nested-images columns-2">${inside}<figcaption class="blocks-gallery-caption">Our <b>year</b></figcaption></figure>`
    const expected = `<p><img src="${upload}/team.jpg" alt="Our team" class="wp-image-5" title="At work"><img src="${upload}/hill-scaled.jpg" alt="" class="wp-image-6"></p><p>Our <b>year</b></p>`
    expect(html(block('gallery', gallery))).toBe(expected)
    const old = `<ul class="wp-block-gallery columns-2"><li class="blocks-gallery-item"><figure><a href="${upload}/team.jpg"><img src="${upload}/team-300x200.jpg" alt="" data-id="5"/></a><figcaption>At work</figcaption></figure></li><li class="blocks-gallery-item"><figure><a href="/about"><img src="/b.jpg" alt=""/></a></figure></li></ul>`
    expect(html(block('gallery', old))).toBe(
      `<p><img src="${upload}/team.jpg" alt="Our team" data-id="5" title="At work"><a href="/about"><img src="/b.jpg" alt=""></a></p>`,
    )
    const credited = gallery.replace('At work', 'By <a href="/jo">Jo</a>')
    expect(html(block('gallery', credited))).toContain(
      '<figcaption>By <a href="/jo">Jo</a></figcaption></figure><figure><img',
    )
    expect(html(block('gallery', '', '{"ids":[5,6]}'))).toBe(
      `<p><img src="${upload}/team.jpg" alt="Our team"><img src="${upload}/hill-scaled.jpg" alt=""></p>`,
    )
    expect(
      html(
        block(
          'cover',
          '<div class="wp-block-cover" style="background-image:url(/c.jpg)"><p>Over it</p></div>',
          '{"url":"/c.jpg"}',
        ),
      ),
    ).toBe(
      '<div class="wp-block-cover" style="background-image:url(/c.jpg)"><p><img src="/c.jpg" alt=""></p><p>Over it</p></div>',
    )
    const modern =
      '<div class="wp-block-cover"><img class="wp-block-cover__image-background" alt="" src="/c.jpg"/><div><p>Over it</p></div></div>'
    expect(html(block('cover', modern, '{"url":"/c.jpg"}')).match(/<img/g)).toHaveLength(1)
    const text = block('paragraph', '<p>Words</p>')
    expect(
      html(
        block(
          'media-text',
          `<div class="wp-block-media-text"><figure class="wp-block-media-text__media"><img src="/m.jpg" alt="M"/></figure><div class="wp-block-media-text__content">${text}</div></div>`,
        ),
      ),
    ).toMatch(/<img src="\/m.jpg" alt="M"><\/figure><div [^>]*><p>Words/)
  })

  it('has its files, buttons, embeds and footnotes', () => {
    const file =
      '<div class="wp-block-file"><object class="wp-block-file__embed" data="/a.pdf"></object><a id="x" href="/a.pdf">The plan</a><a href="/a.pdf" class="wp-block-file__button" download>Download</a></div>'
    expect(html(block('file', file))).toBe('<p><a href="/a.pdf">The plan</a></p>')
    const button = block(
      'button',
      '<div class="wp-block-button"><a class="wp-block-button__link" href="/go">Go</a></div>',
    )
    expect(html(block('buttons', `<div class="wp-block-buttons">${button}</div>`))).toContain(
      '<p class="wp-block-button"><a class="wp-block-button__link" href="/go">Go</a></p>',
    )
    const embed = (url: string) =>
      block(
        'embed',
        `<figure class="wp-block-embed is-type-rich"><div class="wp-block-embed__wrapper">\n${url}\n</div><figcaption>See it</figcaption></figure>`,
        `{"url":"${url}"}`,
      )
    expect(html(embed('https://vimeo.com/76979871'))).toBe('<p>https://vimeo.com/76979871</p><p>See it</p>')
    expect(html(embed('https://www.tiktok.com/@a/1'))).toBe(
      '<p><a href="https://www.tiktok.com/@a/1">https://www.tiktok.com/@a/1</a></p><p>See it</p>',
    )
    expect(said(embed('https://www.tiktok.com/@a/1'))).toEqual(['An embedded post of tiktok.com becomes a link.'])
    expect(html('<!-- wp:core-embed/youtube {"url":"https://youtu.be/dQw4w9WgXcQ"} /-->')).toBe(
      '<p>https://youtu.be/dQw4w9WgXcQ</p>',
    )
    const notes =
      '<p>Words<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup></p><!-- wp:footnotes /-->'
    expect(html(notes, { footnotes: '[{"id":"n1","content":"See <em>there</em>"}]' })).toBe(
      '<p>Words<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup></p><ol><li id="n1">See <em>there</em></li></ol>',
    )
    expect(html(notes, { footnotes: '{broken' })).not.toContain('<ol>')
  })

  it('has the content of reused blocks, and names blocks that it cannot show', () => {
    const blocks = {
      8: '<!-- wp:paragraph --><p>Reused</p><!-- /wp:paragraph --><!-- wp:block {"ref":8} /-->',
      9: 'Classic\n\nwords',
    }
    expect(html('<!-- wp:block {"ref":8} /--><!-- wp:block {"ref":9} /-->', { blocks })).toBe(
      '<p>Reused</p><p>Classic</p><p>words</p>',
    )
    const named = '<!-- wp:heading {"metadata":{"name":"Top"}} --><h2 class="x">Theirs</h2><!-- /wp:heading -->'
    const reused = '<!-- wp:block {"ref":5,"content":{"Top":{"content":"Own <em>words</em>"}}} /-->'
    expect(html(reused, { blocks: { 5: named } })).toBe('<h2 class="x">Own <em>words</em></h2>')
    expect(said('<!-- wp:block {"ref":7} /-->')).toEqual(['A reusable block is not in the export, and is left out.'])
    const text = [
      '<!-- wp:latest-posts {"postsToShow":3} /-->',
      block('query', '<div><!-- wp:post-title /--></div>'),
      block('acme/card', '<div><p>Own words</p></div>'),
      block('acme/card', '<div><p>More</p></div>'),
      '<!-- wp:acme/map {"lat":1} /-->',
      '<!-- wp:social-links --><ul><!-- wp:social-link {"url":"https://a.example/me","service":"mastodon"} /--></ul><!-- /wp:social-links -->',
    ].join('\n\n')
    expect(html(text)).toBe(
      '<div><p>Own words</p></div><div><p>More</p></div><ul><li><a href="https://a.example/me">Mastodon</a></li></ul>',
    )
    expect(said(text)).toEqual([
      'The block “Latest posts” is left out.',
      'The block “Query” is left out.',
      'The text of the block “acme/card” stays; its layout does not.',
      'The block “acme/map” is left out.',
    ])
  })

  it('keeps all words where marks of blocks are wrong', () => {
    const words =
      '<!-- /wp:group --><!-- wp:paragraph {"a": --><p>One</p><!-- wp:acme/x {"a":"-->"} --><p>Two</p><!-- /wp:paragraph --><!-- wp:heading {"level":2 --><h2>Three</h2>\n\nFour\nfive<!-- wp:'
    expect(html(words)).toMatch(/^<p>One<\/p><p>Two<\/p><h2>Three<\/h2>\s*Four\s*five/)
    expect(html('Classic words.\n\nMore.\n\n<!-- wp:paragraph --><p>Block</p><!-- /wp:paragraph -->')).toBe(
      '<p>Classic words.</p><p>More.</p><p>Block</p>',
    )
    expect(html('<!-- wp:paragraph --><p>A [[box x=1]] and [box x=1]b[/box]</p><!-- /wp:paragraph -->')).toBe(
      '<p>A [box x=1] and b</p>',
    )
  })

  it('has the parts of an accordion below their headings', () => {
    const item =
      '<div class="wp-block-accordion-item"><h3 class="wp-block-accordion-heading"><button class="wp-block-accordion-heading__toggle"><span class="wp-block-accordion-heading__toggle-title">Why</span><span class="wp-block-accordion-heading__toggle-icon">+</span></button></h3><div class="wp-block-accordion-panel"><p>So</p></div></div>'
    const shown = html(block('accordion', `<div class="wp-block-accordion">${item}</div>`))
    expect(shown.replace(/<(?!\/?(?:h3|p)\b)[^>]*>/g, '')).toBe(
      '<h3 class="wp-block-accordion-heading">Why</h3><p>So</p>',
    )
  })
})
