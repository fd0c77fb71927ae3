import type { Element, ElementContent, Parents, Properties, Root } from 'hast'

/** An element with its parent node; `above` is the enclosing element. */
export type Placed = { element: Element; parent: Parents; above: Placed | undefined }

/** The elements with these names (all without names), in document order. It is a copy, so the tree may change during iteration. */
export function elementsNamed(tree: Root, ...names: string[]): Placed[] {
  const found: Placed[] = []
  collect(tree, undefined)
  return found

  function collect(parent: Parents, above: Placed | undefined) {
    for (const element of parent.children) {
      if (element.type !== 'element') continue
      const placed = { element, parent, above }
      if (names.length === 0 || names.includes(element.tagName)) found.push(placed)
      collect(element, placed)
    }
  }
}

/** The nearest enclosing element with one of these names. */
export function closest({ above }: Placed, ...names: string[]): Element | undefined {
  for (let placed = above; placed; placed = placed.above)
    if (names.includes(placed.element.tagName)) return placed.element
  return undefined
}

/** Replaces an element by others, or removes it. */
export function replace({ element, parent }: Placed, ...others: ElementContent[]) {
  const at = parent.children.indexOf(element)
  if (at >= 0) parent.children.splice(at, 1, ...(others as Element[]))
}

export const make = (tagName: string, properties: Properties, ...children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})

export const textNode = (value: string): ElementContent => ({ type: 'text', value })

/** A text for screen readers only. */
export const hidden = (value: string) => make('span', { className: ['sr-only'] }, textNode(value))

export const isBlank = (node: Parents['children'][number]) => node.type === 'text' && node.value.trim() === ''
