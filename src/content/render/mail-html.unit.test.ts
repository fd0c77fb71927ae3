import { expect, test } from 'vitest'
import { render } from '#testing/render.ts'

const mail = (source: string) => render(source, { siteOrigin: 'https://we.test', mail: true }).html
const own = '/media/0123456789abcdef-1600x900.webp'
const bare = (html: string) => html.replaceAll(/ (?:style|class)="[^"]*"/g, '')

test('each block has its own style, and nothing depends on ids, scripts or a stylesheet', () => {
  const html = mail(
    '## One\n\nA *b* `c`\n\n- d\n\n> e\n\n> [!TIP]\n> f\n\n| g |\n|--|\n| h |\n\n```ts\nconst i = "<b>"\n```\n\n---\n\n<details><summary>j</summary><p>k</p></details>',
  )
  for (const [tag] of html.matchAll(/<(?:p|h2|ul|li|blockquote|td|th|pre|hr|table|a)\b[^>]*>/g))
    expect(tag).toContain('style="')
  expect(html).not.toMatch(/<(?:script|style|input|picture|source|details|figure)\b| id=| data-| on\w+=|hljs/)
  expect(html).toContain('const i = "&#x3C;b>"')
})

test('a hostile text stays a text', () => {
  const html = mail(
    '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><p style="position:fixed;background:url(//evil.test)" class="paper button evil" onclick="b()">b</p><style>*{color:red}</style>\n\n<a href="/x&quot; onmouseover=&quot;c()">c</a>',
  )
  expect(html).not.toMatch(/script|onerror|onclick|position|evil|url\(/i)
  expect(html).toContain('href="/x&#x22; onmouseover=&#x22;c()"')
})

test('pictures have a format that mail programs show, a width and their text; captions follow', () => {
  const html = mail(`![A cloud](${own} "Over Pune")\n\n![a](${own}) ![b](https://we.test${own})`)
  expect(html.match(/src="\/media\/0123456789abcdef-1200\.jpg" alt="[^"]*" width="518"/g)).toHaveLength(3)
  expect(bare(html)).toContain('<p>Over Pune</p>')
  expect(html).not.toMatch(/srcset|loading|gallery/i)
  expect(mail(`<img class="picture-small" src="${own}" alt="a">`)).toContain('-800.jpg" alt="a" width="259"')
  expect(mail('![a](/media/0123456789abcdef-300x200.webp)')).toContain('-300.jpg" alt="a" width="300"')
  for (const variant of ['-1350.avif', '-1600.webp', '-1200.webp'])
    expect(mail(`![a](/media/0123456789abcdef${variant})`)).toContain('/media/0123456789abcdef-1200.jpg"')
})

test('a video is its picture and its name, which lead to its page', () => {
  const page = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const videos = { 'youtube:dQw4w9WgXcQ': { title: 'A <talk>', imageUrl: own } }
  const html = bare(render(page, { siteOrigin: 'https://we.test', mail: true, videos }).html)
  expect(html).toBe(
    `<div><a href="${page}"><img src="/media/0123456789abcdef-1200.jpg" alt="A &lt;talk&gt;" width="518"></a><p><a href="${page}">▶ A &#x3C;talk></a> (YouTube)</p></div>`,
  )
})

test('links within the text, marks of footnotes and boxes of tasks become words', () => {
  const html = bare(mail('[down](#a) x[^1]\n\n- [x] done\n- [ ] open\n\n## A\n\n[^1]: Foot'))
  expect(html).toContain('<p>down x<sup>1</sup></p>')
  expect(html).toMatch(/☑\s+done/)
  expect(html).toMatch(/☐\s+open/)
  expect(html).not.toMatch(/href|↩|Footnotes/)
})

test('a paragraph with only a link in bold is a button; one with more is not', () => {
  expect(mail('**[Book a seat](/courses)**')).toMatch(
    /^<p [^>]*><a href="\/courses" class="button" style="[^"]*">Book a seat<\/a><\/p>$/,
  )
  expect(mail('[**Book a seat**](/courses)')).toContain('class="button"')
  expect(mail('[Book a seat](/courses)')).not.toContain('button')
  expect(mail('**[Book a seat](/courses)** now')).not.toContain('button')
})

test('what an editor has set stays: alignment, indentation, colour', () => {
  const html = mail('<p class="align-center indent-2">a <span class="color-red x">b</span></p>')
  expect(html).toContain('text-align:center;margin-left:40px')
  expect(html).toContain('<span class="color-red" style="color:#b3261e">b</span>')
})
