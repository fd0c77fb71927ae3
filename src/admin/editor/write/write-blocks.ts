import type { Node } from '@tiptap/pm/model'
import type { BlockContent, ListItem } from 'mdast'
import { withoutUnusedRows } from '#admin/editor/table.ts'
import { type CalloutKind, calloutMarker } from '#content/markup/callouts.ts'
import { writeHtml } from './write-html.ts'
import { writeInline } from './write-inline.ts'
import { writeTable } from './write-table.ts'

/** A block as an mdast node; none for an empty paragraph, which Markdown does not have. */
export function toMdast(block: Node): BlockContent[] {
  if (block.attrs['align'] || block.attrs['indent'])
    return isEmpty(block) ? [] : [{ type: 'html', value: writeHtml(block) }]
  switch (block.type.name) {
    case 'heading':
      return [{ type: 'heading', depth: block.attrs['level'], children: writeInline(block) }]
    case 'blockquote':
      return [{ type: 'blockquote', children: childrenOf(block) }]
    case 'callout':
      return [{ type: 'blockquote', children: withMarker(block.attrs['kind'], childrenOf(block)) }]
    case 'video':
      return [{ type: 'paragraph', children: [{ type: 'html', value: addressLine(block.attrs['src']) }] }]
    case 'details':
      return writeDetails(block)
    case 'codeBlock':
      return [{ type: 'code', lang: block.attrs['language'], value: block.textContent }]
    case 'horizontalRule':
      return [{ type: 'thematicBreak' }]
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return [writeList(block)]
    case 'table': {
      const table = withoutUnusedRows(block)
      return [writeTable(table) ?? { type: 'html', value: writeHtml(table) }]
    }
    default:
      return isEmpty(block) ? [] : [{ type: 'paragraph', children: writeInline(block) }]
  }
}

const isEmpty = (block: Node) => block.isTextblock && writeInline(block).length === 0

const childrenOf = (node: Node): BlockContent[] => node.children.flatMap(toMdast)

/** An address has nothing to escape. Without the brackets, a sign at its end would be taken for one of the sentence. */
const addressLine = (src: string) =>
  /[\p{L}\p{N}/=-]$/u.test(src) ? src : `<${src.replace(/^www\./i, 'https://www.')}>`

/** The marker stands in the line before the first paragraph. */
function withMarker(kind: CalloutKind, blocks: BlockContent[]): BlockContent[] {
  const [first, ...rest] = blocks
  const marker = calloutMarker(kind)
  return first?.type === 'paragraph'
    ? [{ ...first, children: [{ type: 'html', value: `${marker}\n` }, ...first.children] }, ...rest]
    : [{ type: 'paragraph', children: [{ type: 'html', value: marker }] }, ...blocks]
}

/** Blank lines end the raw HTML, so that the blocks between its tags are Markdown. */
function writeDetails(details: Node): BlockContent[] {
  const [summary, ...blocks] = details.children
  const open = details.attrs['open'] ? '<details open>' : '<details>'
  return [
    { type: 'html', value: `${open}${summary ? writeHtml(summary) : ''}` },
    ...blocks.flatMap(toMdast),
    { type: 'html', value: '</details>' },
  ]
}

/**
 * A list without blank lines if its items are single paragraphs (with nested lists). A Markdown task begins with a paragraph; a task list
 * with another beginning becomes HTML.
 */
function writeList(list: Node): BlockContent {
  const isTasks = list.type.name === 'taskList'
  const items = list.children.map((item): ListItem => {
    const children = childrenOf(item)
    const spread = children.slice(1).some(({ type }) => type !== 'list')
    return { type: 'listItem', spread, checked: isTasks ? item.attrs['checked'] : null, children }
  })
  if (isTasks && items.some(({ children }) => children[0]?.type !== 'paragraph'))
    return { type: 'html', value: writeHtml(list) }
  const ordered = list.type.name === 'orderedList'
  return {
    type: 'list',
    ordered,
    start: ordered ? list.attrs['start'] : null,
    spread: items.some(({ spread }) => spread),
    children: items,
  }
}
