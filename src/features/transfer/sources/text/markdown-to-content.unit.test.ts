import { expect, test } from 'vitest'
import { linkToken, pictureToken } from '../../ground/source.ts'
import { markdownToContent } from './markdown-to-content.server.ts'

const facts = { site: 'https://old.example', address: '/posts/a/', path: 'content/posts/a/index.md' }

test('stays as its author typed it', () => {
  const source = `Setext
======

* a [link](../b/ "t") ![pic](img/a.png) ![up](../x.png) [same](#setext) [mail](mailto:a@b.co) [file](../c.md)
* <kbd>x</kbd> <a href='/raw'>y</a> <img src="r.png" alt="R">

https://youtu.be/dQw4w9WgXcQ

https://plain.example/a_b`
  const { content, links, pictures, notes, begin } = markdownToContent(source, facts)
  expect(content).toBe(
    source
      .replace('../b/', linkToken(0))
      .replace('img/a.png', pictureToken(0))
      .replace('../x.png', pictureToken(1))
      .replace('../c.md', linkToken(1))
      .replace("'/raw'", `"${linkToken(2)}"`)
      .replace('r.png', pictureToken(2))
      .replace(/https:\/\/plain.*/, `[https://plain.example/a\\_b](${linkToken(3)})`),
  )
  expect(links).toEqual([
    'https://old.example/posts/b/',
    'content/posts/c.md',
    'https://old.example/raw',
    'https://plain.example/a_b',
  ])
  expect(pictures).toEqual([
    { address: 'content/posts/a/img/a.png', alt: 'pic' },
    { address: 'content/posts/x.png', alt: 'up' },
    { address: 'content/posts/a/r.png', alt: 'R' },
  ])
  expect(notes).toEqual([])
  expect(begin).toBe('https://plain.example/a_b')
})

test('takes the addresses that its reader knows', () => {
  const files = { 'img/a.png': { address: 'static/img/a.png' }, 'b.md': { address: '/posts/b/' } }
  const { links, pictures } = markdownToContent('![](img/a.png) [b](b.md)', { ...facts, files })
  expect(pictures).toEqual([{ address: 'static/img/a.png', alt: '' }])
  expect(links).toEqual(['/posts/b/'])
})

test('brings HTML of other programs into our form', () => {
  const source =
    '# A\n\n* b\n\n<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>\n\n<p align="center"><img data-src="/a.png" alt="a"></p>'
  const { content, pictures } = markdownToContent(source, facts)
  expect(content).toBe(`## A\n\n- b\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n\n![a](${pictureToken(0)})`)
  expect(pictures).toEqual([{ address: 'https://old.example/a.png', alt: 'a' }])
})

test('names links that pages cannot have', () => {
  const { content, links, notes } = markdownToContent('[a](javascript:x) ![b](file:///b.png)', facts)
  expect(content).toBe('[a](javascript:x) ![b](file:///b.png)')
  expect(links).toEqual([])
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    'The link javascript:x cannot be opened from a page and is left out.',
    'The picture file:///b.png cannot be opened from a page and is left out.',
  ])
})

test('takes pictures that are in the text', () => {
  const data = `data:image/png;base64,${'iVBORw0KGgo'.repeat(50)}=`
  const { content, pictures } = markdownToContent(`![a](${data}) \`${data}\``, facts)
  expect(content).toBe(`![a](${pictureToken(0)}) \`${data}\``)
  expect(pictures).toEqual([{ address: data, alt: 'a' }])
})

test('refuses what no page can show', () => {
  expect(() => markdownToContent('> '.repeat(200), facts)).toThrow(/nested too deeply/)
})
