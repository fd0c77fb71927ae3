import { describe, expect, test } from 'vitest'
import { render } from '#testing/render.ts'
import { renderContent } from './render-content.ts'

const html = (source: string) => render(source).html
const readTime = (source: string) => render(source).readTime

describe('the forms of content', () => {
  test('Markdown, HTML and both in one', () => {
    expect(html('a **b**\n\n<p>c <em>d</em></p>\n\n<details>\n<summary>More</summary>\n\n- e\n\n</details>')).toBe(
      '<p>a <strong>b</strong></p>\n<p>c <em>d</em></p>\n<details>\n<summary>More</summary>\n<ul>\n<li>e</li>\n</ul>\n</details>',
    )
  })

  test('HTML that is indented is not taken for code', () => {
    expect(html('<div>\n\n    <p>a</p>\n\n    <p>b</p>\n</div>')).not.toContain('<pre')
  })

  test("an editor's code keeps its blank lines, and what follows is no Markdown", () => {
    const rendered = html(
      '<p>a</p><pre><code>one\n\n    two *x*\n</code></pre><p>b</p><pre><code>\n\nthree</code></pre>\n\n*c*',
    )
    expect(rendered).toContain('one\n\n    two *x*</code>')
    expect(rendered.match(/code-block/g)).toHaveLength(2)
    expect(rendered).toContain('<p>b</p>')
    expect(rendered).toContain('<em>c</em>')
  })

  test('HTML shown as an example in fenced code stays as it is', () => {
    expect(html('```text\n<pre>\na\n\nb\n</pre>\n```')).toContain('&#x3C;pre>\na\n\nb\n&#x3C;/pre>')
    expect(html('- ```text\n  <pre>\n\n  a\n  ```\n\n<pre>\n\nb</pre>')).toContain('&#x3C;pre>\n\na')
  })

  test.each(['', ' \n\n ', '\0', '\ud800'])('almost nothing: %j', (source) => {
    expect(render(source).headings).toEqual([])
    expect(readTime(source)).toBe(1)
  })

  test('the other elements of a page', () => {
    const kept =
      '<p><kbd>K</kbd><sup>1</sup><sub>2</sub><mark>m</mark><abbr title="A">a</abbr><del>d</del><ins>i</ins><s>s</s><u>u</u></p><dl><dt>t</dt><dd>d</dd></dl><figure><figcaption>f</figcaption></figure>'
    expect(html(kept)).toBe(kept)
  })
})

describe('words in angle brackets', () => {
  test.each([
    ['Copy it to s3://<bucket-name>.', 'Copy it to s3://&#x3C;bucket-name>.'],
    ['A Map<String, List<Integer>> of *all*', 'A Map&#x3C;String, List&#x3C;Integer>> of <em>all</em>'],
    ['Put <script> in the <head>, before </body>', 'Put &#x3C;script> in the &#x3C;head>, before &#x3C;/body>'],
    ['<your-name>\nand **more**', '&#x3C;your-name>\nand <strong>more</strong>'],
    ['<p>Run with <Key>=<value>, <नाम> and <名前></p>', 'Run with &#x3C;Key>=&#x3C;value>, &#x3C;नाम> and &#x3C;名前>'],
    ['`<a-b>` and <a-b c=d>', '<code>&#x3C;a-b></code> and &#x3C;a-b c=d>'],
    ['List<S>, the <code> element, <B>bold</B>', 'List&#x3C;S>, the &#x3C;code> element, <b>bold</b>'],
    ['<config><name>x</name></config>', '&#x3C;config>&#x3C;name>x&#x3C;/name>&#x3C;/config>'],
    ['<constructor> and <image>', '&#x3C;constructor> and &#x3C;image>'],
  ])('%s', (source, shown) => expect(html(source)).toBe(`<p>${shown}</p>`))

  test('stay in code as they are', () => {
    expect(html('```text\n<a-b>\n```')).toContain('&#x3C;a-b></code>')
    expect(html('    <a-b>')).toContain('&#x3C;a-b></code>')
  })
})

describe('the look that editors set', () => {
  test('their classes stay, others are removed', () => {
    expect(html('<p class="align-right indent-3 lead">a <span class="color-teal x">b</span></p>')).toBe(
      '<p class="align-right indent-3">a <span class="color-teal">b</span></p>',
    )
  })

  test.each([
    ['<p style="text-align: center">a</p>', '<p class="align-center">a</p>'],
    ['<h2 style="TEXT-ALIGN:RIGHT;color:red" id="x">a</h2>', '<h2 id="c-x" class="align-right">a</h2>'],
    ['<p style="margin-left: 80px">a</p>', '<p class="indent-2">a</p>'],
    ['<p style="padding-left:2em;text-align:justify">a</p>', '<p class="align-justify indent-1">a</p>'],
    ['<p style="margin-left:4000px">a</p>', '<p class="indent-8">a</p>'],
    ['<p style="margin-left:-40px;color:red">a</p>', '<p>a</p>'],
    ['<p class="align-left" style="text-align:right">a</p>', '<p class="align-left">a</p>'],
    ['<p align="center">a</p>', '<p class="align-center">a</p>'],
    ['<center>a</center>', '<div class="align-center">a</div>'],
    [
      '<p><strike>a</strike> <tt>b</tt> <font color="red">c</font></p>',
      '<p><s>a</s> <code>b</code> <span>c</span></p>',
    ],
  ])('%s', (source, expected) => {
    expect(html(source)).toContain(expected)
  })

  test("the editor's tables keep spans and column widths", () => {
    const rendered = html(
      '<table style="min-width: 50px"><colgroup><col style="width: 120px"><col style="min-width: 25px"></colgroup><tbody><tr><th colspan="2" rowspan="1"><p>a</p></th></tr><tr><td style="text-align:right">b</td><td colspan="1" align="center">c</td></tr></tbody></table>',
    )
    expect(rendered).toContain('<colgroup><col width="120"><col></colgroup>')
    expect(rendered).toContain('<th colspan="2" rowspan="1"><p>a</p></th>')
    expect(rendered).toContain('<td class="align-right">b</td><td colspan="1" align="center">c</td>')
  })

  test("task lists of Markdown and of the editor look the same, and can't be ticked", () => {
    const todo = '<input type="checkbox" disabled aria-label="To do">'
    const done = '<input type="checkbox" checked disabled aria-label="Done">'
    expect(html('- [ ] a\n- [x] b')).toBe(
      `<ul class="contains-task-list">\n<li class="task-list-item">${todo} a</li>\n<li class="task-list-item">${done} b</li>\n</ul>`,
    )
    const item = (checked: boolean) =>
      `<li data-type="taskItem" data-checked="${checked}"><label><input type="checkbox"><span></span></label><div><p>a</p></div></li>`
    expect(html(`<ul data-type="taskList">${item(false)}${item(true)}</ul>`)).toBe(
      `<ul class="contains-task-list"><li class="task-list-item">${todo}<div><p>a</p></div></li><li class="task-list-item">${done}<div><p>a</p></div></li></ul>`,
    )
    expect(html('<p><input type="checkbox" checked> a</p>')).toBe('<p> a</p>')
  })
})

describe('headings', () => {
  test('have ids, links to themselves, and a list', () => {
    const { html, headings } = render('## What it `costs`, & why[^1]\n\n### क्या है\n\n#### Deep\n\n[^1]: x')
    expect(headings).toEqual([
      { id: 'c-what-it-costs-why', text: 'What it costs, & why', depth: 2 },
      { id: 'c-क्या-है', text: 'क्या है', depth: 3 },
    ])
    expect(html).toMatch(
      /^<div class="heading"><h2 id="c-what-it-costs-why">.*<\/h2><a class="anchor" href="#c-what-it-costs-why" aria-label="Link to this section: What it costs, &#x26; why"><\/a><\/div>/,
    )
  })

  test('the title of the page stays the only heading of level 1', () => {
    expect(render('# A\n\n## B').headings.map(({ depth }) => depth)).toEqual([2, 3])
    expect(render('## A\n\n### B').headings.map(({ depth }) => depth)).toEqual([2, 3])
    expect(render('# A\n\n## B', { headingOffset: 1 }).html).toMatch(/<h3 .*<h4 /s)
  })

  test.each([
    ['that begins low', '### A\n\n#### B\n\n### C', 'h2 h3 h2'],
    ['that begins lower than it goes on', '#### A\n\n## B\n\n### C', 'h2 h2 h3'],
    ['that jumps', '## A\n\n##### B\n\n### C\n\n#### D\n\n## E', 'h2 h3 h3 h4 h2'],
    ['of HTML that jumps', '<h1>A</h1><h4>B</h4><h6>C</h6><h2>D</h2>', 'h2 h3 h4 h3'],
    ['of all levels', '# A\n\n## B\n\n### C\n\n#### D\n\n##### E\n\n###### F', 'h2 h3 h4 h5 h6 h6'],
  ])('a text %s skips no level', (_name, source, levels) => {
    expect([...html(source).matchAll(/<(h\d)/g)].map(([, level]) => level).join(' ')).toBe(levels)
  })

  test('no two ids are the same', () => {
    const { html, headings } = render('## A\n\n## A\n\n## A 2\n\n## !\n\n<p id="a">x</p><p id="a">y</p>')
    expect(headings.map(({ id }) => id)).toEqual(['c-a-2', 'c-a-3', 'c-a-2-2', 'c-section'])
    expect(html).toContain('<p id="c-a">x</p><p>y</p>')
  })

  test('empty ones are removed; one in a link or a summary gets no link', () => {
    expect(html('##\n\n<h2> </h2>\n\na')).not.toContain('<h2')
    expect(
      html('<div><a href="/x"><h2>A</h2></a></div><details><summary><h3>B</h3></summary>c</details>'),
    ).not.toContain('anchor')
  })
})

describe('links', () => {
  const away = (text: string) =>
    `target="_blank" rel="noopener noreferrer">${text}<span class="sr-only"> (opens in a new tab)</span></a>`

  test('to other sites open in a new tab and announce it', () => {
    expect(html('[a](https://other.test/x)')).toBe(`<p><a href="https://other.test/x" ${away('a')}</p>`)
    expect(html('www.other.test')).toContain(away('www.other.test'))
  })

  test.each(['/blog/x', 'x', '?page=2', '#', 'mailto:a@b.test', 'tel:+912055501'])('%s stays as it is', (href) => {
    expect(html(`[a](${href})`)).toBe(`<p><a href="${href}">a</a></p>`)
  })

  test('our own origin in full is no other site', () => {
    const source = '[a](https://we.test/x) [b](https://we.test.evil.test/x)'
    expect(render(source, { siteOrigin: 'https://we.test' }).html.match(/_blank/g)).toHaveLength(1)
  })

  test('places are found as the author named them', () => {
    const rendered = html('[a](#costs) [b](#mine) [c](#nowhere) [d](#c-costs)\n\n## Costs\n\n<p id="mine">x</p>')
    expect([...rendered.matchAll(/<p>.*<\/p>/g)][0]?.[0].match(/href="[^"]*"/g)).toEqual([
      'href="#c-costs"',
      'href="#c-mine"',
      'href="#nowhere"',
      'href="#c-costs"',
    ])
  })

  test('footnotes lead there and back', () => {
    const rendered = html('a[^n] b[^n] c[^ü]\n\n[^n]: One\n[^ü]: Two')
    const ids = [...rendered.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    const targets = [...rendered.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id)
    expect(targets).toHaveLength(6)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
    expect(rendered).toContain('aria-describedby="c-footnote-label"')
    expect(rendered).toContain('<h2 class="sr-only" id="c-footnote-label">Footnotes</h2>')
  })
})

describe('images', () => {
  const ours = '/media/0123456789abcdef-1000x500.webp'

  test('our own have every size and format', () => {
    expect(html(`a ![b](${ours})`)).toBe(
      '<p>a <picture><source type="image/avif" srcset="/media/0123456789abcdef-480.avif 480w, /media/0123456789abcdef-800.avif 800w, /media/0123456789abcdef-1000.avif 1000w" sizes="(min-width: 1280px) 832px, (min-width: 720px) 680px, 100vw"><img src="/media/0123456789abcdef-1000x500.webp" alt="b" loading="lazy" decoding="async" srcset="/media/0123456789abcdef-480.webp 480w, /media/0123456789abcdef-800.webp 800w, /media/0123456789abcdef-1000.webp 1000w" sizes="(min-width: 1280px) 832px, (min-width: 720px) 680px, 100vw" width="1000" height="500"></picture></p>',
    )
  })

  test("a path's, and our own origin's, come as they are, when near", () => {
    const image = (src: string) => `<img src="${src}" width="40" height="20" alt="" loading="lazy" decoding="async">`
    for (const src of ['/a.png', 'a.png', 'https://we.test/a.png'])
      expect(
        render(`a <img src="${src}" width="40" height="20" onload="x">`, { siteOrigin: 'https://we.test' }).html,
      ).toBe(`<p>a ${image(src)}</p>`)
  })

  test('those of other sites become links', () => {
    const link = (text: string) =>
      `<a href="https://o.test/a.png" target="_blank" rel="noopener noreferrer">${text}<span class="sr-only"> (opens in a new tab)</span></a>`
    expect(html('![A *chart*](https://o.test/a.png)')).toBe(`<p>${link('A chart')}</p>`)
    expect(html('<p>x</p><img src="//o.test/a.png"><p>y</p>')).toBe(
      `<p>x</p><p>${link('https://o.test/a.png')}</p><p>y</p>`,
    )
    expect(html('[![A chart](https://o.test/a.png)](/x)')).toBe('<p><a href="/x">A chart</a></p>')
    expect(render('![a](https://we.test.evil.test/a.png)', { siteOrigin: 'https://we.test' }).html).not.toContain(
      '<img',
    )
  })

  test('those of other sites keep the words of their captions', () => {
    const away = (alt: string, title: string) => `![${alt}](https://o.test/a.png "${title}")`
    const link = (text: string) =>
      `<a href="https://o.test/a.png" target="_blank" rel="noopener noreferrer">${text}<span class="sr-only"> (opens in a new tab)</span></a>`
    const figure = (text: string, caption: string) =>
      `<figure>${link(text)}<figcaption>${caption}</figcaption></figure>`
    expect(html(away('A chart', "The *t* 'माझे'"))).toBe(figure('A chart', 'The *t* ‘माझे’'))
    expect(html(`[${away('A chart', 'Costs')}](/x)`)).toBe(
      '<figure><a href="/x">A chart</a><figcaption>Costs</figcaption></figure>',
    )
    expect(html(away('', 'Costs'))).toBe(`<p>${link('Costs')}</p>`)
    expect(html(away('Costs', 'Costs'))).toBe(`<p>${link('Costs')}</p>`)
    expect(html(`See ${away('a chart', 'Costs')} below`)).toBe(`<p>See ${link('a chart')} (Costs) below</p>`)
    expect(html(`${away('A', 'One')} ${away('B', 'Two')} ![C](/c.png "Three") ${away('', 'Four')}`)).toBe(
      `<div class="gallery">${figure('A', 'One')}${figure('B', 'Two')}<figure><img src="/c.png" alt="C" loading="lazy" decoding="async"><figcaption>Three</figcaption></figure><figure>${link('Four')}</figure></div>`,
    )
    expect(html(`${away('A', '')} ${away('B', '')}`)).toBe(`<p>${link('A')} ${link('B')}</p>`)
    expect(html(`<img src="https://o.test/a.png" alt="A" title="One" class="picture-small">`)).toBe(figure('A', 'One'))
  })

  test('a single one is a figure, its title the caption', () => {
    const image = '<img src="/a.png" alt="a" loading="lazy" decoding="async">'
    expect(html('![a](/a.png "The *t*")')).toBe(`<figure>${image}<figcaption>The *t*</figcaption></figure>`)
    expect(html('<p>x</p><img alt="a" src="/a.png"><p>y</p>')).toContain('</p><figure><img ')
    expect(html('[![a](/a.png)](https://o.test)')).toMatch(/^<figure><a href="https:\/\/o\.test\/" target="_blank"/)
    expect(html('![a](/a.png) and ![b](/b.png)')).not.toContain('figure')
  })

  test('those that must not be loaded are removed', () => {
    expect(html('a ![b](data:image/png;base64,AAAA) ![c](image:nowhere)')).toBe('<p>a  </p>')
  })
})

describe('tables', () => {
  test('scroll in a separate frame, each with its name', () => {
    const rendered = html('| | B |\n|:-:|--:|\n| c | d |\n\n<table><caption>Costs</caption><tr><th>a</th></tr></table>')
    expect(rendered).toContain('<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>')
    expect(rendered).toContain('aria-label="Table 2: Costs"')
    expect(rendered).toContain('<td align="center"></td>\n<th align="right" scope="col">B</th>')
  })
})

describe('code', () => {
  const block = (language: string, name: string, code: string, className = `hljs language-${language}`) =>
    `<div class="code-block" data-language="${language}"><div class="code-head"><span>${name}</span></div><pre tabindex="0"><code class="${className}">${code}</code></pre></div>`

  test('is coloured when its language is known', () => {
    expect(html('```ts\nlet a = "<b>"\n```')).toBe(
      block(
        'ts',
        'TypeScript',
        '<span class="hljs-keyword">let</span> a = <span class="hljs-string">"&#x3C;b>"</span>',
      ),
    )
    expect(html('<pre lang="SQL">select 1</pre>')).toContain('<span class="hljs-keyword">select</span>')
  })

  test('in another language inside has the class of that language', () => {
    expect(html('```tsx\nreturn <b />\n```')).toContain(
      '<span class="language-xml"><span class="hljs-tag">&#x3C;<span class="hljs-name">b</span> /></span></span>',
    )
  })

  test('is plain when it is not', () => {
    expect(html('```brainfuck\n<b>\n```')).toBe(block('brainfuck', 'brainfuck', '&#x3C;b>'))
    expect(html('    a\n    b')).toBe(block('text', 'Text', 'a\nb', 'hljs'))
  })

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])('can be named %s', (name) => {
    const language = name.toLowerCase()
    expect(html(`\`\`\`${name}\nx\n\`\`\``)).toBe(block(language, language, 'x'))
  })

  test.each(
    'ts typescript js jsx tsx json sql yaml yml bash sh shell python py html xml css diff dockerfile go java rust hcl terraform ini toml markdown http graphql php csharp'.split(
      ' ',
    ),
  )('%s has a name', (language) => {
    expect(html(`\`\`\`${language}\nx = 1\n\`\`\``)).not.toContain(`<span>${language}</span>`)
  })
})

describe('words and minutes', () => {
  test('plain text contains the visible text', () => {
    const source =
      '# A *b*\n\nc[^1]&amp;<script>x</script> [d](https://x.test)\n\n| e | f |\n|-|-|\n| g | h |\n\n```js\ni\n\nj\n```\n\n![k](/l.png)\n\n[^1]: m'
    expect(render(source).text).toBe('A b\nc& d\ne\nf\ng\nh\ni\nj\nm')
  })

  test('200 words a minute', () => {
    expect(readTime('word '.repeat(299))).toBe(1)
    expect(readTime('word '.repeat(400))).toBe(2)
    expect(readTime(`${'<p>word - </p>'.repeat(1200)}`)).toBe(6)
  })
})

describe('content that cannot be shown', () => {
  test.each([
    ['elements in elements', '<div>'.repeat(60_000)],
    ['elements that are never closed', '<b><i>'.repeat(20_000)],
    ['quotations', '> '.repeat(8_000)],
    ['a list, line by line', Array.from({ length: 150 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['emphasis with words between', `${'*a **b '.repeat(60)}${'c** c*'.repeat(60)}`],
  ])('too deep: %s', (_, source) => {
    expect(renderContent(source)).toBeNull()
  })

  test('a table of 100 columns and a list of 20 levels are shown', () => {
    const row = `|${'a|'.repeat(100)}`
    const list = Array.from({ length: 20 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')
    expect(html(`${row}\n|${'-|'.repeat(100)}\n${row}\n\n${list}`)).toContain('<table>')
  })
})

describe('text of older editors', () => {
  const shown = (source: string) =>
    render(source)
      .html.replaceAll(/ id="[^"]*"| loading="lazy"| decoding="async"|<a class="anchor".*?<\/a>|<\/?div[^>]*>/g, '')
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim()
  test.each([
    [
      'after headings',
      '<h2>Costs</h2>\nFew, and <strong>low</strong>.\n\nMore.\n<h3>Later</h3>\nNone.',
      '<h2>Costs</h2> <p>Few, and <strong>low</strong>. </p> <p>More.</p> <h3>Later</h3> <p> None.</p>',
    ],
    [
      'in HTML alone',
      '<h2>Costs</h2>\nFew.\n\n<h2>Later</h2>\nNone.',
      '<h2>Costs</h2><p> Few. </p><h2>Later</h2><p> None.</p>',
    ],
    [
      'after quotations',
      '<blockquote>One</blockquote>\nText.\n\nMore.',
      '<blockquote>One</blockquote><p> Text.</p> <p>More.</p>',
    ],
    [
      'in and after quotations',
      '<blockquote>One\n\nTwo</blockquote>\nText.\n\nMore.',
      '<blockquote><p>One </p><p>Two</p></blockquote><p> Text.</p> <p>More.</p>',
    ],
    ['after lists', '<ul>\n<li>One</li>\n</ul>\nText', '<ul> <li>One</li> </ul><p> Text</p>'],
    [
      'with a caption',
      'Text\n\n[caption id="attachment_12" align="aligncenter" width="300"]<a href="/x"><img src="/media/a.png" alt="A" width="300" /></a> The <em>words</em>[/caption]\n\nMore',
      '<p>Text</p> <figure><a href="/x"><img src="/media/a.png" alt="A" width="300"></a><figcaption> The <em>words</em></figcaption></figure> <p>More</p>',
    ],
    ['code with a caption', '`[caption]<img>[/caption]`', '<p><code>[caption]&#x3C;img>[/caption]</code></p>'],
    [
      'points with lists in them',
      '<ul><li>One<ul><li>Two</li></ul></li></ul>',
      '<ul><li>One<ul><li>Two</li></ul></li></ul>',
    ],
  ])('is in paragraphs: %s', (_, source, html) => {
    const bare = (text: string) => text.replaceAll(/\s*(<\/?(?:p|h2|h3|blockquote|ul|li|figure|figcaption)>)\s*/g, '$1')
    expect(bare(shown(source))).toBe(bare(html))
  })

  test.each(['---\ntitle: A\ntags: [b]\n---\n', '+++\ntitle = "A"\n+++\n\n'])(
    'front matter is not shown: %j',
    (front) => {
      const { html, text, words } = render(`${front}Text`)
      expect([html.trim(), text, words]).toEqual(['<p>Text</p>', 'Text', 1])
    },
  )
})
