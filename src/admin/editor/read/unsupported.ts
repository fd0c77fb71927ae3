import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'

/** What was met that the rich view cannot hold, in words for a person. */
export type Unsupported = Set<string>

/** Reads what stands in a list's point or a table's cell. */
export type ReadBlocks = (nodes: ElementContent[], unsupported: Unsupported) => JSONContent[]

/** Notes the attributes and classes that no one here reads. */
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
