import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'
import { inlineTags } from '#admin/editor/inline-tags.ts'
import { colorClasses, pictureSizeClass, pictureSizes } from '#content/markup/classes.contract.ts'
import { classesOf, noteProperties, type Unsupported } from './unsupported.ts'

type Mark = { type: string; attrs?: Record<string, unknown> }

const plainMarks: Record<string, string> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  s: 'strike',
  del: 'strike',
  u: 'underline',
  code: 'code',
  ...Object.fromEntries(Object.entries(inlineTags).map(([mark, tag]) => [tag, mark])),
}

/** Reads text with its marks, pictures and line breaks. White space is collapsed as a browser does it. */
export function readInline(nodes: ElementContent[], unsupported: Unsupported): JSONContent[] {
  const content: JSONContent[] = []
  collect(nodes, [], content, unsupported)
  return collapse(content)
}

function collect(nodes: ElementContent[], marks: Mark[], content: JSONContent[], unsupported: Unsupported) {
  for (const node of nodes) {
    if (node.type === 'text') content.push({ type: 'text', text: node.value, marks })
    else if (node.type === 'element') readElement(node, marks, content, unsupported)
  }
}

function readElement(element: Element, marks: Mark[], content: JSONContent[], unsupported: Unsupported) {
  const { tagName, children, properties } = element
  const within = (mark: Mark) =>
    collect(children, marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark], content, unsupported)
  if (tagName === 'sup' && children.some(isFootnoteMark)) return void unsupported.add('footnotes')
  const plain = plainMarks[tagName]
  if (plain) {
    noteProperties(element, [], unsupported)
    return within({ type: plain })
  }
  switch (tagName) {
    case 'br':
      content.push({ type: 'hardBreak', marks })
      return
    case 'img':
      noteProperties(withoutSize(element), ['src', 'alt', 'title', 'width', 'height'], unsupported)
      if (properties.src) content.push({ type: 'image', attrs: imageAttributes(element), marks })
      return
    case 'a':
      return readLink(element, marks, content, unsupported)
    case 'span': {
      const color = colorClasses.find(
        (name) => Array.isArray(properties.className) && properties.className.includes(name),
      )
      noteProperties(element, color ? ['className'] : [], unsupported)
      return color ? within({ type: 'textColor', attrs: { color } }) : collect(children, marks, content, unsupported)
    }
    default:
      unsupported.add(`<${tagName}>`)
      return collect(children, marks, content, unsupported)
  }
}

const isFootnoteMark = (node: ElementContent) =>
  node.type === 'element' && node.properties['dataFootnoteRef'] !== undefined

function readLink(link: Element, marks: Mark[], content: JSONContent[], unsupported: Unsupported) {
  const { href, title } = link.properties
  noteProperties(link, ['href', 'title'], unsupported)
  const mark = { type: 'link', attrs: { href: String(href ?? ''), title: title ? String(title) : null } }
  collect(link.children, href ? [...marks.filter(({ type }) => type !== 'link'), mark] : marks, content, unsupported)
}

const sizeOf = (image: Element) =>
  pictureSizes.find((size) => classesOf(image).includes(pictureSizeClass(size))) ?? null

/** The other classes of a picture, which the visual view cannot keep. */
function withoutSize(image: Element): Element {
  const size = sizeOf(image)
  const className = classesOf(image).filter((name) => !size || name !== pictureSizeClass(size))
  return { ...image, properties: { ...image.properties, className } }
}

const imageAttributes = (image: Element) => ({
  ...plainAttributes(image),
  size: sizeOf(image),
})
const plainAttributes = ({ properties: { src, alt, title, width, height } }: Element) => ({
  src: String(src),
  alt: String(alt ?? ''),
  title: title ? String(title) : null,
  width: width ? Number(width) : null,
  height: height ? Number(height) : null,
})

const space = /[ \t\r\n\f]+/g

/** Collapses white space to single spaces, also across marks, and removes it at the ends and beside line breaks. */
function collapse(content: JSONContent[]): JSONContent[] {
  let afterSpace = true
  const collapsed: JSONContent[] = []
  for (const node of content) {
    if (node.type !== 'text') {
      if (node.type === 'hardBreak') trimEnd(collapsed)
      afterSpace = node.type === 'hardBreak'
      collapsed.push(withMarks(node))
      continue
    }
    let text = (node.text ?? '').replace(space, ' ')
    if (afterSpace && text.startsWith(' ')) text = text.slice(1)
    if (text === '') continue
    afterSpace = text.endsWith(' ')
    const last = collapsed.at(-1)
    if (last?.type === 'text' && sameMarks(last, node)) last.text += text
    else collapsed.push(withMarks({ ...node, text }))
  }
  trimEnd(collapsed)
  return collapsed
}

function trimEnd(content: JSONContent[]) {
  for (let last = content.at(-1); last?.type === 'text'; last = content.at(-1)) {
    last.text = last.text?.replace(/ $/, '')
    if (last.text) return
    content.pop()
  }
}

const withMarks = ({ marks, ...node }: JSONContent): JSONContent =>
  marks && marks.length > 0 ? { ...node, marks } : node
const sameMarks = (a: JSONContent, b: JSONContent) => JSON.stringify(a.marks ?? []) === JSON.stringify(b.marks ?? [])
