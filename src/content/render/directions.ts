import type { Element, Nodes, Root } from 'hast'
import { classesOf, closest, elementsNamed, isBlank } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { blockNames } from '#content/markup/sanitise-schema.ts'
import { directionOf, hasRightToLeft } from '#contract/direction.ts'

/** Blocks that have a direction. */
const directed = new Set(
  'p h1 h2 h3 h4 h5 h6 li dt dd td th caption figcaption summary blockquote div ul ol dl table details'.split(' '),
)
const blocks = new Set<string>(blockNames)
const code = ['pre', 'code', 'kbd', 'samp']

/**
 * Lets the words of each block run in the direction of their script. Nothing changes in a text without a script from right to left.
 * A block with words of its own finds its direction by itself. One that only has other blocks, such as a list, cannot, since their words do not
 * count: it gets the direction of the first letter in it. Code runs from left to right.
 */
export function finishDirections(tree: Root): void {
  if (!hasRightToLeft(textOf(tree))) return
  for (const placed of elementsNamed(tree)) {
    const { element } = placed
    const { tagName, properties } = element
    if (properties.dir !== undefined || classesOf(element).includes('callout-title')) continue
    if (code.includes(tagName) || classesOf(element).includes('code-block')) properties.dir = 'ltr'
    else if (directed.has(tagName)) {
      const direction = firstIn(element)
      if (direction) properties.dir = hasOwnWords(element) ? 'auto' : direction
      // A cell with a number follows its table.
      else if (/^t[dh]$/.test(tagName)) properties.dir = closest(placed, 'table')?.properties.dir
    }
  }
}

const hasOwnWords = (element: Element): boolean =>
  !classesOf(element).includes('heading') &&
  element.children.some((child) => (child.type === 'element' ? !blocks.has(child.tagName) : !isBlank(child)))

/** The direction of the first letter in an element. */
export const directionIn = (element: Element): 'ltr' | 'rtl' => firstIn(element) ?? 'ltr'

function firstIn(node: Nodes): ReturnType<typeof directionOf> {
  if (node.type === 'text') return directionOf(node.value)
  if (!('children' in node) || (node.type === 'element' && isAside(node))) return undefined
  for (const child of node.children) {
    const found = firstIn(child)
    if (found) return found
  }
  return undefined
}

/** Code, and words that the renderer has added. */
const isAside = (element: Element) =>
  code.includes(element.tagName) ||
  classesOf(element).some((name) => ['callout-title', 'sr-only', 'anchor', 'code-head'].includes(name))
