import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { droppedFrom } from './dropped.ts'

test.each([
  ['<iframe src="https://example.com"></iframe>\n\ntext', ['<iframe>']],
  ['<script>alert(1)</script>', ['<script> with its content']],
  ['<svg><path d="M0 0"/></svg>', ['<svg> with its content']],
  ['<p onclick="x()" style="color: red; text-align: center">a</p>', ['“onclick” at <p>', 'the style “color” at <p>']],
  [
    '<a href="javascript:alert(1)">a</a> [b](javascript:x)',
    ['the address javascript:alert(1)', 'the address javascript:x'],
  ],
  ['<div class="hero align-center" data-other="1">a</div>', ['the class “hero” at <div>', '“data-other” at <div>']],
  ['<form action="/x"><input type="text" name="q"></form>', ['<form>', '“type” at <input>']],
  ['<header>a</header>\n\n<header>b</header> and <title>c</title>', ['<header>', '<title> with its content']],
])('%s loses %j', (source, lost) => expect(droppedFrom(source)).toEqual(lost))

test.each([
  'Plain **bold** with a [link](https://example.com) <!-- and a comment -->',
  '<h2 id="costs">Costs</h2>\n\n<p style="text-align: right; margin-left: 40px" lang="hi">a</p>',
  '| a |\n| :-: |\n| 1 |\n\n- [x] done\n\nA claim[^1]\n\n[^1]: The proof',
  '```html\n<script onload="x">\n```',
  '<table><tr><td align="center" colspan="2">a</td></tr></table><img src="/media/a.webp" alt="" width="40">',
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox"></label><p>a</p></li></ul>',
  '<center><font>old</font></center>',
  'Use s3://<bucket-name>, List<String> and <script> in the <head>',
])('%s loses nothing', (source) => expect(droppedFrom(source)).toEqual([]))

test('the sample posts lose nothing', () => {
  const folder = 'content/demo/posts'
  for (const name of readdirSync(folder))
    expect(
      droppedFrom(
        readFileSync(`${folder}/${name}`, 'utf8')
          .split(/^---$/m)
          .slice(2)
          .join('---')
          .replaceAll('(image:', '(/media/'),
      ),
      name,
    ).toEqual([])
})
