import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'
import { alignClasses, alignments, indentClasses } from '#content/markup/classes.contract.ts'
import { readInline } from './read-inline.ts'
import { readList } from './read-list.ts'
import { readTable } from './read-table.ts'
import { classesOf, type Lost, noteProperties } from './unsupported.ts'

const inlineNames = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)
const isInline = (node: ElementContent) =>
  node.type === 'text' || (node.type === 'element' && inlineNames.has(node.tagName))
const isBlank = (node: ElementContent) => node.type === 'text' && /^[ \t\r\n\f]*$/.test(node.value)

/** Blocks, and words that stand among them, which become paragraphs. */
export function readBlocks(nodes: ElementContent[], lost: Lost): JSONContent[] {
  const blocks: JSONContent[] = []
  let words: ElementContent[] = []
  const endWords = () => {
    const content = readInline(words, lost)
    if (content.length > 0) blocks.push({ type: 'paragraph', content })
    words = []
  }
  for (const node of nodes) {
    if (isInline(node)) {
      if (words.length > 0 || !isBlank(node)) words.push(node)
      continue
    }
    endWords()
    if (node.type === 'element') blocks.push(...readBlock(node, lost))
  }
  endWords()
  return blocks
}

function readBlock(element: Element, lost: Lost): JSONContent[] {
  const { tagName, children } = element
  switch (tagName) {
    case 'p':
      return [withInline({ type: 'paragraph', attrs: layoutOf(element, lost) }, children, lost)].filter(
        ({ content }) => content,
      )
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [
        withInline(
          { type: 'heading', attrs: { ...layoutOf(element, lost), level: Number(tagName[1]) } },
          children,
          lost,
        ),
      ]
    case 'blockquote':
      noteProperties(element, [], lost)
      return [{ type: 'blockquote', content: orParagraph(readBlocks(children, lost)) }]
    case 'pre':
      return [readCode(element, lost)]
    case 'hr':
      noteProperties(element, [], lost)
      return [{ type: 'horizontalRule' }]
    case 'ul':
    case 'ol':
      return [readList(element, lost, readBlocks)]
    case 'table':
      return [readTable(element, lost, readBlocks)]
    case 'figure':
      return readFigure(element, lost)
    case 'div':
      noteProperties(element, [], lost)
      return readBlocks(children, lost)
    case 'section':
      lost.add(element.properties.dataFootnotes === undefined ? '<section>' : 'footnotes')
      if (element.properties.dataFootnotes !== undefined) return []
      return readBlocks(children, lost)
    default:
      lost.add(`<${tagName}>`)
      return readBlocks(children, lost)
  }
}

const orParagraph = (blocks: JSONContent[]) => (blocks.length > 0 ? blocks : [{ type: 'paragraph' }])

function withInline(block: JSONContent, children: ElementContent[], lost: Lost): JSONContent {
  const content = readInline(children, lost)
  return content.length > 0 ? { ...block, content } : block
}

function layoutOf(element: Element, lost: Lost) {
  const classes = classesOf(element)
  const align = alignments[alignClasses.findIndex((name) => classes.includes(name))] ?? null
  const indent = indentClasses.findIndex((name) => classes.includes(name)) + 1
  const others = classes.filter((name) => ![...alignClasses, ...indentClasses].some((known) => known === name))
  noteProperties({ ...element, properties: { ...element.properties, className: others } }, [], lost)
  return { align, indent }
}

function readCode(pre: Element, lost: Lost): JSONContent {
  const [only, ...others] = pre.children.filter((child) => !isBlank(child))
  const code = others.length === 0 && only?.type === 'element' && only.tagName === 'code' ? only : pre
  const language =
    classesOf(code)
      .find((name) => name.startsWith('language-'))
      ?.slice('language-'.length) ?? null
  noteProperties(pre, code === pre ? ['className'] : [], lost)
  if (code.children.some((child) => child.type === 'element')) lost.add('markup in code')
  const text = verbatim(code).replace(/\n$/, '')
  return { type: 'codeBlock', attrs: { language }, ...(text && { content: [{ type: 'text', text }] }) }
}

const verbatim = (node: Element): string =>
  node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? verbatim(child) : ''))
    .join('')

/** A picture with words below it: Markdown says them as the picture's title. */
function readFigure(figure: Element, lost: Lost): JSONContent[] {
  noteProperties(figure, [], lost)
  const caption = figure.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'figcaption',
  )
  const rest = figure.children.filter((child) => child !== caption && !isBlank(child))
  const [image, ...others] = rest
  if (others.length > 0 || image?.type !== 'element' || image.tagName !== 'img') lost.add('<figure>')
  if (caption) {
    if (caption.children.some((child) => child.type !== 'text') || image?.type !== 'element') lost.add('<figcaption>')
    else image.properties.title = verbatim(caption).trim()
  }
  return readBlocks(rest, lost)
}
