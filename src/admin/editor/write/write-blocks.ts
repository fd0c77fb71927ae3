import type { Node } from '@tiptap/pm/model'
import type { BlockContent, ListItem } from 'mdast'
import { writeHtml } from './write-html.ts'
import { writeInline } from './write-inline.ts'
import { writeTable } from './write-table.ts'

/** A block as an mdast node; none for an empty paragraph, which Markdown does not have. */
export function toMdast(block: Node): BlockContent[] {
  if (block.attrs.align || block.attrs.indent) return isEmpty(block) ? [] : [{ type: 'html', value: writeHtml(block) }]
  switch (block.type.name) {
    case 'heading':
      return [{ type: 'heading', depth: block.attrs.level, children: writeInline(block) }]
    case 'blockquote':
      return [{ type: 'blockquote', children: childrenOf(block) }]
    case 'codeBlock':
      return [{ type: 'code', lang: block.attrs.language, value: block.textContent }]
    case 'horizontalRule':
      return [{ type: 'thematicBreak' }]
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return [writeList(block)]
    case 'table':
      return [writeTable(block) ?? { type: 'html', value: writeHtml(block) }]
    default:
      return isEmpty(block) ? [] : [{ type: 'paragraph', children: writeInline(block) }]
  }
}

const isEmpty = (block: Node) => block.isTextblock && writeInline(block).length === 0

const childrenOf = (node: Node): BlockContent[] => node.children.flatMap(toMdast)

/**
 * A list without blank lines if its items are single paragraphs (with nested lists). A Markdown task begins with a paragraph; a task list
 * with another beginning becomes HTML.
 */
function writeList(list: Node): BlockContent {
  const isTasks = list.type.name === 'taskList'
  const items = list.children.map((item): ListItem => {
    const children = childrenOf(item)
    const spread = children.slice(1).some(({ type }) => type !== 'list')
    return { type: 'listItem', spread, checked: isTasks ? item.attrs.checked : null, children }
  })
  if (isTasks && items.some(({ children }) => children[0]?.type !== 'paragraph'))
    return { type: 'html', value: writeHtml(list) }
  const ordered = list.type.name === 'orderedList'
  return {
    type: 'list',
    ordered,
    start: ordered ? list.attrs.start : null,
    spread: items.some(({ spread }) => spread),
    children: items,
  }
}
