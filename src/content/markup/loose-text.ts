import type { Element, ElementContent, Parents, Root } from 'hast'
import { h } from 'hastscript'
import { elementsNamed, isBlank } from './elements.ts'
import { textOf as plainTextOf } from './plain-text.ts'
import { blockNames, inlineNames } from './sanitise-schema.ts'

const inline = new Set(inlineNames)

/**
 * Puts text that is next to blocks, and not in one, into paragraphs. Older editors store it: a heading in HTML, and a paragraph in the line
 * below, which Markdown counts as raw HTML.
 */
export function gatherLooseText(tree: Root): Root {
  gather(tree)
  for (const { element } of elementsNamed(tree, 'blockquote', 'div'))
    if (element.children.some(isBlock)) gather(element)
  return tree
}

const isBlock = (node: Parents['children'][number]) =>
  node.type === 'element' && (!inline.has(node.tagName) || elementsNamed(asRoot(node), ...blockNames).length > 0)
const asRoot = ({ children }: Element): Root => ({ type: 'root', children })

const showsSomething = (node: ElementContent) =>
  node.type === 'element' &&
  (plainTextOf(node) !== '' || elementsNamed({ type: 'root', children: [node] }, 'img').length > 0)

function gather(holder: Root | Element) {
  const gathered: ElementContent[] = []
  let loose: ElementContent[] = []
  const end = () => {
    const says = loose.some((node) => !isBlank(node) && (node.type === 'text' || showsSomething(node)))
    gathered.push(...(says ? [h('p', loose)] : loose))
    loose = []
  }
  for (const child of holder.children as ElementContent[]) {
    if (!isBlock(child)) {
      loose.push(child)
      continue
    }
    end()
    // A paragraph ends twice where a quotation ends inside it.
    if (!isEmptyParagraph(child)) gathered.push(child)
  }
  end()
  holder.children = gathered
}

const isEmptyParagraph = (node: ElementContent) =>
  node.type === 'element' &&
  node.tagName === 'p' &&
  node.children.length === 0 &&
  Object.keys(node.properties).length === 0

const opening = /\[caption(?:\s[^\]]*)?\]/
const closing = /\[\/caption\]/

/** Reads the captions that WordPress writes as text: `[caption width="300"]<img …> Words[/caption]`. */
export function readCaptions(tree: Root) {
  for (const holder of [tree, ...elementsNamed(tree).map(({ element }) => element)]) {
    const children = holder.children as ElementContent[]
    const from = children.findIndex((node) => node.type === 'text' && opening.test(node.value))
    const to = children.findIndex((node, at) => at > from && node.type === 'text' && closing.test(node.value))
    const figure = from < 0 || to < 0 ? null : figureOf(children.slice(from, to + 1))
    if (!figure) continue
    const [before = '', after = ''] = [textOf(children[from]).split(opening)[0], textOf(children[to]).split(closing)[1]]
    const parts = [...children.slice(0, from), text(before), figure, text(after), ...children.slice(to + 1)]
    holder.children = parts.filter((node) => node === figure || !isBlank(node))
    if (holder.type === 'element' && holder.tagName === 'p' && holder.children.length === 1)
      Object.assign(holder, figure)
  }
}

const text = (value: string) => ({ type: 'text', value }) as const
const textOf = (node: ElementContent | undefined) => (node?.type === 'text' ? node.value : '')

function figureOf(nodes: ElementContent[]): Element | null {
  const [picture, ...words] = nodes.slice(1)
  if (picture?.type !== 'element' || elementsNamed({ type: 'root', children: [picture] }, 'img').length !== 1)
    return null
  const caption = words.map((node) => (node.type === 'text' ? text(node.value.split(closing)[0] ?? '') : node))
  return h('figure', picture, h('figcaption', caption))
}
