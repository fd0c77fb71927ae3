import type { Mark, Node } from '@tiptap/pm/model'
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { inlineTags } from '#admin/editor/inline-tags.ts'
import { calloutMarker } from '#content/markup/callouts.ts'
import { alignClass, indentClass, pictureSizeClass } from '#content/markup/classes.contract.ts'
import { piecesOf } from './inline-pieces.ts'

const writer = unified().use(rehypeStringify).freeze()

/** A block as HTML in one line, since Markdown ends raw HTML at a blank line. */
export const writeHtml = (block: Node): string => inOneLine(toHast(block))
export const imageHtml = (image: Node): string => inOneLine(imageElement(image))

const inOneLine = (element: Element) =>
  writer.stringify({ type: 'root', children: [element] }).replaceAll('\n', '&#10;')

const tagNames: Record<string, string> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  horizontalRule: 'hr',
  bulletList: 'ul',
  taskList: 'ul',
  listItem: 'li',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'td',
  tableHeader: 'th',
}

function toHast(node: Node): Element {
  const { name } = node.type
  const { align, indent, level, language, start, checked, colspan, rowspan } = node.attrs
  switch (name) {
    case 'heading':
      return h(`h${level}`, { className: layoutClasses(align, indent) }, ...inlineOf(node))
    case 'paragraph':
      return h('p', { className: layoutClasses(align, indent) }, ...inlineOf(node))
    case 'codeBlock':
      return h('pre', h('code', { className: language ? [`language-${language}`] : undefined }, node.textContent))
    case 'orderedList':
      return h('ol', { start: start === 1 ? undefined : start }, ...blocksOf(node))
    case 'taskItem':
      return h('li.task-list-item', h('input', { type: 'checkbox', checked }), ...blocksOf(node))
    case 'taskList':
      return h('ul.contains-task-list', ...blocksOf(node))
    case 'callout':
      return h('blockquote', h('p', calloutMarker(node.attrs['kind'])), ...blocksOf(node))
    case 'video':
      return h('p', node.attrs['src'])
    case 'details':
      return h('details', { open: node.attrs['open'] || undefined }, ...blocksOf(node))
    case 'detailsSummary':
      return h('summary', {}, ...inlineOf(node))
    case 'tableCell':
    case 'tableHeader': {
      const spans = { colSpan: colspan > 1 ? colspan : undefined, rowSpan: rowspan > 1 ? rowspan : undefined }
      return h(tagNames[name] ?? '', { align, ...spans }, ...cellContent(node))
    }
    default:
      return h(tagNames[name] ?? 'div', blocksOf(node))
  }
}

const layoutClasses = (align: 'left' | null, indent: number) => {
  const names = [...(align ? [alignClass(align)] : []), ...(indent ? [indentClass(indent)] : [])]
  return names.length > 0 ? names : undefined
}

/** The blocks inside a block, without empty paragraphs, which pages do not show. */
const blocksOf = (node: Node): Element[] =>
  node.children.filter((child) => child.type.name !== 'paragraph' || piecesOf(child).length > 0).map(toHast)

/** The content of a cell; a single plain paragraph is written without its `<p>`. */
function cellContent(cell: Node): ElementContent[] {
  const only = cell.childCount === 1 ? cell.firstChild : null
  return only?.type.name === 'paragraph' && !only.attrs['align'] && !only.attrs['indent']
    ? inlineOf(only)
    : blocksOf(cell)
}

function inlineOf(block: Node): ElementContent[] {
  return piecesOf(block).map(({ text, node, marks }) => {
    const bare = node.isText
      ? ({ type: 'text', value: text } as const)
      : node.type.name === 'image'
        ? imageElement(node)
        : h('br')
    return marks.reduceRight<ElementContent>((inner, mark) => marked(mark, inner), bare)
  })
}

const imageElement = ({ attrs: { src, alt, title, width, height, size } }: Node) =>
  h('img', { src, alt: alt ?? '', title, width, height, className: size ? [pictureSizeClass(size)] : undefined })

const markNames: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  ...inlineTags,
}

function marked({ type, attrs }: Mark, inner: ElementContent): Element {
  if (type.name === 'link') return h('a', { href: attrs['href'], title: attrs['title'] }, inner)
  return type.name === 'textColor'
    ? h('span', { className: [attrs['color']] }, inner)
    : h(markNames[type.name] ?? 'span', [inner])
}
