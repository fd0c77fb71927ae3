import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorTime } from '#testing/processor-time.ts'
import { runs } from '#testing/property-seed.ts'
import { htmlOf } from '#testing/source-files.ts'
import { SourceError, type TextFacts } from '../../ground/source.ts'
import { readWordpressText } from './wordpress-text.server.ts'

const upload = 'https://old.example/wp-content/uploads/2021/03'
const facts: TextFacts = {
  site: 'https://old.example',
  files: {
    5: { address: `${upload}/team.jpg`, alt: 'Our team' },
    6: { address: `${upload}/hill-scaled.jpg`, caption: 'A hill "at night"' },
    7: { address: `${upload}/talk%20one.mp3` },
  },
}

function read(text: string, more: TextFacts = {}) {
  const found = readWordpressText(text, { ...facts, ...more })
  return { html: htmlOf(found), notes: found.notes }
}
const html = (text: string, more?: TextFacts) => read(text, more).html
const said = (text: string, more?: TextFacts) => read(text, more).notes.map(({ sentence }) => sentence)

describe('a classic text', () => {
  it.for([
    ['One.\n\nTwo,\nwith a break.\r\n\r\nThree.', '<p>One.</p><p>Two,<br>with a break.</p><p>Three.</p>'],
    ['One.<br /><br/>Two.<br />\nThree.', '<p>One.</p><p>Two.<br>Three.</p>'],
    [
      'Before\n<h2>A title</h2>\nAfter <em>it\n\nand</em> more',
      '<p>Before</p><h2>A title</h2><p>After <em>it</em></p><p><em>and</em> more</p>',
    ],
    ['<ul>\n\n<li>One</li>\n<li>Two\n\nparts</li>\n</ul>', '<ul><li>One</li><li><p>Two</p><p>parts</p></li></ul>'],
    ['<blockquote>Said\n\n<cite>Jo</cite></blockquote>', '<blockquote><p>Said</p><p><cite>Jo</cite></p></blockquote>'],
    ['<div>Alone</div>\n\n<div>First\n\nSecond</div>', '<div>Alone</div><div><p>First</p><p>Second</p></div>'],
    ['<p>Whole.</p>\n<p>Also\nwhole.</p>', '<p>Whole.</p><p>Also<br>whole.</p>'],
    [
      '<table><tr>\n<td>One</td>\n\n<td>Two</td></tr></table>',
      '<table><tbody><tr><td>One</td><td>Two</td></tr></tbody></table>',
    ],
    ['a < b and 5 > 3 & more', '<p>a &#x3C; b and 5 > 3 &#x26; more</p>'],
    ['First<!--more Read on-->\n\nSecond\n\n<!--nextpage-->\n\nThird', '<p>First</p><p>Second</p><p>Third</p>'],
    ['<hr />\nText\n\n&nbsp;\n\nEnd', '<hr><p>Text</p><p>End</p>'],
    ['   \n\n \t\n', ''],
    ['नमस्ते\n\nمرحبا 🚀', '<p>नमस्ते</p><p>مرحبا 🚀</p>'],
  ] as const)('has its paragraphs: %j', ([text, expected]) => {
    expect(html(text)).toBe(expected)
  })

  it('keeps the lines of code', () => {
    expect(readWordpressText('A\n<pre>one\n\n  two [gallery]</pre>\nB', facts)).toMatchObject({
      html: '<p>A</p>\n<pre>one\n\n  two [gallery]</pre>\n<p>B</p>\n',
    })
    expect(html('[code lang="php"]\n<?php\n\necho "[x y=1]";\n[/code]')).toBe(
      '<pre><code class="language-php">&#x3C;?php\n\necho "[x y=1]";</code></pre>'.replace('\n\n', '\n'),
    )
    expect(html('<pre class="brush: js; title: x">a &amp;&amp; b</pre>')).toBe(
      '<pre class="brush: js; title: x">a &#x26;&#x26; b</pre>',
    )
    expect(
      html(
        '<!-- wp:syntaxhighlighter/code {"language":"abap"} -->\n<pre class="wp-block-syntaxhighlighter-code">a</pre>\n<!-- /wp:syntaxhighlighter/code -->',
      ),
    ).toBe('<pre data-lang="abap" class="wp-block-syntaxhighlighter-code">a</pre>')
  })

  it('has its pictures with their captions, in both forms', () => {
    const image = `<img class="wp-image-5 size-medium" src="${upload}/team-300x200.jpg" width="300">`
    const expected = (caption: string) => `<figcaption>${caption}</figcaption></figure><p>After</p>`
    const now = html(
      `[caption id="attachment_5" align="alignleft" width="300"]<a href="/x">${image}</a> Our <b>team</b>[/caption]\n\nAfter`,
    )
    expect(now).toContain(expected('Our <b>team</b>'))
    expect(now).toContain(
      `<a href="/x"><img class="wp-image-5 size-medium" src="${upload}/team.jpg" width="300" alt="Our team"></a>`,
    )
    const before = html(`[caption id="" caption="Our &lt;b&gt;team&lt;/b&gt;"]${image}[/caption]After`)
    expect(before).toContain(expected('Our <b>team</b>'))
    expect(html(`<a href="/2021/team/" rel="attachment wp-att-5">${image}</a>`)).toContain(
      `<a href="${upload}/team.jpg"`,
    )
    expect(html('<dl class="wp-caption"><dt></dt></dl><figure></figure>Words')).toBe('<p>Words</p>')
    expect(html('<img class="wp-image-5" src="/other/sea-300x200.jpg">')).toContain('src="/other/sea-300x200.jpg"')
  })

  it('has its galleries: those that it names, or those of the post', () => {
    const images = `<p><img src="${upload}/team.jpg" alt="Our team"><img src="${upload}/hill-scaled.jpg" alt="" title="A hill &#x22;at night&#x22;"></p>`
    expect(html('A\n[gallery ids="5,6" columns="2"]\nB')).toBe(`<p>A</p>${images}<p>B</p>`)
    expect(html('[gallery ids=&#8221;5, 6&#8243;]')).toBe(images)
    expect(html('[gallery link="file"]', { attached: ['5', '6', '7'] })).toBe(images)
    expect(html('[gallery exclude="6"]', { attached: ['5', '6'] })).not.toContain('hill')
    expect(said('[gallery ids="5,88"]')).toEqual([
      'The shortcode [gallery] names files that are not in the export: 88.',
    ])
    expect(said('[gallery]')).toEqual(['The shortcode [gallery] shows nothing, since no files belong to this post.'])
    expect(html('[playlist]', { attached: ['5', '7'] })).toBe(
      `<p><a href="${upload}/talk%20one.mp3">talk one.mp3</a></p>`,
    )
  })

  it('has its embeds: videos as videos, others as links', () => {
    const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    for (const text of [
      `[embed width="500"]${video}[/embed]`,
      `A\n${video}\nB`,
      `[youtube ${video}]`,
      `[youtube=${video}]`,
      '[youtube]dQw4w9WgXcQ[/youtube]',
      `[video src="${video}"]`,
    ])
      expect(html(text)).toContain(`<p>${video}</p>`)
    expect(html('[vimeo 76979871]')).toBe('<p>https://vimeo.com/76979871</p>')
    expect(html(`[video width="640" mp4="${upload}/tour.mp4"][/video]`)).toBe(
      `<p><video src="${upload}/tour.mp4"></video></p>`,
    )
    expect(html(`[audio ${upload}/song.mp3]`)).toBe(`<p><audio src="${upload}/song.mp3"></audio></p>`)
    const tweet = 'https://twitter.com/someone/status/1?a=1&amp;b=2'
    expect(html(`A\n\n${tweet}\n\nB`)).toBe(
      '<p>A</p><p><a href="https://twitter.com/someone/status/1?a=1&#x26;b=2">https://twitter.com/someone/status/1?a=1&#x26;b=2</a></p><p>B</p>',
    )
    expect(said(tweet)).toEqual(['An embedded post of twitter.com becomes a link.'])
    expect(said('https://somewhere.example/page')).toEqual([])
  })

  it('takes no name for a shortcode that every object of the program has', () => {
    expect(html('a[constructor] b [toString x=1]c[/toString] [valueOf /]')).toBe('<p>a[constructor] b c</p>')
    expect(said('[toString x=1]c[/toString]')).toEqual(['The shortcode [toString] is left out; the text in it stays.'])
  })

  it('keeps the text in shortcodes that it does not know, and names each once', () => {
    const text =
      'A [box color="red"]kept [b_c]and[/b_c] [x-y z=1 /]this[/box].\n\n[box a="]"]Again[/box]\n\n[contact-form-7 id="1" title="T"]\n\n[my_form]\n\n[signup]'
    expect(html(text)).toBe('<p>A kept and this.</p><p>Again</p>')
    expect(said(text)).toEqual([
      'The shortcode [box] is left out; the text in it stays.',
      'The shortcode [b_c] is left out; the text in it stays.',
      'The shortcode [x-y] is left out.',
      'The shortcode [contact-form-7] is left out.',
      'The shortcode [my_form] is left out.',
      'The shortcode [signup] is left out.',
    ])
  })

  it('separates the text of shortcodes that follow one another', () => {
    expect(html('[row][col]Left[/col][col]Right[/col][/row][b x=1]More[/b], a[b x=1]b[/b]c')).toBe(
      '<p>Left</p><p>Right  More, abc</p>',
    )
    expect(html('[tabs][tab title="One"]First[/tab][tab title="Two"]Second[/tab][/tabs]')).toBe(
      '<h3>One</h3><p>First</p><h3>Two</h3><p>Second</p>',
    )
  })

  it('keeps words in brackets that are none', () => {
    const words =
      'See [1], [sic], [the team’s note], [Update], a[0], [ x ], [don\'t "know"], [link](https://a.example) and [/end].'
    expect(html(words)).toBe(`<p>${words}</p>`)
    expect(html('Type [[gallery ids="1"]] or [[box]text[/box]].')).toBe(
      '<p>Type [gallery ids="1"] or [box]text[/box].</p>',
    )
    expect(html('<code>[gallery]</code> and <a title="[gallery]" href="/">x</a>')).toBe(
      '<p><code>[gallery]</code> and <a title="[gallery]" href="/">x</a></p>',
    )
    expect(said(words)).toEqual([])
  })

  it('of page builders keeps words, pictures and links', () => {
    const divi =
      '[et_pb_section][et_pb_row][et_pb_column type="4_4"][et_pb_blurb title="Fast %22and%22 safe" image="/a.png" alt="A"]\n\n<p>Words</p>\n\n[/et_pb_blurb][et_pb_button button_text="Go" button_url="/go" /][/et_pb_column][/et_pb_row][/et_pb_section]'
    expect(html(divi)).toBe(
      '<p><img src="/a.png" alt="A"></p><h3>Fast "and" safe</h3><p>Words</p><p><a href="/go">Go</a></p>',
    )
    expect(said(divi)).toEqual(['It was built with Divi. Its words, images and links stay, its layout does not.'])
    const bakery = `[vc_row][vc_column][vc_custom_heading text="We build" link="url:https%3A%2F%2Fa.example%2F|title:x"][vc_single_image image="5"][vc_column_text]Words[/vc_column_text][vc_raw_html]${btoa(encodeURIComponent('<p>Größe</p>'))}[/vc_raw_html][/vc_column][/vc_row]`
    expect(html(bakery)).toBe(
      `<h3><a href="https://a.example/">We build</a></h3><p><img src="${upload}/team.jpg" alt="Our team"></p><p>Words</p><p>Größe</p>`,
    )
  })

  it('loses no words, whatever is around them', () => {
    const markup = 'p div em strong span h2 ul li blockquote table tr td pre code a figure figcaption details summary'
      .split(' ')
      .flatMap((name) => [`<${name}>`, `</${name}>`])
    const marks = ['paragraph', 'group {"a":1}', 'acme/x {"a": ', 'quote'].flatMap((name) => [
      `<!-- wp:${name} -->`,
      `<!-- /wp:${name.split(' ')[0]} -->`,
    ])
    const others = ['\n', '\n\n', '[box x="1"]', '[/box]', '[[', ']]', '[', ']', '"', "'", '&', '<!--more-->', '<br>']
    const known = ['[caption id="x"]<img src="/a.jpg">', '[/caption]', 'https://a.example/x\n']
    const word = fc.integer({ min: 1000, max: 9999 }).map((number) => ` word${number} `)
    const part = fc.oneof(word, fc.constantFrom(...markup, ...marks, ...others, ...known))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        const written = htmlOf(readWordpressText(parts.join(''), {}))
        const shown = written.replace(/<[^>]*>/g, ' ')
        for (const each of parts) if (each.startsWith(' word')) expect(shown).toContain(each.trim())
      }),
      { numRuns: runs(300) },
    )
  })

  it('of any kind takes no long time', () => {
    const long = 15_000
    for (const part of [
      '[',
      '[[',
      '[a',
      '[a b="',
      '<pre>',
      '<!--',
      '<',
      '<a href="',
      '[caption]',
      '[box]',
      '[box x=1]\n\n',
      '<div>',
      '<!-- wp:group -->',
      '<!-- wp:x {"a" -->',
      '[/a]',
      '&',
      'https://a.example/\n',
      "[a '",
    ]) {
      const begin = process.cpuUsage()
      try {
        readWordpressText(part.repeat(long / part.length), facts)
      } catch (error) {
        expect(error).toBeInstanceOf(SourceError)
      }
      expect(processorTime(begin), part).toBeLessThan(3_000)
    }
  })
})
