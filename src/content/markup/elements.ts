import type { Element, ElementContent, Parents, Properties, Root } from 'hast'

/** An element in its place; `above` is the element around it. */
export type Placed = { element: Element; parent: Parents; above: Placed | undefined }

/** The elements of these names, in the order of the text. A list of its own: the tree may be changed while going through it. */
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

/** The nearest element of these names that an element stands in. */
export function closest({ above }: Placed, ...names: string[]): Element | undefined {
  for (let placed = above; placed; placed = placed.above)
    if (names.includes(placed.element.tagName)) return placed.element
  return undefined
}

/** Puts others (or nothing) in an element's place. */
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

/** Words for screen readers alone. */
export const hidden = (value: string) => make('span', { className: ['sr-only'] }, textNode(value))

export const isBlank = (node: Parents['children'][number]) => node.type === 'text' && node.value.trim() === ''
