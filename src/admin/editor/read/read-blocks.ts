import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'
import { takeCallout } from '#content/markup/callouts.ts'
import { alignClasses, alignments, indentClasses } from '#content/markup/classes.contract.ts'
import { videoOf } from '#content/markup/videos.ts'
import { readInline } from './read-inline.ts'
import { readList } from './read-list.ts'
import { readTable } from './read-table.ts'
import { classesOf, noteProperties, type Unsupported } from './unsupported.ts'

const inlineNames = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)
const isInline = (node: ElementContent) =>
  node.type === 'text' || (node.type === 'element' && inlineNames.has(node.tagName))
const isBlank = (node: ElementContent) => node.type === 'text' && /^[ \t\r\n\f]*$/.test(node.value)

/** Reads blocks; inline nodes between them become paragraphs. */
export function readBlocks(nodes: ElementContent[], unsupported: Unsupported): JSONContent[] {
  const blocks: JSONContent[] = []
  let inline: ElementContent[] = []
  const endInline = () => {
    const content = readInline(inline, unsupported)
    if (content.length > 0) blocks.push({ type: 'paragraph', content })
    inline = []
  }
  for (const node of nodes) {
    if (isInline(node)) {
      if (inline.length > 0 || !isBlank(node)) inline.push(node)
      continue
    }
    endInline()
    if (node.type === 'element') blocks.push(...readBlock(node, unsupported))
  }
  endInline()
  return blocks
}

function readBlock(element: Element, unsupported: Unsupported): JSONContent[] {
  const { tagName, children } = element
  switch (tagName) {
    case 'p': {
      const video = videoOf(element)
      if (video) return [{ type: 'video', attrs: { src: video.address } }]
      return [withInline({ type: 'paragraph', attrs: layoutOf(element, unsupported) }, children, unsupported)].filter(
        ({ content }) => content,
      )
    }
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [
        withInline(
          { type: 'heading', attrs: { ...layoutOf(element, unsupported), level: Number(tagName[1]) } },
          children,
          unsupported,
        ),
      ]
    case 'blockquote': {
      noteProperties(element, [], unsupported)
      const kind = takeCallout(element)
      const content = orParagraph(readBlocks(element.children, unsupported))
      return [kind ? { type: 'callout', attrs: { kind }, content } : { type: 'blockquote', content }]
    }
    case 'details':
      return readDetails(element, unsupported)
    case 'pre':
      return [readCode(element, unsupported)]
    case 'hr':
      noteProperties(element, [], unsupported)
      return [{ type: 'horizontalRule' }]
    case 'ul':
    case 'ol':
      return [readList(element, unsupported, readBlocks)]
    case 'table':
      return [readTable(element, unsupported, readBlocks)]
    case 'figure':
      return readFigure(element, unsupported)
    case 'div':
      noteProperties(element, [], unsupported)
      return readBlocks(children, unsupported)
    case 'section':
      unsupported.add(element.properties['dataFootnotes'] === undefined ? '<section>' : 'footnotes')
      if (element.properties['dataFootnotes'] !== undefined) return []
      return readBlocks(children, unsupported)
    default:
      unsupported.add(`<${tagName}>`)
      return readBlocks(children, unsupported)
  }
}

const isElement = (node: ElementContent): node is Element => node.type === 'element'
const orParagraph = (blocks: JSONContent[]) => (blocks.length > 0 ? blocks : [{ type: 'paragraph' }])

function withInline(block: JSONContent, children: ElementContent[], unsupported: Unsupported): JSONContent {
  const content = readInline(children, unsupported)
  return content.length > 0 ? { ...block, content } : block
}

function layoutOf(element: Element, unsupported: Unsupported) {
  const classes = classesOf(element)
  const align = alignments[alignClasses.findIndex((name) => classes.includes(name))] ?? null
  const indent = indentClasses.findIndex((name) => classes.includes(name)) + 1
  const others = classes.filter((name) => ![...alignClasses, ...indentClasses].some((own) => own === name))
  noteProperties({ ...element, properties: { ...element.properties, className: others } }, [], unsupported)
  return { align, indent }
}

function readCode(pre: Element, unsupported: Unsupported): JSONContent {
  const [only, ...others] = pre.children.filter((child) => !isBlank(child))
  const code = others.length === 0 && only?.type === 'element' && only.tagName === 'code' ? only : pre
  const language =
    classesOf(code)
      .find((name) => name.startsWith('language-'))
      ?.slice('language-'.length) ?? null
  noteProperties(pre, code === pre ? ['className'] : [], unsupported)
  if (code.children.some((child) => child.type === 'element')) unsupported.add('markup in code')
  const text = verbatim(code).replace(/\n$/, '')
  return { type: 'codeBlock', attrs: { language }, ...(text && { content: [{ type: 'text', text }] }) }
}

const verbatim = (node: Element): string =>
  node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? verbatim(child) : ''))
    .join('')

function readDetails(element: Element, unsupported: Unsupported): JSONContent[] {
  const summary = element.children.find((child): child is Element => isElement(child) && child.tagName === 'summary')
  const text = readBlocks(
    element.children.filter((child) => child !== summary),
    unsupported,
  )
  noteProperties(element, ['open'], unsupported)
  if (!summary) {
    unsupported.add('<details>')
    return text
  }
  noteProperties(summary, [], unsupported)
  return [
    {
      type: 'details',
      attrs: { open: Boolean(element.properties.open) },
      content: [withInline({ type: 'detailsSummary' }, summary.children, unsupported), ...orParagraph(text)],
    },
  ]
}

/** A picture with a caption, which Markdown has as the picture's title. */
function readFigure(figure: Element, unsupported: Unsupported): JSONContent[] {
  noteProperties(figure, [], unsupported)
  const caption = figure.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'figcaption',
  )
  const rest = figure.children.filter((child) => child !== caption && !isBlank(child))
  const [image, ...others] = rest
  if (others.length > 0 || image?.type !== 'element' || image.tagName !== 'img') unsupported.add('<figure>')
  if (caption) {
    if (caption.children.some((child) => child.type !== 'text') || image?.type !== 'element')
      unsupported.add('<figcaption>')
    else image.properties.title = verbatim(caption).trim()
  }
  return readBlocks(rest, unsupported)
}
