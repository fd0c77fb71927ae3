import type { Element, ElementContent, Nodes, Parents, Root } from 'hast'
import { h } from 'hastscript'

/** The declarations of an element's `style` attribute, with names and values in lower case. */
export function inlineStyle({ properties: { style } }: Element): Map<string, string> {
  const declarations = typeof style === 'string' ? style.split(';') : []
  return new Map(
    declarations.map((declaration) => {
      const [name = '', ...value] = declaration.toLowerCase().split(':')
      return [name.trim(), value.join(':').trim()]
    }),
  )
}

export const isElement = (node: Nodes | undefined): node is Element => node?.type === 'element'

/** An element as the only one of a tree, so that those inside it are found. */
export const within = (element: Element): Root => ({ type: 'root', children: [element] })

export const isBlank = (node: Parents['children'][number]) => node.type === 'text' && node.value.trim() === ''

/** The only child that is not white space. */
export function onlyChild({ children }: Element): ElementContent | undefined {
  const [only, ...others] = children.filter((child) => !isBlank(child))
  return others.length === 0 ? only : undefined
}

export const classesOf = ({ properties }: Pick<Element, 'properties'>): string[] =>
  Array.isArray(properties.className) ? properties.className.map(String) : []

/** An element with the nodes around it, the outermost first, and the nearest of them. */
export type Placed = { element: Element; parent: Parents; around: Parents[] }

type Chain = { node: Parents; up: Chain | undefined }

/** Few callers ask for all nodes around an element, so their list is made when it is asked for. */
class Found implements Placed {
  readonly element: Element
  readonly parent: Parents
  readonly #up: Chain | undefined
  constructor(element: Element, parent: Parents, up: Chain | undefined) {
    this.element = element
    this.parent = parent
    this.#up = up
  }
  get around(): Parents[] {
    const around: Parents[] = []
    for (let one = this.#up; one; one = one.up) around.push(one.node)
    return around.reverse()
  }
}

/** The elements with these names (all without names), in document order, `tree` too. It is a copy, so the tree may change during iteration. */
export function elementsNamed(tree: Parents, ...names: string[]): Placed[] {
  const found: Placed[] = []
  const visit = (node: Parents, up: Chain | undefined) => {
    if (node.type === 'element' && (names.length === 0 || names.includes(node.tagName)))
      found.push(new Found(node, up?.node ?? tree, up))
    let own: Chain | undefined
    for (const child of node.children) {
      if (child.type !== 'element') continue
      own ??= { node, up }
      visit(child, own)
    }
  }
  visit(tree, undefined)
  return found
}

/** The nearest enclosing element with one of these names. */
export const closest = ({ around }: Placed, ...names: string[]) =>
  around.findLast((node): node is Element => node.type === 'element' && names.includes(node.tagName))

export function replace({ element, parent }: Placed, ...others: ElementContent[]) {
  const at = parent.children.indexOf(element)
  if (at >= 0) parent.children.splice(at, 1, ...(others as Element[]))
}

/** A text for screen readers only. */
export const hidden = (text: string) => h('span.sr-only', text)
