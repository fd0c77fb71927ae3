import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#testing/property-seed.ts'
import { convertHere } from '../text/convert-here.server.ts'

/** Parts of a text as Ghost writes them, with words, pictures and links by which they are found again. */
function partsOf(count: () => number) {
  const word = () => `wort${count()}q`
  const inline = () =>
    `${word()} <strong>${word()}</strong> <a href="/x${count()}/">${word()}</a><br><em>${word()}</em>`
  const image = () => `<img src="/i${count()}.png" class="kg-image" alt="" loading="lazy" width="2000" height="1333">`
  const figure = (kind: string, inner: string) =>
    `<figure class="kg-card kg-${kind}-card kg-card-hascaption">${inner}<figcaption><span style="white-space: pre-wrap;">${inline()}</span></figcaption></figure>`
  const div = (kind: string, inner: string) => `<div class="kg-card kg-${kind}-card">${inner}</div>`
  return [
    () => `<p>${inline()}</p>`,
    () => `<h2 id="x">${word()}</h2><h3>${inline()}</h3>`,
    () => `<ul><li>${inline()}<ul><li>${word()}</li></ul></li><li>${word()}</li></ul>`,
    () => `<ol><li><p>${inline()}</p><p>${word()}</p></li></ol><hr>`,
    () => `<blockquote class="kg-blockquote-alt">${inline()}</blockquote><blockquote><p>${word()}</p></blockquote>`,
    () => figure('image', image()),
    () => figure('image kg-width-wide', `<a href="/l${count()}/">${image()}</a>`),
    () =>
      figure(
        'gallery',
        `<div class="kg-gallery-container"><div class="kg-gallery-row">${image()}${image()}</div></div>`,
      ),
    () =>
      figure(
        'bookmark',
        `<a class="kg-bookmark-container" href="https://b.example/${count()}"><div class="kg-bookmark-title">${word()}</div><div class="kg-bookmark-description">${word()}</div>
        <span class="kg-bookmark-author">${word()}</span><span class="kg-bookmark-publisher">${word()}</span></a>`,
      ),
    () => div('callout', `<div class="kg-callout-emoji">💡</div><div class="kg-callout-text">${inline()}</div>`),
    () =>
      div(
        'toggle',
        `<div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">${inline()}</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>${word()}</p></div>`,
      ),
    () => div('button', `<a href="/b${count()}/" class="kg-btn">${word()}</a>`),
    () =>
      div(
        'file',
        `<a class="kg-file-card-container" href="/f${count()}.pdf"><div class="kg-file-card-title">${word()}</div><div class="kg-file-card-caption">${word()}</div>
        <div class="kg-file-card-filename">${word()}.pdf</div><svg><title>download-circle</title></svg></a>`,
      ),
    () =>
      div(
        'cta',
        `<div class="kg-cta-sponsor-label"><p>${word()}</p></div><div class="kg-cta-image-container"><a href="/z${count()}/">${image()}</a></div>
        <div class="kg-cta-text"><p>${inline()}</p><p>${word()}</p></div><a href="/s${count()}/" class="kg-cta-button">${word()}</a>`,
      ),
    () =>
      div(
        'header',
        `<picture>${image()}</picture><h2 class="kg-header-card-heading">${word()}</h2><p class="kg-header-card-subheading">${inline()}</p><a href="/h${count()}/" class="kg-header-card-button">${word()}</a>`,
      ),
    () =>
      div(
        'product',
        `<img src="/p${count()}.png" class="kg-product-card-image"><h4 class="kg-product-card-title">${word()}</h4><div class="kg-product-card-description"><p>${inline()}</p></div>
        <a href="/p${count()}/" class="kg-product-card-button">${word()}</a>`,
      ),
    () => figure('code', `<pre><code class="language-js">${word()}\n${word()} &lt; 1</code></pre>`),
    () => figure('embed', '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'),
    () =>
      `<!--kg-card-begin: html-->\n<table><tr><th>${word()}</th></tr><tr><td>${inline()}</td></tr></table>${word()}\n<!--kg-card-end: html-->`,
    () =>
      div('audio', `<audio src="https://a.example/${count()}.mp3"></audio><div class="kg-audio-title">${word()}</div>`),
    () => `<aside>${inline()}</aside>${div('new-thing', `<h3>${word()}</h3><p>${inline()}</p>`)}`,
  ]
}

const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found]) => found)

test('all words, pictures and links of a text stay, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (chosen) => {
      let number = 0
      const parts = partsOf(() => number++)
      const text = chosen.map((place) => parts[place % parts.length]?.()).join('\n')
      const found = convertHere('ghost', text, { address: '/a/' })
      if (!('converted' in found)) throw new Error(found.reason)
      const { content, pictures, links } = found.converted
      expect(all(content, /(wort\d+q)/g)).toEqual(all(text, /(wort\d+q)/g))
      expect(pictures.map(({ address }) => address)).toEqual(all(text, /<img src="([^"]+)"/g))
      expect(links).toEqual(all(text, /(?:href|<audio src)="([^"]+)"/g))
    }),
    // Each kind once, and some in any order.
    {
      numRuns: runs(12),
      examples: [
        [
          Array.from(
            partsOf(() => 0),
            (_, place) => place,
          ),
        ],
      ],
    },
  )
})
