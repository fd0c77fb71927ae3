import type { Root } from 'hast'
import { h } from 'hastscript'
import { closest, elementsNamed, replace } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'

/** Puts each table into a scrollable, focusable region with a name. */
export function finishTables(tree: Root) {
  const tables = elementsNamed(tree, 'table').filter((placed) => !closest(placed, 'table'))
  for (const [index, placed] of tables.entries()) {
    const caption = placed.element.children.find((child) => child.type === 'element' && child.tagName === 'caption')
    const name = [index === 0 ? 'Table' : `Table ${index + 1}`, caption ? textOf(caption) : '']
      .filter(Boolean)
      .join(': ')
    replace(placed, h('div.table-scroll', { tabIndex: 0, role: 'region', ariaLabel: name }, placed.element))
  }
  for (const placed of elementsNamed(tree, 'th')) {
    const { element } = placed
    // An empty corner cell is not a heading.
    if (textOf(element) === '' && element.children.every((child) => child.type === 'text')) element.tagName = 'td'
    else if (closest(placed, 'thead')) element.properties.scope ??= 'col'
  }
}
