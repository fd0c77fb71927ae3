import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import type { BlockContent, RootContent } from 'mdast'
import { decoded } from '#contract/addresses.ts'
import { alignClasses, indentClasses } from './classes.contract.ts'
import { classesOf, elementsNamed, isBlank, isElement, onlyChild } from './elements.ts'
import { blockNames, idPrefix } from './sanitise-schema.ts'
import { sureMarkdown } from './sure-markdown.ts'
import {
  type BlockWriter,
  codeOf,
  definitionsOf,
  figureOf,
  foldedOf,
  listOf,
  notesOf,
  quotationOf,
} from './to-markdown-blocks.ts'
import { isBlock, lineOf, noteName, showsSomething } from './to-markdown-line.ts'
import { tableOf } from './to-markdown-table.ts'
import { videoOf } from './videos.ts'
import { htmlLine, inOneLine, joinBlocks, serialise, videoLine, type WrittenBlock } from './write-markdown.ts'

export type WriteOptions = {
  /**
   * For programs that show no HTML in Markdown: without alignment, colour, underline and sizes of pictures. Folded texts and definition lists are
   * paragraphs, and merged cells are divided.
   */
  plain?: boolean
}

/** Nodes of a tree that belong together, and their source. */
export type PlacedBlock = { nodes: ElementContent[]; block: WrittenBlock; isSure: boolean }

const blocks = new Set(blockNames)
const layoutClasses: string[] = [...alignClasses, ...indentClasses]
const isLayout = (name: string) => layoutClasses.includes(name)

/**
 * Writes a sanitised tree as GitHub-flavoured Markdown, with HTML for what Markdown does not have. It changes the tree: ids get their names without
 * the prefix, and those to which no link of the text leads are removed.
 */
export const toMarkdown = (tree: Root, options: WriteOptions = {}): string =>
  joinBlocks(writeBlocks(tree, options).map(({ block }) => block))

/** The same, block by block. */
export function writeBlocks(tree: Root, { plain }: WriteOptions = {}): PlacedBlock[] {
  keepLinkedIds(tree)
  const writer: BlockWriter = {
    plain,
    flow: (nodes) => flow(nodes, writer),
    asHtml: (node) => (plain ? withoutHtml(node, writer) : [htmlLine(inBlock(node))]),
  }
  return partsOf(tree.children as ElementContent[]).map((nodes) => writeBlock(nodes, writer))
}

function writeBlock(nodes: ElementContent[], writer: BlockWriter): PlacedBlock {
  const [first] = nodes
  const sure = isElement(first) && nodes.length === 1 ? sureMarkdown(first) : undefined
  const text = sure ?? serialise({ type: 'root', children: writer.flow(nodes) as RootContent[] })
  const name = isElement(first) && !text.startsWith('<') ? first.tagName : ''
  const list = name === 'ol' ? 'ordered' : name === 'ul' ? 'bullet' : undefined
  return { nodes, block: { text, list }, isSure: sure !== undefined }
}

/** A block as HTML: for one whose Markdown would not show all of it. */
export const writeAsHtml = (nodes: ElementContent[]): WrittenBlock => ({
  text: (nodes.some((node) => isBlock(node)) ? nodes.filter(isElement).map(inBlock) : [h('p', nodes)])
    .map(inOneLine)
    .join('\n')
    // A caption in the notation of WordPress would be read as one.
    .replaceAll('[caption', '&#91;caption'),
})

/** Markdown reads a line that begins with an inline element as Markdown. */
const inBlock = (node: Element): Element => (blocks.has(node.tagName) ? node : h('div', node))

/** Links lead to places that are empty links with an id, since only those are in Markdown. */
function keepLinkedIds(tree: Root) {
  const linked = new Set(
    elementsNamed(tree, 'a').flatMap(({ element }) => {
      const href = String(element.properties.href ?? '')
      return href.startsWith('#') ? [href.slice(1), decoded(href.slice(1))] : []
    }),
  )
  for (const { element } of elementsNamed(tree)) {
    const { id, ...properties } = element.properties
    if (id === undefined) continue
    const name = String(id).startsWith(idPrefix) ? String(id).slice(idPrefix.length) : String(id)
    const isNote =
      noteName(name) !== undefined || properties['dataFootnoteRef'] !== undefined || name === 'footnote-label'
    element.properties = properties
    if (isNote) element.properties.id = name
    else if (linked.has(name)) {
      if (element.tagName === 'a') element.properties.id = name
      else placeAnchor(element, name)
    }
  }
}

/** Puts an anchor at the beginning of the first line of an element. */
function placeAnchor(element: Element, id: string) {
  const line = elementsNamed(element).find(
    ({ element: { tagName, children } }) =>
      /^(?:p|h[1-6]|dt|figcaption|summary)$/.test(tagName) ||
      (!/^(?:ul|ol|dl|table|thead|tbody|tfoot|tr|figure|pre|details)$/.test(tagName) && !children.some(isBlock)),
  )
  const holder = line?.element ?? element
  if (holder.tagName === 'img') return
  holder.children.unshift(h('a', { id }))
}

/** Blocks, and lines of inline nodes between them. Divisions without a meaning of their own are what is in them. */
function partsOf(nodes: ElementContent[]): ElementContent[][] {
  const parts: ElementContent[][] = []
  let line: ElementContent[] = []
  const endLine = () => {
    if (line.some((node) => !isBlank(node) && node.type !== 'comment')) parts.push(line)
    line = []
  }
  for (const node of nodes) {
    if (!isElement(node) || !isBlock(node)) {
      line.push(node)
      continue
    }
    endLine()
    if (isTransparent(node)) parts.push(...partsOf(node.children))
    else parts.push([node])
  }
  endLine()
  return parts
}

const isTransparent = (node: Element) =>
  (node.tagName === 'div' || (node.tagName === 'section' && node.properties['dataFootnotes'] === undefined)) &&
  !classesOf(node).some(isLayout)

function flow(nodes: ElementContent[], writer: BlockWriter): BlockContent[] {
  return partsOf(nodes).flatMap((part) => {
    const [first] = part
    return isElement(first) && isBlock(first) ? blockOf(first, writer) : paragraphOf(h('p', part), writer)
  })
}

function blockOf(node: Element, writer: BlockWriter): BlockContent[] {
  const { tagName, children } = node
  if (/^h[1-6]$/.test(tagName)) return headingOf(node, writer)
  if (!blocks.has(tagName)) return writer.asHtml(node)
  switch (tagName) {
    case 'p':
      return children.some(isBlock) ? writer.flow(children) : paragraphOf(node, writer)
    case 'ul':
    case 'ol':
      return listOf(node, writer)
    case 'blockquote':
      return quotationOf(node, writer)
    case 'pre':
      return codeOf(node, writer)
    case 'hr':
      return [{ type: 'thematicBreak' }]
    case 'table':
      return tableOf(node, writer)
    case 'figure':
      return figureOf(node, writer)
    case 'details':
      return foldedOf(node, writer)
    case 'dl':
      return writer.plain ? definitionsOf(node, writer) : writer.asHtml(node)
    case 'div':
      return children.some(isBlock) ? writer.flow(laidOut(node)) : paragraphOf(node, writer)
    case 'section':
      return notesOf(node, writer)
    default:
      return writer.flow(children)
  }
}

/** Without HTML, an inline element around blocks, such as a link, becomes one in each of them. */
function withoutHtml(node: Element, writer: BlockWriter): BlockContent[] {
  if (blocks.has(node.tagName)) return writer.flow(node.children)
  return writer.flow(
    partsOf(node.children).map((part) => {
      const [first] = part
      const inside = isElement(first) && isBlock(first) ? first.children : part
      if (inside.some(isBlock)) return h('div', inside)
      const inner = { ...node, children: inside }
      return isElement(first) && isBlock(first) ? { ...first, children: [inner] } : h('p', inner)
    }),
  )
}

/** The layout of a division is that of its paragraphs and headings. */
function laidOut(node: Element): ElementContent[] {
  const layout = classesOf(node).filter(isLayout)
  return partsOf(node.children).map((part) => {
    const [first] = part
    const line = isElement(first) && isBlock(first) ? first : h('p', part)
    if (!/^(?:p|h[1-6]|div)$/.test(line.tagName) || classesOf(line).some(isLayout)) return line
    return { ...line, properties: { ...line.properties, className: [...classesOf(line), ...layout] } }
  })
}

/** Whether a line has properties that only HTML has: a layout, a language or a direction. */
const isLaidOut = ({ properties }: Element, { plain }: BlockWriter) =>
  !plain && (classesOf({ properties }).some(isLayout) || Boolean(properties.lang || properties.dir))

function paragraphOf(node: Element, writer: BlockWriter): BlockContent[] {
  const video = videoOf(node)
  if (video) return [videoLine(video.address)]
  const rows = rowsOf(node)
  if (rows) return rows.map((row) => ({ type: 'paragraph', children: lineOf(h('p', row), writer) }))
  if (!showsSomething(node)) return []
  // A picture alone has its own place.
  const isFigure = node.children.every((child) => isBlank(child) || isPicture(child))
  if (isLaidOut(node, writer) && !isFigure) return [htmlLine({ ...node, tagName: 'p' })]
  const children = lineOf(node, writer)
  return children.length === 0 ? [] : [{ type: 'paragraph', children }]
}

/** The most pictures of a row. */
const widestRow = 4

/** The rows of a paragraph of pictures: pages show so many in one, and only in a row their captions. Undefined for any other. */
function rowsOf(node: Element): ElementContent[][] | undefined {
  const images = node.children.filter((child) => !isBlank(child))
  if (images.length < 2 || !images.every(isPicture)) return undefined
  // Pictures with links do not become a row.
  if (images.some((child) => isElement(child) && child.tagName === 'a')) {
    const captioned = elementsNamed(node, 'img').some(({ element }) => element.properties.title)
    return captioned ? images.map((image) => [image]) : undefined
  }
  const count = Math.ceil(images.length / widestRow)
  const end = (row: number) => Math.round((row * images.length) / count)
  return Array.from({ length: count }, (_, row) =>
    images
      .slice(end(row), end(row + 1))
      .flatMap((image, at): ElementContent[] => (at === 0 ? [image] : [{ type: 'text', value: ' ' }, image])),
  )
}

/** Whether a node is a picture, or a link with only one. */
function isPicture(node: ElementContent | undefined): boolean {
  if (!isElement(node)) return false
  return node.tagName === 'img' || (node.tagName === 'a' && isPicture(onlyChild(node)))
}

function headingOf(node: Element, writer: BlockWriter): BlockContent[] {
  if (!showsSomething(node)) return []
  if (node.children.some(isBlock)) return writer.asHtml(node)
  if (isLaidOut(node, writer)) return [htmlLine(node)]
  return [{ type: 'heading', depth: Number(node.tagName[1]) as 2, children: lineOf(node, writer) }]
}
