import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { describe, expect, test } from 'vitest'
import { contentExtensions, readContent } from '#admin/editor/read-content.ts'
import { writeContent } from '#admin/editor/write-content.ts'
import { cleanPaste } from './clean-paste.ts'

const schema = getSchema(contentExtensions)
/** What is stored after a paste. */
const pasted = (html: string, options?: Parameters<typeof cleanPaste>[1]) =>
  writeContent(Node.fromJSON(schema, readContent(cleanPaste(html, options)).doc))

const js = '```javascript\nconst a = 1\n\nif (a) {\n    run(a)\n}\n```'
const coloured =
  '<span class="k">const</span> a = <span class="m">1</span>\n\n<span class="k">if</span> (a) {\n    run(a)\n}'
const lines = ['const a = 1', '', 'if (a) {', '    run(a)', '}']

describe('a block of code from a page is its code with its language', () => {
  test.each([
    ['a bare pre', `<pre><code class="language-js">${coloured}\n</code></pre>`],
    [
      'a header and buttons inside the pre',
      `<pre class="rounded"><div class="frame"><div class="flex items-center">javascript</div><div class="sticky"><button>Copy code</button><button>Edit</button></div><div dir="ltr"><code class="whitespace-pre! language-javascript"><span>${coloured}</span></code></div></div></pre>`,
    ],
    [
      'a header before the pre',
      `<div role="group" class="group/copy"><div class="sticky"><button aria-label="Copy to clipboard"><svg><path d="M0"></path></svg></button></div><div class="text-small p-3">js</div><div class="overflow-x-auto"><pre class="code-block__code"><code style="white-space:pre"><span>${coloured}</span></code></pre></div></div>`,
    ],
    [
      'an element of its own with icons',
      `<code-block><div class="code-block"><div class="code-block-decoration"><span>JavaScript</span><div class="buttons"><button><mat-icon>content_copy</mat-icon></button></div></div><div><pre><code role="text" class="code-container formatted">${coloured}</code></pre></div></div></code-block>`,
    ],
    [
      'a header without its frame',
      `<meta charset="utf-8"><div class="p-2">JavaScript</div><div class="scroll"><pre><code>${coloured}</code></pre></div>`,
    ],
    [
      'a code editor in the pre',
      `<pre><div><div>JavaScript</div><div><button>Copy</button><button>Run</button></div><div class="cm-editor"><div class="cm-content">${lines.map((line) => `<div class="cm-line">${line || '<br>'}</div>`).join('')}</div></div></div></pre>`,
    ],
    [
      'a class around the pre',
      `<div class="highlight highlight-source-js notranslate"><pre>${coloured}</pre><div class="zeroclipboard-container"><clipboard-copy value="x"><svg></svg></clipboard-copy></div></div>`,
    ],
    ['a class of the question site', `<pre class="lang-js s-code-block"><code class="hljs">${coloured}</code></pre>`],
    ['hljs and the name', `<pre><code class="hljs javascript">${coloured}</code></pre>`],
    ['a brush', `<pre class="brush: js; toolbar: false; notranslate">${coloured}</pre>`],
    [
      'parameters',
      `<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: js; gutter: false">${coloured}</pre>`,
    ],
    ['data-lang', `<pre tabindex="0"><code data-lang="js">${coloured}</code></pre>`],
    [
      'data-language around it',
      `<figure data-language="javascript"><figcaption>app.js</figcaption><pre>${coloured}</pre></figure>`,
    ],
    [
      'a file name',
      `<div class="frame"><span>src/app.js</span><button>Copy</button><pre><code>${coloured}</code></pre></div>`,
    ],
    [
      'numbers in a column of a table',
      `<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2\n3\n4\n5</pre></div></td><td class="code"><div><pre><code class="language-js">${coloured}</code></pre></div></td></tr></table></div>`,
    ],
    [
      'a row for each line',
      `<table class="language-js"><tbody>${lines.map((line, at) => `<tr><td class="blob-num" data-line-number="${at + 1}"></td><td class="blob-code">${line}</td></tr>`).join('')}</tbody></table>`,
    ],
    [
      'numbers in the lines',
      `<pre><code class="language-js">${lines.map((line, at) => `<span class="line-number" style="user-select:none">${at + 1}</span>${line}\n`).join('')}</code></pre>`,
    ],
    [
      'an element for each line',
      `<pre class="shiki"><code class="language-js">${lines.map((line) => `<span class="line"><span>${line}</span></span>`).join('')}</code></pre>`,
    ],
    [
      'lines as blocks with breaks',
      `<div class="language-js"><pre><code>${lines.map((line) => `<span class="token-line" style="color:#333"><span>${line}</span><br></span>`).join('')}</code></pre><div class="buttonGroup"><button>Copy</button></div></div>`,
    ],
    [
      'a numbered list',
      `<pre class="prettyprint lang-js"><ol class="linenums">${lines.map((line) => `<li class="L0"><span>${line}</span></li>`).join('')}</ol></pre>`,
    ],
    [
      'an element of its own with line breaks',
      `<codeblock class="JavaScript"><code>${lines.map((line) => line.replaceAll('  ', '&nbsp;&nbsp;')).join('<br>')}<br></code></codeblock>`,
    ],
    ['an attribute of the pre', `<pre syntax="JavaScript" translate="no"><code>${coloured}</code></pre>`],
    [
      'a class of a documentation',
      `<div class="highlight-javascript notranslate"><div class="highlight"><pre><span></span>${coloured}\n</pre></div></div>`,
    ],
    ['a class of a notebook', `<div class="highlight hl-js"><pre><span></span>${coloured}\n</pre></div>`],
    ['a code for each line', `<pre data-language="js">${lines.map((line) => `<code>${line}</code>`).join('')}</pre>`],
  ])('%s', (_, html) => {
    expect(pasted(`<p>Before</p>${html}<p>After</p>`)).toBe(`Before\n\n${js}\n\nAfter`)
  })

  test.each([
    ['plain text', '<div><span>Plain text</span><pre><code>a\n  b</code></pre></div>', '```\na\n  b\n```'],
    ['a language that pages do not print', '<pre><code class="language-cobol">a</code></pre>', '```cobol\na\n```'],
    ['C++', '<div><div>C++</div><pre><code>int a;</code></pre></div>', '```cpp\nint a;\n```'],
    ['a title is no label', '<div><p>The parser</p><pre><code>a</code></pre></div>', 'The parser\n\n```\na\n```'],
    ['the language of a page is none of code', '<div class="lang-en"><pre>a</pre></div>', '```\na\n```'],
    [
      'two blocks in one frame',
      '<div><pre><code>a</code></pre><pre><code>b</code></pre></div>',
      '```\na\n```\n\n```\nb\n```',
    ],
    ['a word of code stays in its line', '<p>Use <code>npm</code> here</p>', 'Use `npm` here'],
    [
      'a picture in the frame stays',
      '<div><img src="https://a.test/x.png" alt="X"><pre><code>a</code></pre></div>',
      '![X](https://a.test/x.png)\n\n```\na\n```',
    ],
    [
      'numbers that are data',
      '<table><tr><td>1</td><td>one</td></tr><tr><td>2</td><td>two</td></tr></table>',
      '<table><tr><td>1</td><td>one</td></tr><tr><td>2</td><td>two</td></tr></table>',
    ],
  ])('%s', (_, html, source) => {
    expect(pasted(html)).toBe(source)
  })
})

describe('monospaced text that keeps its spaces is a block of code', () => {
  const style =
    "color:#d4d4d4;background-color:#1e1e1e;font-family:Menlo, Monaco, 'Courier New', monospace;white-space:pre;"
  const nbsp = lines.map((line) => line.replace(/^ +/, (spaces) => '&nbsp;'.repeat(spaces.length)))
  test.each([
    [
      'a div for each line',
      `<meta charset='utf-8'><div style="${style}">${lines.map((line) => (line ? `<div><span style="color:#569cd6">${line}</span></div>` : '<br>')).join('')}</div>`,
    ],
    [
      'line breaks and spaces that do not break',
      `<div style="font-family:Consolas;white-space:pre-wrap">${nbsp.join('<br>')}</div>`,
    ],
    [
      'a pre with colours',
      `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cc7832;">${lines.join('<br></span><span>')}</span></pre></body></html>`,
    ],
    [
      'a paragraph for each line, with a style sheet',
      `<head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 12.0px Menlo; color: #9b2393} span.s1 {color: #000}</style></head>${lines.map((line) => `<p class="p1">${line ? `<span class="s1">${line.replace(/^ +/, '<span class="Apple-converted-space">&nbsp; &nbsp; </span>')}</span>` : '<br>'}</p>`).join('\n')}`,
    ],
    [
      'a paragraph for each line of a document',
      lines
        .map(
          (line) =>
            `<p dir="ltr"><span style="font-size:10pt;font-family:'Courier New',monospace;white-space:pre-wrap;">${line || '<br>'}</span></p>`,
        )
        .join(''),
    ],
    [
      'a code element of a wiki',
      `<span class="code-block" style="white-space:pre"><code class="language-js" style="white-space:pre;font-family:monospace">${lines.map((line, at) => `<span style="display:block"><span class="linenumber">${at + 1}</span>${line}</span>`).join('')}</code></span>`,
    ],
  ])('%s', (_, html) => {
    expect(pasted(html, { language: 'javascript' })).toBe(js)
  })

  test('an editor’s own name of a language is the usual one', () => {
    expect(pasted(`<div style="${style}">a</div>`, { language: 'typescriptreact' })).toBe('```tsx\na\n```')
  })

  test.each([
    ['a block of a notebook', '<div style="--en-codeblock:true"><div>a</div><div>  b</div></div>', '```\na\n  b\n```'],
    ['tabs', `<div style="${style}"><div>if a:</div><div>\trun()</div></div>`, '```\nif a:\n\trun()\n```'],
    ['text around it', `<p>Run</p><div style="${style}">a\n b</div><p>now</p>`, 'Run\n\n```\na\n b\n```\n\nnow'],
    [
      'monospaced words',
      '<p>The <span style="font-family:Courier;white-space:pre">key</span> of it</p>',
      'The key of it',
    ],
    ['text that keeps its spaces', '<div style="white-space:pre-wrap">Some words</div>', 'Some words'],
    ['monospaced text without its spaces', '<p style="font-family:Courier">A letter</p>', 'A letter'],
  ])('%s', (_, html, source) => {
    expect(pasted(html)).toBe(source)
  })

  test('one line of it is a word of code in a sentence', () => {
    const html = `<meta charset="utf-8"><div style="${style}"><div><span>retries</span></div></div>`
    expect(pasted(html)).toBe('```\nretries\n```')
    expect(pasted(html, { inLine: true })).toBe('`retries`')
  })
})
