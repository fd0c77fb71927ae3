import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { BlockContent, FootnoteDefinition, ListItem, Paragraph } from 'mdast'
import { takeCallout } from './callouts.ts'
import { classesOf, elementsNamed, isElement, onlyChild, replace } from './elements.ts'
import { textOf } from './plain-text.ts'
import { isBlock, type LineOptions, lineOf, noteName, rawText, showsSomething } from './to-markdown-line.ts'
import { inOneLine, withMarker } from './write-markdown.ts'

/** How blocks write the blocks inside them. */
export type BlockWriter = LineOptions & {
  flow(nodes: ElementContent[]): BlockContent[]
  asHtml(node: Element): BlockContent[]
}

const bold = (paragraph: Paragraph): Paragraph => ({
  ...paragraph,
  children: [{ type: 'strong', children: paragraph.children }],
})

export function listOf(list: Element, writer: BlockWriter): BlockContent[] {
  const isOrdered = list.tagName === 'ol'
  const points = list.children.filter(isElement).filter(showsSomething)
  if (points.length === 0) return []
  const isSpecial = ['reversed', 'type'].some((name) => list.properties[name] !== undefined)
  if (!writer.plain && (isSpecial || points.some(({ properties }) => properties.value !== undefined)))
    return writer.asHtml(list)
  const items = points.map((point): ListItem => {
    const { checked, children } = takeBox(point)
    const content = point.tagName === 'li' ? children : [point]
    const written = writer.flow(
      point.properties.id === undefined ? content : [h('a', { id: point.properties.id }), ...content],
    )
    const spread = written.slice(1).some(({ type }) => type !== 'list')
    return { type: 'listItem', spread, checked, children: written }
  })
  // A Markdown task begins with a paragraph.
  if (items.some(({ checked, children }) => checked !== null && children[0]?.type !== 'paragraph')) {
    if (!writer.plain) return writer.asHtml(list)
    for (const item of items) if (item.children[0]?.type !== 'paragraph') item.checked = null
  }
  const start = Number(list.properties.start ?? 1)
  // Markdown's numbers are not negative.
  if (isOrdered && start < 0 && !writer.plain) return writer.asHtml(list)
  return [
    {
      type: 'list',
      ordered: isOrdered,
      start: isOrdered ? Math.max(0, start) : null,
      spread: items.some(({ spread }) => spread),
      children: items,
    },
  ]
}

/** The checkbox of a task, and the content without it. */
function takeBox(point: Element): { checked: boolean | null; children: ElementContent[] } {
  if (!classesOf(point).includes('task-list-item')) return { checked: null, children: point.children }
  const [box] = elementsNamed(point, 'input')
  if (!box) return { checked: null, children: point.children }
  const copy = structuredClone(point)
  for (const found of elementsNamed(copy, 'input').slice(0, 1)) replace(found)
  return { checked: Boolean(box.element.properties.checked), children: copy.children }
}

export function quotationOf(quotation: Element, writer: BlockWriter): BlockContent[] {
  const copy = structuredClone(quotation)
  const kind = takeCallout(copy)
  const children = writer.flow(copy.children)
  if (children.length === 0 && !kind) return []
  return [{ type: 'blockquote', children: kind ? withMarker(kind, children) : children }]
}

export function codeOf(pre: Element, writer: BlockWriter): BlockContent[] {
  const only = onlyChild(pre)
  const code = isElement(only) && only.tagName === 'code' ? only : pre
  // Links and pictures in code would be lost, and so would the marks of a text that only keeps its lines.
  const marked = elementsNamed(
    pre,
    ...(code === pre ? ['a', 'img', 'strong', 'b', 'em', 'i', 'u', 's', 'del'] : ['a', 'img']),
  )
  if (!writer.plain && marked.some(({ element }) => element.properties.id === undefined)) return writer.asHtml(pre)
  const language = classesOf(code).find((name) => name.startsWith('language-'))
  const value = rawText(code).replace(/\n$/, '')
  return value.trim() === '' ? [] : [{ type: 'code', lang: language?.slice('language-'.length) ?? null, value }]
}

/** A picture with a caption is a paragraph with a picture that has a title. Other figures are their content and their caption. */
export function figureOf(figure: Element, writer: BlockWriter): BlockContent[] {
  const caption = figure.children.filter(isElement).find(({ tagName }) => tagName === 'figcaption')
  const rest = figure.children.filter((child) => child !== caption)
  const line = caption && !caption.children.some(isBlock) ? [h('p', caption.children)] : (caption?.children ?? [])
  const words = caption ? textOf(caption) : ''
  const picture = pictureIn(h('figure', rest))
  if (!picture || words === '') return writer.flow([...rest, ...(words === '' ? [] : line)])
  const isPlain = elementsNamed(caption as Element, 'a', 'img', 'br').length === 0
  if (!isPlain) return writer.plain ? writer.flow([...rest, ...line]) : writer.asHtml(figure)
  const copy = structuredClone(picture.holder)
  for (const { element } of elementsNamed(copy, 'img')) {
    element.properties.title = words
    const classes = [...classesOf(element), ...classesOf(figure)].filter((name) => name.startsWith('picture-'))
    element.properties.className = [...new Set(classes)]
  }
  return [{ type: 'paragraph', children: lineOf(copy, writer) }]
}

/** The picture that is all of an element, and the link around it. */
function pictureIn(holder: Element): { holder: Element } | undefined {
  const only = onlyChild(holder)
  if (!isElement(only)) return undefined
  if (only.tagName === 'img') return { holder: h('p', only) }
  if (/^(?:p|div|figure)$/.test(only.tagName)) return pictureIn(only)
  const inner = only.tagName === 'a' ? onlyChild(only) : undefined
  return isElement(inner) && inner.tagName === 'img' ? { holder: h('p', only) } : undefined
}

/** `<details>` around Markdown. Blank lines end the raw HTML, so that the blocks between its tags are Markdown. */
export function foldedOf(details: Element, writer: BlockWriter): BlockContent[] {
  const summary = details.children.filter(isElement).find(({ tagName }) => tagName === 'summary')
  const text = details.children.filter((child) => child !== summary)
  const line = summary ? inLine(summary) : h('summary', 'Details')
  if (writer.plain)
    return [
      ...(summary
        ? writer.flow([h('p', line.children)]).map((one) => (one.type === 'paragraph' ? bold(one) : one))
        : []),
      ...writer.flow(text),
    ]
  if (!summary) return writer.asHtml(details)
  return [
    { type: 'html', value: `<details${details.properties.open ? ' open' : ''}>${inOneLine(line)}` },
    ...writer.flow(text),
    { type: 'html', value: '</details>' },
  ]
}

/** A summary is a line: its blocks, such as a heading, become parts of it. */
const inLine = (summary: Element): Element =>
  summary.children.some(isBlock) && elementsNamed(summary, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').length === 0
    ? h(
        'summary',
        summary.children.flatMap((child) =>
          isElement(child) && isBlock(child) ? [...child.children, { type: 'text', value: ' ' } as const] : [child],
        ),
      )
    : h('summary', summary.children)

/** A list of definitions without HTML: terms in bold, each above what it means. */
export const definitionsOf = (list: Element, writer: BlockWriter): BlockContent[] =>
  list.children.filter(isElement).flatMap((part) => {
    if (part.tagName === 'div') return definitionsOf(part, writer)
    const written = writer.flow(part.children)
    return part.tagName === 'dt' ? written.map((one) => (one.type === 'paragraph' ? bold(one) : one)) : written
  })

/** The notes at the end of a text. */
export function notesOf(section: Element, writer: BlockWriter): BlockContent[] {
  const points = elementsNamed(section, 'li').map(({ element }) => element)
  const notes = points.flatMap((point): FootnoteDefinition[] => {
    const name = noteName(String(point.properties.id ?? ''))
    if (name === undefined) return []
    const copy = structuredClone(point)
    for (const placed of elementsNamed(copy, 'a'))
      if (placed.element.properties['dataFootnoteBackref'] !== undefined) replace(placed)
    return [{ type: 'footnoteDefinition', identifier: name, label: name, children: writer.flow(copy.children) }]
  })
  return notes as unknown as BlockContent[]
}
