import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { elementsNamed } from '#content/markup/elements.ts'
import { inlineStyle, isBlank } from '#content/markup/nodes.ts'
import { textOf } from '#content/markup/plain-text.ts'

/** Word's clipboard has no lists, only paragraphs that name their list and level and begin with the bullet or number as text. */
export function gatherWordLists(tree: Root) {
  const holders = new Set([tree, ...elementsNamed(tree).map(({ element }) => element)])
  for (const holder of holders) {
    if (!holder.children.some(isListParagraph)) continue
    const gathered: ElementContent[] = []
    let open: { level: number; list: Element }[] = []
    for (const child of holder.children as ElementContent[]) {
      if (isListParagraph(child)) open = addPoint(child, open, gathered)
      else if (!isBlank(child) && child.type !== 'comment') {
        open = []
        gathered.push(child)
      }
    }
    holder.children = gathered
  }
}

const isListParagraph = (node: Root['children'][number]): node is Element =>
  node.type === 'element' && node.tagName === 'p' && /l\d+ level\d/.test(inlineStyle(node).get('mso-list') ?? '')

/** @returns the lists that are open after the paragraph, the outermost first */
function addPoint(paragraph: Element, open: { level: number; list: Element }[], gathered: ElementContent[]) {
  const level = Number(/level(\d)/.exec(inlineStyle(paragraph).get('mso-list') ?? '')?.[1] ?? 1)
  const mark = takeMark(paragraph)
  const kind = /^(\d+|[a-z]{1,4})[.)]$/i.test(mark) ? 'ol' : 'ul'
  const lists = open.filter((one) => one.level <= level)
  const innermost = lists.at(-1)
  if (innermost?.level !== level || innermost.list.tagName !== kind) {
    if (innermost?.level === level) lists.pop()
    const list = h(kind)
    const around = lists.at(-1)?.list.children.at(-1)
    if (around?.type === 'element') around.children.push(list)
    else gathered.push(list)
    lists.push({ level, list })
  }
  lists.at(-1)?.list.children.push(h('li', paragraph.children))
  return lists
}

/** Removes the marker (a bullet, `1.`) and the space after it from the paragraph. @returns the marker */
function takeMark(paragraph: Element): string {
  const marks = elementsNamed({ type: 'root', children: [paragraph] }, 'span').filter(
    ({ element }) => inlineStyle(element).get('mso-list') === 'ignore',
  )
  for (const { element, parent } of marks)
    parent.children = (parent.children as ElementContent[]).filter((child) => child !== element)
  return marks.map(({ element }) => textOf(element)).join('')
}
