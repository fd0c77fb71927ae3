import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent, Root } from 'hast'
import { schema } from '#content/markup/sanitise-schema.ts'
import { sanitise, typedTree } from '#content/markup/sanitised-tree.ts'
import { readBlocks } from './read-blocks.ts'
import type { Unsupported } from './unsupported.ts'

type Read = {
  doc: JSONContent
  /** What the rich view cannot hold, in words for a person: `footnotes`, `<kbd>`. Empty when all of it can. */
  unsupported: string[]
}

/** Reads content as the pages do, into a document of the rich view. */
export function readContent(source: string): Read {
  const typed = typedTree(source)
  const unsupported: Unsupported = new Set()
  noteUnshown(typed, unsupported)
  const content = readBlocks(sanitise(typed).children as ElementContent[], unsupported)
  return {
    doc: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] },
    unsupported: [...unsupported],
  }
}

const shown = new Set(schema.tagNames)

/** Comments and elements that no page shows were typed on purpose all the same. */
function noteUnshown(tree: Root | Element, unsupported: Unsupported) {
  for (const child of tree.children) {
    if (child.type === 'comment' && child.value.trim() !== '') unsupported.add('comments')
    if (child.type !== 'element') continue
    if (!shown.has(child.tagName)) unsupported.add(`<${child.tagName}>`)
    noteUnshown(child, unsupported)
  }
}
