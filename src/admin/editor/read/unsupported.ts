import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'

/** What the visual view cannot hold, as a person reads it. */
export type Unsupported = Set<string>

/** Reads the blocks of a list item or table cell. */
export type ReadBlocks = (nodes: ElementContent[], unsupported: Unsupported) => JSONContent[]

/** Notes the attributes and classes that are not in `handled`. */
export function noteProperties({ tagName, properties }: Element, handled: string[], unsupported: Unsupported) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || handled.includes(name) || (Array.isArray(value) && value.length === 0))
      continue
    unsupported.add(
      name === 'id'
        ? `anchors (id) at <${tagName}>`
        : `${name === 'className' ? 'classes' : `“${name}”`} at <${tagName}>`,
    )
  }
}

export const classesOf = ({ properties }: Element) =>
  Array.isArray(properties.className) ? properties.className.map(String) : []
