import { expect, test } from 'vitest'
import { asksForMarkdown, markdownAddress, pageOfMarkdown, prefersMarkdown, refusesHtml } from './markdown-form.ts'

const chrome = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  [chrome, false],
  [`${chrome},text/markdown;q=0.9`, false],
  ['text/markdown', true],
  ['TEXT/Markdown', true],
  ['text/markdown, text/html, */*', true],
  ['text/html, text/markdown', false],
  ['text/html;q=0.9, text/markdown', true],
  ['text/markdown;q=0.5, text/html', false],
  ['text/markdown;q=0.5, */*', false],
  ['text/markdown;q=0.5, */*;q=0.1', true],
  ['*/*, text/markdown', true],
  ['text/markdown;variant=GFM;q=1.0, text/html;q=0.5', true],
  ['text/markdown;q=0', false],
  ['text/markdown;q=0.0, */*', false],
  ['text/markdown;q=nonsense', true],
  ['text/markdown;q=-1', true],
  ['application/text/markdown', false],
  ['text/markdownish', false],
  ['text/markdown-like', false],
  [`${'a/b,'.repeat(400)}text/markdown`, false],
])('Accept %j asks for Markdown: %j', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected)
  expect(asksForMarkdown({ url: '/blog', headers: accept === undefined ? {} : { accept } })).toBe(expected)
})

test('only an Accept without HTML and wildcards refuses HTML', () => {
  expect(refusesHtml('text/markdown')).toBe(true)
  for (const accept of [undefined, '*/*', chrome, 'text/markdown, text/html;q=0.1', 'text/markdown, */*;q=0.1'])
    expect(refusesHtml(accept)).toBe(false)
})

test.each([
  ['/', '/index.md'],
  ['/?utm_source=x', '/index.md?utm_source=x'],
  ['/blog', '/blog.md'],
  ['/blog?page=2', '/blog.md?page=2'],
  ['/blog/my-post#part', '/blog/my-post.md#part'],
])('the Markdown of %s is at %s', (page, markdown) => {
  expect(markdownAddress(page)).toBe(markdown)
  expect(pageOfMarkdown(markdown.replace(/[?#].*/, ''))).toBe(page.replace(/[?#].*/, ''))
  expect(asksForMarkdown({ url: markdown.replace(/#.*/, ''), headers: {} })).toBe(true)
})

test.each(['/blog', '/.md', '/blog/.md', '/blog.md/', '/blog.MD', '/blog.mdx', '/blog?x=.md'])(
  '%s is no address of Markdown',
  (path) => {
    expect(pageOfMarkdown(path.split('?', 1)[0] ?? '')).toBeUndefined()
  },
)
