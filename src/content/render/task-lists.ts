import type { Root } from 'hast'
import { closest, elementsNamed, replace } from '#content/markup/elements.ts'

/** The checkbox of a task gets a name and is disabled. Other inputs are removed. */
export function finishTaskLists(tree: Root) {
  for (const placed of elementsNamed(tree, 'input')) {
    const { properties } = placed.element
    const item = closest(placed, 'li')
    const inTask = Array.isArray(item?.properties.className) && item.properties.className.includes('task-list-item')
    if (!inTask || properties.type !== 'checkbox') replace(placed)
    else Object.assign(properties, { disabled: true, ariaLabel: properties.checked ? 'Done' : 'To do' })
  }
}
