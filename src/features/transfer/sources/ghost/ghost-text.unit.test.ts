import { expect, test } from 'vitest'
import { htmlOfGhost, readGhostText } from '#testing/ghost-export.ts'
import { convertHere } from '../text/convert-here.server.ts'
import { ghostText } from './ghost-text.server.ts'

test('plain texts stay as they are, without the comments around cards', () => {
  const plain = '<h2 id="start">कैसे करें 👩🏽‍💻</h2><p>Words &amp; <strong>bold</strong><br>more</p><ul><li>one</li></ul>'
  expect(
    htmlOfGhost(`<!--kg-card-begin: html--><div data-x="1"><em>raw</em></div><!--kg-card-end: html-->${plain}`),
  ).toBe(`<div data-x="1"><em>raw</em></div>${plain}`)
  expect(htmlOfGhost('<blockquote class="kg-blockquote-alt">Said</blockquote><hr>')).toBe(
    '<blockquote class="kg-blockquote-alt">Said</blockquote><hr>',
  )
  expect(htmlOfGhost('')).toBe('')
  expect(htmlOfGhost('{ no document }')).toBe('{ no document }')
})

test('pictures keep their link, alternative text and caption, and a gallery is one paragraph', () => {
  expect(
    htmlOfGhost(
      `<figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><a href="https://a.example/?x=1&amp;y=2">
        <img src="/content/images/a.png" class="kg-image" alt="A &quot;red&quot; kite" loading="lazy" srcset="/content/images/size/w600/a.png 600w"></a>
        <figcaption><span>Over <a href="/pune/">Pune</a></span></figcaption></figure>`,
    ),
  ).toBe(
    '<figure><a href="https://a.example/?x=1&amp;y=2"><img src="/content/images/a.png" alt="A &quot;red&quot; kite"></a>' +
      '<figcaption><span>Over <a href="/pune/">Pune</a></span></figcaption></figure>',
  )
  expect(
    htmlOfGhost(
      `<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row">
        <div class="kg-gallery-image"><img src="/1.png" width="1" alt="One"></div><div class="kg-gallery-image"><a href="/x/"><img src="/2.png"></a></div>
        </div></div><figcaption>Two days</figcaption></figure>`,
    ),
  ).toBe('<p><img src="/1.png" alt="One"><a href="/x/"><img src="/2.png" alt=""></a></p><p>Two days</p>')
})

test('a callout keeps its emoji, a toggle folds, code keeps its language and a button its place', () => {
  expect(
    htmlOfGhost(
      '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">⚠️</div><div class="kg-callout-text">Mind the <b>gap</b></div></div>',
    ),
  ).toBe('<blockquote><p>[!WARNING]<br>⚠️ Mind the <b>gap</b></p></blockquote>')
  expect(
    htmlOfGhost('<div class="kg-card kg-callout-card"><div class="kg-callout-text"><p>One</p><p>Two</p></div></div>'),
  ).toBe('<blockquote><p>[!NOTE]<br>One</p><p>Two</p></blockquote>')
  expect(
    htmlOfGhost(
      `<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">How <i>long</i>?</h4>
        <button class="kg-toggle-card-icon"><svg viewBox="0 0 24 24"><path d="M1"></path></svg></button></div><div class="kg-toggle-content"><p>Two weeks.</p><ol><li>x</li></ol></div></div>`,
    ),
  ).toBe('<details><summary>How <i>long</i>?</summary><p>Two weeks.</p><ol><li>x</li></ol></details>')
  expect(
    htmlOfGhost(
      '<figure class="kg-card kg-code-card"><pre><code class="language-ts">if (a &lt; b) {}\n</code></pre><figcaption>A rule</figcaption></figure>',
    ),
  ).toBe('<pre><code class="language-ts">if (a &lt; b) {}\n</code></pre><p>A rule</p>')
  expect(
    htmlOfGhost(
      '<div class="kg-card kg-button-card kg-align-center"><a href="/kontakt/" class="kg-btn kg-btn-accent">Schreiben Sie uns</a></div>',
    ),
  ).toBe('<p class="align-center"><a href="/kontakt/">Schreiben Sie uns</a></p>')
})

test('a bookmark is its link with title and description', () => {
  const { html, sentences } = readGhostText(
    `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://b.example/a?b=1&amp;c=2"><div class="kg-bookmark-content">
      <div class="kg-bookmark-title">Title &lt;1&gt;</div><div class="kg-bookmark-description">All of it</div><div class="kg-bookmark-metadata">
      <img class="kg-bookmark-icon" src="https://b.example/i.ico" alt=""><span class="kg-bookmark-author">The B</span><span class="kg-bookmark-publisher">Ann</span></div></div>
      <div class="kg-bookmark-thumbnail"><img src="https://b.example/t.png" alt=""></div></a><figcaption>Worth it</figcaption></figure>`,
  )
  expect(html).toBe(
    '<p><a href="https://b.example/a?b=1&amp;c=2">Title &lt;1&gt;</a><br>All of it<br>The B · Ann</p><p>Worth it</p>',
  )
  expect(sentences).toEqual(['A bookmark keeps its title and description, not its preview image.'])
})

test('videos of YouTube and Vimeo play, other embedded parts become links, once named', () => {
  const frame = (src: string, more = '') =>
    `<figure class="kg-card kg-embed-card"><iframe width="200" src="${src}" ${more}></iframe></figure>`
  const { html, sentences } = readGhostText(
    frame('https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed') +
      frame('//player.vimeo.com/video/76979871?h=8272103f6e&amp;app_id=1') +
      frame(
        'https://open.spotify.com/embed/track/1?a=1&amp;b=2',
        'title="Spotify Embed: A &quot;song&quot; &amp; more"',
      ) +
      frame('https://open.spotify.com/embed/track/2') +
      '<figure class="kg-card kg-embed-card kg-card-hascaption"><blockquote class="twitter-tweet"><p>Hello</p>&mdash; Ann <a href="https://twitter.com/a/1">May 1</a></blockquote><script async src="https://platform.twitter.com/widgets.js"></script><figcaption>A post</figcaption></figure>',
  )
  expect(html).toBe(
    '<p>https://www.youtube.com/watch?v=dQw4w9WgXcQ</p><p>https://vimeo.com/76979871/8272103f6e</p>' +
      '<p><a href="https://open.spotify.com/embed/track/1?a=1&amp;b=2">Spotify Embed: A "song" &amp; more</a></p>' +
      '<p><a href="https://open.spotify.com/embed/track/2">https://open.spotify.com/embed/track/2</a></p>' +
      '<blockquote class="twitter-tweet"><p>Hello</p>— Ann <a href="https://twitter.com/a/1">May 1</a></blockquote><p>A post</p>',
  )
  expect(sentences).toEqual(['The embedded part of open.spotify.com becomes a link.'])
})

test('files are links', () => {
  const { html, sentences } = readGhostText(
    `<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/content/files/2024/r.pdf" title="Download" download><div class="kg-file-card-contents">
      <div class="kg-file-card-title">Report</div><div class="kg-file-card-caption">For 2024</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">r.pdf</div>
      <div class="kg-file-card-filesize">1 MB</div></div></div><div class="kg-file-card-icon"><svg><title>download-circle</title></svg></div></a></div>
     <div class="kg-card kg-audio-card"><img src alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-player-container"><audio src="/content/media/a.mp3"></audio>
      <div class="kg-audio-title">Episode 1</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span></div></div></div>
     <figure class="kg-card kg-video-card kg-card-hascaption"><div class="kg-video-container"><video src="/content/media/tour.mp4"></video><div class="kg-video-player"><span>0:00</span></div></div>
      <figcaption>A tour</figcaption></figure>`,
  )
  expect(html).toBe(
    '<p><a href="/content/files/2024/r.pdf">Report</a><br>For 2024<br>r.pdf · 1 MB</p>' +
      '<p><a href="/content/media/a.mp3">Episode 1</a></p><p><a href="/content/media/tour.mp4">tour.mp4</a></p><p>A tour</p>',
  )
  expect(sentences).toEqual(['An audio file becomes a link.', 'A video file becomes a link.'])
})

test('headers, calls to action and products keep their words, pictures and links', () => {
  expect(
    htmlOfGhost(
      `<div class="kg-card kg-header-card kg-v2 kg-width-full"><picture><img class="kg-header-card-image" src="/h.png" alt=""></picture><div class="kg-header-card-content"><div class="kg-header-card-text">
        <h2 id="x" class="kg-header-card-heading"><span>Start</span></h2><p class="kg-header-card-subheading">Now</p><a href="/go/" class="kg-header-card-button">Go</a></div></div></div>
       <div class="kg-card kg-header-card kg-width-full kg-style-image" data-kg-background-image="/old.png"><h2 class="kg-header-card-header">Old</h2><h3 class="kg-header-card-subheader">Sub</h3></div>`,
    ),
  ).toBe(
    '<figure><img src="/h.png" alt=""></figure><h2><span>Start</span></h2><p>Now</p><p><a href="/go/">Go</a></p>' +
      '<figure><img src="/old.png" alt=""></figure><h2>Old</h2><p>Sub</p>',
  )
  expect(
    htmlOfGhost(
      `<div class="kg-card kg-cta-card kg-cta-bg-grey kg-cta-minimal" data-layout="minimal"><div class="kg-cta-sponsor-label"><p><span>Sponsored</span></p></div><div class="kg-cta-content">
        <div class="kg-cta-image-container"><a href="/more/"><img src="/c.png" alt="CTA Image"></a></div><div class="kg-cta-content-inner"><div class="kg-cta-text"><p>Join us</p></div>
        <a href="#/portal/signup" class="kg-cta-button">Learn more</a></div></div></div>`,
    ),
  ).toBe(
    '<p><span>Sponsored</span></p><figure><a href="/more/"><img src="/c.png" alt=""></a></figure><p>Join us</p><p><a href="#/portal/signup">Learn more</a></p>',
  )
  const star = (is: boolean) =>
    `<span class="${is ? 'kg-product-card-rating-active' : ''} kg-product-card-rating-star"><svg></svg></span>`
  expect(
    htmlOfGhost(
      `<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="/p.png" class="kg-product-card-image"><div class="kg-product-card-title-container">
        <h4 class="kg-product-card-title">Tea</h4></div><div class="kg-product-card-rating">${[1, 2, 3, 4, 5].map((at) => star(at < 4)).join('')}</div>
        <div class="kg-product-card-description"><p>Green</p></div><a href="https://t.example" class="kg-product-card-button"><span>Buy</span></a></div></div>`,
    ),
  ).toBe(
    '<figure><img src="/p.png" alt=""></figure><h4>Tea</h4><p>★★★☆☆</p><p>Green</p><p><a href="https://t.example">Buy</a></p>',
  )
})

test('what is for members is left out and named, and unknown cards keep their words', () => {
  const { html, sentences } = readGhostText(
    `<p>Before</p><div class="kg-card kg-signup-card"><div class="kg-signup-card-text"><h2 class="kg-signup-card-heading">Join</h2><form><button>Subscribe</button></form></div></div>
     <!--kg-gated-block:begin nonMember:false memberSegment:"status:free,status:-free" --><p>Secret</p><!--kg-gated-block:end-->
     <!--kg-gated-block:begin nonMember:true memberSegment:"" --><p>For all</p><!--kg-gated-block:end-->
     <figure class="kg-card kg-transistor-card"><iframe src="https://partner.transistor.fm/ghost/embed/{uuid}"></iframe></figure>
     <!--members-only--><p>After</p><div class="kg-card kg-poll-card"><p>Tea?</p></div><div class="kg-card kg-poll-card"><p>Or coffee?</p></div>`,
  )
  expect(html).toBe(
    '<p>Before</p><p>For all</p><p>After</p><div class="kg-card kg-poll-card"><p>Tea?</p></div><div class="kg-card kg-poll-card"><p>Or coffee?</p></div>',
  )
  expect(sentences).toEqual([
    'A part that only members saw is left out.',
    'The text has a paywall. Here all of it is one text.',
    'The sign-up form “Join” is left out.',
    'The podcast player is left out, since it is for members.',
    'The words of the card “poll” stay, but not its looks.',
  ])
})

test('broken cards lose no words, and no text throws', () => {
  for (const kind of [
    'image',
    'gallery',
    'callout',
    'toggle',
    'button',
    'header',
    'cta',
    'audio',
    'before-after',
    'signup-2',
  ])
    expect(readGhostText(`<div class="kg-card kg-${kind}-card"><p>Only words</p></div>`).html).toContain(
      '<p>Only words</p>',
    )
  for (const text of [
    '{"root":{}}',
    '{"root":{"children":[1,{"type":5}]}}',
    '{"sections":[1,[10],[1],[3,"ul",[2]]]}',
    '{"root":null}',
  ])
    expect(() => ghostText(text, {})).not.toThrow()
})

test('old kinds of cards keep their pictures and words', () => {
  expect(
    htmlOfGhost(
      `<figure class="kg-card kg-embed-card kg-nft-card"><a class="kg-nft-card-container" href="https://n.example/1"><div class="kg-ntf-image-container"><img class="kg-nft-image" src="/n.png"></div>
        <div class="kg-nft-metadata"><div class="kg-nft-header"><h4 class="kg-nft-title"> One </h4><img src="/logo.png" class="kg-nft-opensea-logo"></div>
        <div class="kg-nft-creator"> Created by <span class="kg-nft-creator-name">Ann</span> &bull; Kites</div><p class="kg-nft-description">Red</p></div></a></figure>
       <figure class="kg-card kg-before-after-card kg-width-wide kg-card-hascaption"><div class="kg-before-after-card-slider"><div class="kg-before-after-card-image-after"><img src="/after.png"></div>
        <div class="kg-before-after-card-image-before"><img src="/before.png"></div><input type="range"></div><figcaption>A year</figcaption></figure>`,
    ),
  ).toBe(
    '<figure><a href="https://n.example/1"><img src="/n.png" alt="One"></a></figure><p><a href="https://n.example/1">One</a><br>Created by Ann • Kites<br>Red</p>' +
      '<p><img src="/before.png" alt=""><img src="/after.png" alt=""></p><p>A year</p>',
  )
})

test('a whole text becomes one of ours', () => {
  const text = `<p>Hello <strong>world</strong></p>
<figure class="kg-card kg-image-card kg-card-hascaption"><a href="https://a.example/?x=1&amp;y=2"><img src="/content/images/a.png" class="kg-image" alt="A kite"></a><figcaption>Over <a href="/pune/">Pune</a></figcaption></figure>
<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/1.png" alt="One"></div><div class="kg-gallery-image"><img src="/2.png"></div></div></div><figcaption>Two days</figcaption></figure>
<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">⚠️</div><div class="kg-callout-text">Mind the <b>gap</b></div></div>
<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">How long?</h4></div><div class="kg-toggle-content"><p>Two weeks.</p></div></div>
<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe></figure>
<div class="kg-card kg-button-card kg-align-center"><a href="/kontakt/" class="kg-btn">Schreiben</a></div><hr><pre><code class="language-python">a &lt; b</code></pre>`
  const found = convertHere('ghost', text, { address: '/a/' })
  if (!('converted' in found)) throw new Error(found.reason)
  const { content, pictures, links, notes } = found.converted
  expect(content.trim()).toBe(`Hello **world**

<figure><a href="https://atrium.invalid/l/0/"><img src="https://atrium.invalid/p/0/" alt="A kite"></a><figcaption>Over <a href="https://atrium.invalid/l/1/">Pune</a></figcaption></figure>

![One](https://atrium.invalid/p/1/) ![](https://atrium.invalid/p/2/)

Two days

> [!WARNING]
> ⚠️ Mind the **gap**

<details><summary>How long?</summary>

Two weeks.

</details>

https://www.youtube.com/watch?v=dQw4w9WgXcQ

<p class="align-center"><a href="https://atrium.invalid/l/2/">Schreiben</a></p>

---

\`\`\`python
a < b
\`\`\``)
  expect(pictures.map(({ address }) => address)).toEqual(['/content/images/a.png', '/1.png', '/2.png'])
  expect(links).toEqual(['https://a.example/?x=1&y=2', '/pune/', '/kontakt/'])
  expect(notes).toEqual([])
})
