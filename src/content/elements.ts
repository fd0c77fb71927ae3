import type { Element, ElementContent, Parents, Properties, Root } from 'hast'

/** An element in its place: `around` holds the elements that it stands in, innermost last. */
export type Placed = { element: Element; parent: Parents; around: Element[] }

/** The elements of these names, in the order of the text. A list of its own: the tree may be changed while going through it. */
export function elementsNamed(tree: Root, ...names: string[]): Placed[] {
  const found: Placed[] = []
  const around: Element[] = []
  collect(tree)
  return found

  function collect(parent: Parents) {
    for (const element of parent.children) {
      if (element.type !== 'element') continue
      if (names.length === 0 || names.includes(element.tagName)) found.push({ element, parent, around: [...around] })
      around.push(element)
      collect(element)
      around.pop()
    }
  }
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

export const words = (value: string): ElementContent => ({ type: 'text', value })

/** Words for screen readers alone. */
export const hidden = (value: string) => make('span', { className: ['sr-only'] }, words(value))

export const isBlank = (node: Parents['children'][number]) => node.type === 'text' && node.value.trim() === ''
