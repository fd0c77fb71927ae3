import { expect, test } from 'vitest'
import type { TextFacts } from '#features/transfer/ground/source.ts'
import { processorTime } from '#testing/processor-time.ts'
import { render } from '#testing/render.ts'
import { readMarkdownText } from './markdown-text.server.ts'

const read = (text: string, facts: TextFacts = {}) => {
  const result = readMarkdownText(text, facts)
  if (!('markdown' in result)) throw new Error('HTML')
  return {
    markdown: result.markdown.trim().replace(/\n{3,}/g, '\n\n'),
    notes: result.notes.map(({ sentence }) => sentence),
  }
}
const markdownOf = (text: string, facts?: TextFacts) => read(text, facts).markdown
const files = {
  'a.png': { address: '/img/a.png' },
  './a.png': { address: '/img/a.png' },
  Page: { address: '/page/' },
  'b c.png': { address: '/img/b%20c.png' },
}
const tube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

/** Every text stays as it is where it has none of these signs. */
test.each([
  '# One\n\nText *with* **marks**, `code` and [links](https://example.com/a_(b)).\n\n- a\n- b\n\n> quoted\n\n| a | b |\n| - | - |\n| 1 | 2 |',
  'Words[^1] and ~~struck~~ ones.\n\n[^1]: A note: with `code`',
  '> [!NOTE]\n> A callout',
  '<div class="x">\n\n**bold**\n\n</div>',
  '1. a\n\n   ```js\n   {{< figure src="a.png" >}} {% if x %} {{ y }}\n   ```\n\n2. b',
  'Prices: a < b > c, 5 : 6, 10:30:15, C:\\temp, [[x]], a{b}c, $5 and $6, x = y == z, ~ 5',
  `नमस्ते दुनिया 👋🏽 שלום لعالم 你好 ${'x'.repeat(5000)}`,
  '```\n:::note\n{% raw %}\n```',
  'The mark `<!--more-->` and `<pre>` in `</pre>` code, and <code>`</code> words',
])('stays: %j', (text) => {
  const { markdown, notes } = read(text, { dialect: 'hugo' })
  expect(markdown).toBe(text)
  expect(notes).toEqual([])
})

test.each([
  ['{{< figure src="a.png" alt="A cat" caption="A *cat*" >}}', '![A cat](/img/a.png "A *cat*")'],
  ['{{< figure src="a.png" link="https://x.example/" title="T" >}}', '[![](/img/a.png "T")](https://x.example/)'],
  ['{{< figure\n  src="a.png"\n  caption="Said \\"so\\""\n>}}', '![](/img/a.png "Said \\"so\\"")'],
  ['{{< youtube dQw4w9WgXcQ >}}', tube],
  ['{{< youtube id="dQw4w9WgXcQ" autoplay="true" >}}', tube],
  ['{{< vimeo 12345678 >}}', 'https://vimeo.com/12345678'],
  ['{{< gist user abc123 >}}', '[gist.github.com](https://gist.github.com/user/abc123)'],
  ['{{< x user="jo" id="1" >}}', '[x.com/jo/status/1](https://x.com/jo/status/1)'],
  ['{{< highlight go "linenos=table" >}}\nif a { b }\n{{< / highlight >}}', '```go\nif a { b }\n```'],
  [
    '{{< details summary="More" >}}\nText **bold**\n{{< /details >}}',
    '<details>\n<summary>More</summary>\n\nText **bold**\n\n</details>',
  ],
  ['{{% notice warning "Hot" %}}\nText\n\n- a\n{{% /notice %}}', '> [!WARNING]\n> **Hot**\n>\n> Text\n>\n> - a'],
  ['{{< callout type="tip" >}}Text{{< /callout >}}', '> [!TIP]\n> Text'],
  ['{{< button href="/x" >}}Go{{< /button >}}', '[Go](/x)'],
  ['Words {{< mark >}}here{{< /mark >}} stay', 'Words <mark>here</mark> stay'],
  ['{{< blockquote author="Jo" >}}\nSaid\n{{< /blockquote >}}', '> Said\n>\n> — Jo'],
  ['{{</* figure src="x" */>}}', '{{&lt; figure src="x" >}}'],
  ['`{{</* figure */>}}`', '`{{< figure >}}`'],
  ['{{/* a comment */}}Text', 'Text'],
  ['- a\n\n  {{< figure src="a.png" >}}\n- b', '- a\n\n  ![](/img/a.png)\n\n- b'],
  ['[x]({{< ref "gone.md" >}})', '[x](gone.md)'],
])('the shortcode %j', (text, markdown) => {
  expect(markdownOf(text, { dialect: 'hugo', files })).toBe(markdown)
})

test('an unknown shortcode keeps its text and is named once', () => {
  const text =
    '{{< fancy title="Title" >}}\nInner **text**\n{{< /fancy >}}\n\n{{< fancy >}}More{{< /fancy >}}\n\n{{< chart-of "x" >}}'
  expect(read(text)).toEqual({
    markdown: '**Title**\n\nInner **text**\n\nMore',
    notes: ['The text of {{< fancy >}} stays; the rest of it does not.', '{{< chart-of >}} is left out.'],
  })
})

test.each([
  ['{% highlight ruby linenos %}\nputs "a"\n{% endhighlight %}', '```ruby\nputs "a"\n```'],
  ['{% raw %}{{ x }}{% endraw %} and `{% raw %}{{ y }}{% endraw %}`', '{{ x }} and `{{ y }}`'],
  ['[a]({{ site.baseurl }}/about/) ![]({{ "/img/x.png" | relative_url }})', '[a](/about/) ![](/img/x.png)'],
  ['[a]({% post_url 2024-01-01-one %})', '[a](/2024/01/01/one.html)'],
  ['[a]({{ site.url }}{% link about.md %})', '[a](/about.md)'],
  ['{% include figure.html src="a.png" alt="A" caption="C" %}', '![A](/img/a.png "C")'],
  ['{% include figure image_path="a.png" %}', '![](/img/a.png)'],
  ['{% include youtube.html id="dQw4w9WgXcQ" %}', tube],
  ['{% include video id="dQw4w9WgXcQ" provider="youtube" %}', tube],
  ['{% comment %}hidden{% endcomment %}Text', 'Text'],
  ['{% if x %}Text{% endif %}', 'Text'],
  ['# {{ page.title }}\n\n{{ "words" }}', 'words'],
  ['Text\n{: .lead}\n\n## A{:.no_toc}\n\n* TOC\n{:toc}\n\nEnd', 'Text\n\n## A\n\nEnd'],
  ['<div markdown="1">\n**b**\n</div>', '<div>\n\n**b**\n</div>'],
  ['{% note info %}Text{% endnote %}', '> [!NOTE]\n> Text'],
  [
    '> Text\n{: .prompt-danger }\n\nWords\nmore\n{: .notice--warning}\n\nEnd',
    '> [!CAUTION]\n> Text\n\n> [!WARNING]\n> Words\n> more\n\nEnd',
  ],
  ["```sass\na\n```\n{: file='x.scss'}", '`x.scss`\n\n```sass\na\n```'],
])('Liquid and Kramdown: %j', (text, markdown) => {
  const named = { ...files, 'atrium-post:2024-01-01-one': { address: '/2024/01/01/one.html' } }
  expect(markdownOf(text, { dialect: 'jekyll', title: 'A title', files: named })).toBe(markdown)
})

test('other tags and values of Liquid are named, and stay in code', () => {
  expect(read('{{ site.title }} {% assign x = 1 %}`{{ a }}`\n\n    {{ b }}', { dialect: 'jekyll' })).toEqual({
    markdown: '`{{ a }}`\n\n    {{ b }}',
    notes: ['The tag {% assign %} is left out.', 'The value {{ site.title }} is left out.'],
  })
})

test.each([
  ["import X from './x'\nimport pic from './a.png'\n\n<Image src={pic} alt=\"A\" />", '![A](/img/a.png)'],
  ['<YouTube id="dQw4w9WgXcQ" />', tube],
  ['<Tabs>\n<TabItem value="a" label="First">\n\nOne\n\n</TabItem>\n</Tabs>', '**First**\n\nOne'],
  ['<Admonition type="tip" title="T">\n  Text\n</Admonition>', '> [!TIP]\n> **T**\n>\n> Text'],
  ['{/* a comment */}\nText {" "}more {"words"}', 'Text  more words'],
  ['export const a = {\n  b: 1,\n}\n\nText', 'Text'],
  ['<p className="x" style={{ color: "red" }}>Text</p>', '<p class="x">Text</p>'],
  ['<img src={require(\'./a.png\').default} alt="A" />', '<img src="/img/a.png" alt="A" />'],
  ["<ThemedImage alt=\"A\" sources={{ light: useBaseUrl('a.png'), dark: useBaseUrl('b.png') }} />", '![A](/img/a.png)'],
  ['<Link to="/x">words</Link>', '[words](/x)'],
  ['# The title {#the-title}\n\n## Part {#part}\n\n[x](#part)', '## Part <a id="part"></a>\n\n[x](#part)'],
  ['<Details summary="S">\n\nText\n\n</Details>', '<details>\n<summary>S</summary>\n\nText\n\n</details>'],
  ['# [The title][]\n\n[The title]: /x', '# [The title][]\n\n[The title]: /x'],
  ['a < b and {title}', 'a < b and'],
  ['<>\n\nText\n\n</>', 'Text'],
  ['- a\n\n  <Note>\n    Text\n  </Note>', '- a\n\n  > [!NOTE]\n  > Text'],
])('MDX: %j', (text, markdown) => {
  expect(markdownOf(text, { path: 'a.mdx', title: 'The title', files })).toBe(markdown)
})

test('components and programs of MDX are named, their text stays', () => {
  expect(
    read(
      "import {\n  A,\n} from 'b'\n\n<FancyBox mode={x => y}>\n\n**Text**\n\n</FancyBox>\n\n{data.map((x) => <b>{x}</b>)}",
      { path: 'a.mdx' },
    ),
  ).toEqual({
    markdown: '**Text**',
    notes: [
      'The import of “b” is left out.',
      'The value {data.map((x) => <b>{x}</b>)} is left out.',
      'The text of <FancyBox> stays; the rest of it does not.',
    ],
  })
})

test.each([
  [':::tip[My tip]\n\nText\n\n:::', '> [!TIP]\n> **My tip**\n>\n> Text'],
  ['::: warning\nText\n:::', '> [!WARNING]\n> Text'],
  ['::: details More\nText\n:::', '<details>\n<summary>More</summary>\n\nText\n\n</details>'],
  ['::::info\n\nA\n\n:::danger\n\nB\n\n:::\n\n::::', '> [!NOTE]\n> A\n>\n>\n> > [!CAUTION]\n> > B'],
  ['::: {.note}\nText\n:::', '> [!NOTE]\n> Text'],
  ['!!! note "Title"\n    Text\n\n    More\n\nAfter', '> [!NOTE]\n> **Title**\n>\n> Text\n>\n> More\n\nAfter'],
  ['??? note\n    Text', '<details>\n<summary>note</summary>\n\nText\n\n</details>'],
  ['> [!info]- Title\n> Text', '> [!NOTE]\n> **Title**\n>\n> Text'],
  ['> [!tip]\n> Text', '> [!TIP]\n> Text'],
  [
    'Term\n: Meaning\n: Other\n\nEnd',
    '<dl>\n<dt>\n\nTerm\n\n</dt>\n<dd>\n\nMeaning\n\n</dd>\n<dd>\n\nOther\n\n</dd>\n\n</dl>\n\nEnd',
  ],
  ['==marked== H~2~O and x^2^ :rocket: :nothing:', '<mark>marked</mark> H<sub>2</sub>O and x<sup>2</sup> 🚀 :nothing:'],
  ['$$\na_1 \\\\ *b*\n$$', '$$\na\\_1 \\\\\\\\ \\*b\\*\n$$'],
  ['```js {1,3} title="a b.js"\nx\n```', '**a b.js**\n\n```js\nx\n```'],
  ['```ts{4} [x.ts]\nx\n```', '`x.ts`\n\n```ts\nx\n```'],
  ['``` {.python .numberLines}\nx\n```', '```python\nx\n```'],
  ['~~~go {linenos=table,hl_lines=[1]}\nx\n~~~', '```go\nx\n```'],
  ['````md\n```js title="x"\n```\n````', '````md\n```js title="x"\n```\n````'],
  ['> ```js title=x.js\n> a\n> ```', '> `x.js`\n>\n> ```js\n> a\n> ```'],
  ['- ```js\n  a\n\n  b\n  ```\n- c', '- ```js\n  a\n\n  b\n  ```\n- c'],
  [
    '[[Page|words]] [[Page]] ![[b c.png|300]] [[Gone]] [[#Part one]]',
    '[words](/page/) [Page](/page/) ![](/img/b%20c.png) Gone [Part one](#part-one)',
  ],
  ['[toc]\n\nText<!--more--> more\n\n<!-- truncate -->\n\nEnd', 'Text more\n\nEnd'],
  [
    '![](<b c.png>) ![](a.png "T") <img src="a.png">\n\n[r]: a.png',
    '![](</img/b%20c.png>) ![](/img/a.png "T") <img src="/img/a.png">\n\n[r]: /img/a.png',
  ],
])('more than Markdown: %j', (text, markdown) => {
  expect(markdownOf(text, { dialect: 'plain', files })).toBe(markdown)
})

test.each(['# The Title!\n\nText', 'The title\n=========\n\nText', '<!-- x -->\n# The title\n\nText'])(
  'a heading that repeats the title goes: %j',
  (text) => {
    expect(markdownOf(text, { title: 'The title' })).toBe('Text')
    expect(markdownOf(text, { title: 'Another' })).toBe(text)
  },
)

test('Zola: shortcodes with brackets', () => {
  expect(
    markdownOf('{{ youtube(id="dQw4w9WgXcQ") }}\n\n{% quote(author="Jo") %}\nSaid\n{% end %}', { dialect: 'zola' }),
  ).toBe(`${tube}\n\n> Said\n>\n> — Jo`)
})

test('Hexo: pictures with a title, and Zola: shortcodes that are shown', () => {
  expect(markdownOf('{% asset_img a.png 直った！ %}', { dialect: 'hexo', files })).toBe('![直った！](/img/a.png)')
  expect(markdownOf('{% img left a.png 20 30 "T" "A" %}', { dialect: 'hexo', files })).toBe('![A](/img/a.png)')
  expect(markdownOf('`{{/* x() */}}` {{/* y() */}}', { dialect: 'zola' })).toBe('`{{ x() }}` {{ y() }}')
})

test('Obsidian: comments and names of blocks are not shown', () => {
  expect(markdownOf('Text %%hidden%% more ^abc123', { dialect: 'obsidian' })).toBe('Text  more')
})

test('the result shows what the source says', () => {
  const { html } = render(
    markdownOf('{{< figure src="a.png" caption="Said \\"so\\"" >}}\n\n:::tip\n\n```js\nx\n```\n\n:::', {
      files,
      dialect: 'hugo',
    }),
  )
  expect(html).toContain('callout-tip')
  expect(html).toContain('language-js')
})

test.each([
  '{{<',
  '{{< a',
  '{% ',
  '{%',
  '{{',
  ':::',
  ':::a\n',
  '<A',
  '<A b={',
  '$$',
  '[[',
  '![[',
  '~~~\n',
  '<pre>',
  '> [!',
  '{/*',
  'import ',
  '\uFDD0',
  '\0',
  '{% raw %}',
  '{% highlight x %}',
  '%%',
])('signs that do not end: %j', (signs) => {
  for (const facts of [
    { path: 'a.mdx' },
    { dialect: 'jekyll' },
    { dialect: 'hugo' },
    { dialect: 'obsidian' },
    { dialect: 'vitepress' },
  ])
    expect(markdownOf(`Before\n\n${signs.repeat(300)} words after`, facts)).toContain('after')
})

test.each([
  '{{< a ',
  '{% a ',
  '<A b="',
  '[[a|',
  '![a](',
  '<!-- ',
  '`',
  '$$',
  '**',
  '{',
  ':::a\n',
  '"',
  '{{< a "',
  '<',
  '[a]: ',
  '==',
  '> [!a] ',
])('20,000 times %j take no long time', (signs) => {
  const begin = process.cpuUsage()
  for (const facts of [{ path: 'a.mdx' }, { dialect: 'jekyll' }, { dialect: 'hugo' }])
    readMarkdownText(signs.repeat(20_000), facts)
  expect(processorTime(begin)).toBeLessThan(5_000)
})
