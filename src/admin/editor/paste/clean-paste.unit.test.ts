import { describe, expect, test } from 'vitest'
import { cleanPaste } from './clean-paste.ts'

describe('from Word', () => {
  const word = (
    body: string,
  ) => `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-IN style='tab-interval:36.0pt'><!--StartFragment-->${body}<!--EndFragment--></body></html>`

  test('keeps the text without the office markup', () => {
    expect(
      cleanPaste(
        word(`<h1>Moving house<o:p></o:p></h1>
<p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'><span style='font-size:11.0pt;mso-ansi-language:EN-IN'>We <b style='mso-bidi-font-weight:normal'>moved</b> it&nbsp;<i>slowly</i>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal align=center style='text-align:center'>The <a href="https://example.com/end" style='color:blue'>end</a></p>`),
      ).replace(/\n\s*/g, ''),
    ).toBe(
      '<h1>Moving house</h1><p>We <b>moved</b> it <i>slowly</i>.</p><p class="align-center">The <a href="https://example.com/end">end</a></p>',
    )
  })

  test('makes nested lists with bullets and numbers', () => {
    const point = (style: string, mark: string, text: string) =>
      `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:${style} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`
    expect(
      cleanPaste(
        word(
          `<p class=MsoNormal>Before</p>${point('l0 level1', '·', 'one')}${point('l0 level2', 'o', 'deeper')}${point('l0 level1', '·', 'two')}${point('l1 level1', '1.', 'first')}<p class=MsoNormal>After</p>`,
        ),
      ).replace(/\n\s*/g, ''),
    ).toBe('<p>Before</p><ul><li>one<ul><li>deeper</li></ul></li><li>two</li></ul><ol><li>first</li></ol><p>After</p>')
  })

  test('keeps a table', () => {
    expect(
      cleanPaste(
        word(
          `<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'><td width=200 valign=top style='width:150.0pt;border:solid windowtext 1.0pt'><p class=MsoNormal><b>Item<o:p></o:p></b></p></td><td colspan=2 style='padding:0cm'><p class=MsoNormal>9</p></td></tr></table>`,
        ),
      ),
    ).toBe('<table><tbody><tr><td><p><b>Item</b></p></td><td colspan="2"><p>9</p></td></tr></tbody></table>')
  })
})

describe('from Google Docs', () => {
  const docs = (body: string) =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c-7fff-aaaa">${body}</b><br class="Apple-interchange-newline">`
  const span = (style: string, text: string) =>
    `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`

  test('turns styles into elements', () => {
    expect(
      cleanPaste(
        docs(
          `<h2 dir="ltr" style="line-height:1.38;margin-top:18pt">${span('font-size:16pt', 'A plan')}</h2><p dir="ltr" style="line-height:1.38;text-align: justify;">${span('', 'Plain ')}${span('font-weight:700', 'bold')}${span('font-style:italic', ' slanted')}${span('text-decoration:line-through', ' gone')}</p><br /><p dir="ltr" style="text-align:left"><a href="https://www.google.com/url?q=https://example.com/a&sa=D" style="text-decoration:none">${span('color:#1155cc;text-decoration:underline', 'a link')}</a></p>`,
        ),
      ),
    ).toMatch(
      /^<div><h2>A plan<\/h2><p class="align-justify">Plain <strong>bold<\/strong><em> slanted<\/em><s> gone<\/s><\/p><br><p><a href="https:\/\/example.com\/a">a link<\/a><\/p><\/div>/,
    )
  })

  test('keeps a nested list', () => {
    const point = (text: string) =>
      `<li dir="ltr" style="list-style-type:disc;font-size:11pt" aria-level="1"><p dir="ltr" style="line-height:1.38" role="presentation">${span('', text)}</p></li>`
    expect(
      cleanPaste(
        docs(
          `<ul style="margin-top:0">${point('one')}<ul style="margin-top:0">${point('deeper')}</ul>${point('two')}</ul>`,
        ),
      ),
    ).toContain('<ul><li><p>one</p><ul><li><p>deeper</p></li></ul></li><li><p>two</p></li></ul>')
  })
})

test.each([
  ['raised letters', '<span style="vertical-align:super;font-size:0.6em">2</span>', '<sup>2</sup>'],
  ['lowered letters', 'H<span style="vertical-align: sub">2</span>O', 'H<sub>2</sub>O'],
  ['raised letters, once', '<sup><span style="vertical-align:super">2</span></sup>', '<sup>2</sup>'],
  [
    'a formula',
    '<span class="katex"><span class="katex-mathml"><math><semantics><mi>E</mi><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">E=mc2</span></span>',
    '<code>E=mc^2</code>',
  ],
  [
    'a link to a place in its document',
    '<a href="#_Toc12">Intro</a> <a href="#heading=h.ab">More</a>',
    '<a>Intro</a> <a>More</a>',
  ],
])('keeps %s', (_, html, clean) => {
  expect(cleanPaste(`<p>${html}</p>`)).toBe(`<p>${clean}</p>`)
})

describe('footnotes are marks and notes', () => {
  test.each([
    [
      'Word',
      `<p>A claim<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span style='mso-special-character:footnote'>[1]</span></a>.</p><div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1">[1]</a>The proof.</p></div></div>`,
    ],
    [
      'Google Docs',
      '<p>A claim<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>.</p><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a>&nbsp;The proof.</p></div>',
    ],
    [
      'LibreOffice',
      '<p>A claim<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>.</p><div id="sdfootnote1"><p><a name="sdfootnote1sym" href="#sdfootnote1anc">1</a>The proof.</p></div>',
    ],
    [
      'a page with an arrow',
      '<p>A claim<sup id="r1"><a href="https://a.test/x#n1">1</a></sup>.</p><p id="n1">The proof. <a href="https://a.test/x#r1">↩</a></p>',
    ],
  ])('%s', (_, html) => {
    expect(
      cleanPaste(html)
        .replaceAll(/<\/?div>/g, '')
        .replaceAll(/\s+/g, ' ')
        .replace(' </p>', '</p>'),
    ).toBe('<p>A claim<sup>[1]</sup>.</p><p>[1] The proof.</p>')
  })

  test('notes that are points of a list keep its numbers', () => {
    const html =
      '<p>A claim<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><ol><li id="fn-1"><p>The proof. <a href="#fnref-1">↩</a></p></li></ol>'
    expect(cleanPaste(html)).toBe('<p>A claim<sup>[1]</sup></p><ol><li><p>The proof. </p></li></ol>')
  })

  test('a table of contents is none', () => {
    const html = '<p><a href="#a" id="toc-a">A plan</a></p><h2 id="a"><a href="#toc-a">A plan</a></h2>'
    expect(cleanPaste(html)).toBe('<p><a href="#a">A plan</a></p><h2><a href="#toc-a">A plan</a></h2>')
  })
})

test('makes an embedded player the video or a link', () => {
  const page = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  expect(cleanPaste('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0"></iframe>')).toBe(
    `<div data-video-address="${page}">${page}</div>`,
  )
  expect(cleanPaste('<video controls><source src="https://a.test/x.mp4"></video>')).toBe(
    '<p><a href="https://a.test/x.mp4">https://a.test/x.mp4</a></p>',
  )
})

test('keeps cells of a sheet that are bold', () => {
  expect(cleanPaste('<table><tr><td style="font-weight:bold">Sum</td><td>1</td></tr></table>')).toContain(
    '<td><strong>Sum</strong></td><td>1</td>',
  )
})

test('removes scripts from a web page', () => {
  expect(
    cleanPaste(
      '<div style="color:red" onclick="alert(1)"><p class="lead">Hi <script>alert(1)</script><a href="javascript:alert(1)">x</a></p></div>',
    ),
  ).toBe('<div><p>Hi <a>x</a></p></div>')
})

test('keeps content that the editor copied', () => {
  const own = '<p data-pm-slice="1 1 []">a <span class="color-red">b</span></p>'
  expect(cleanPaste(own)).toBe(own)
})
