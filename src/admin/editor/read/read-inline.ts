import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'
import { inlineNodes } from '#admin/editor/blocks/all.ts'
import type { Reader } from '#admin/editor/blocks/block.ts'
import { collapseSpace, noteProperties } from '#admin/editor/blocks/reading.ts'
import { inlineTags } from '#admin/editor/marks.ts'
import { colorClasses } from '#content/markup/classes.contract.ts'

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

type Piece = JSONContent & { type: string; text: string }

/** Reads text with its marks, pictures and line breaks. White space is collapsed as a browser does it. */
export function readInline(nodes: ElementContent[], reader: Reader): JSONContent[] {
  const content: JSONContent[] = []
  collect(nodes, [], content, reader)
  const joined: JSONContent[] = []
  for (const { text, ...node } of collapseSpace(content.map((node) => ({ text: '', ...node }) as Piece))) {
    const last = joined.at(-1)
    if (node.type !== 'text') joined.push(withMarks(node))
    else if (last?.type === 'text' && sameMarks(last, node)) last.text += text
    else joined.push(withMarks({ ...node, text }))
  }
  return joined
}

function collect(nodes: ElementContent[], marks: Mark[], content: JSONContent[], reader: Reader) {
  for (const node of nodes) {
    if (node.type === 'text') content.push({ type: 'text', text: node.value, marks })
    else if (node.type === 'element') readElement(node, marks, content, reader)
  }
}

function readElement(element: Element, marks: Mark[], content: JSONContent[], reader: Reader) {
  const { tagName, children, properties } = element
  const within = (mark: Mark) =>
    collect(children, marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark], content, reader)
  if (tagName === 'sup' && children.some(isFootnoteMark)) return void reader.unsupported.add('footnotes')
  const plain = plainMarks[tagName]
  if (plain) {
    noteProperties(element, [], reader)
    return within({ type: plain })
  }
  const own = inlineNodes.find(({ tag }) => tag === tagName)
  if (own) {
    const node = own.read(element, reader)
    if (node) content.push({ ...node, marks })
    return
  }
  switch (tagName) {
    case 'br':
      content.push({ type: 'hardBreak', marks })
      return
    case 'a':
      return readLink(element, marks, content, reader)
    case 'span': {
      const color = colorClasses.find(
        (name) => Array.isArray(properties.className) && properties.className.includes(name),
      )
      noteProperties(element, color ? ['className'] : [], reader)
      return color ? within({ type: 'textColor', attrs: { color } }) : collect(children, marks, content, reader)
    }
    default:
      reader.unsupported.add(`<${tagName}>`)
      return collect(children, marks, content, reader)
  }
}

const isFootnoteMark = (node: ElementContent) =>
  node.type === 'element' && node.properties['dataFootnoteRef'] !== undefined

function readLink(link: Element, marks: Mark[], content: JSONContent[], reader: Reader) {
  const { href, title } = link.properties
  noteProperties(link, ['href', 'title'], reader)
  const mark = { type: 'link', attrs: { href: String(href ?? ''), title: title ? String(title) : null } }
  collect(link.children, href ? [...marks.filter(({ type }) => type !== 'link'), mark] : marks, content, reader)
}

const withMarks = ({ marks, ...node }: JSONContent): JSONContent =>
  marks && marks.length > 0 ? { ...node, marks } : node
const sameMarks = (a: JSONContent, b: JSONContent) => JSON.stringify(a.marks ?? []) === JSON.stringify(b.marks ?? [])
