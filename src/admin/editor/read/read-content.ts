import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent, Root } from 'hast'
import { schema } from '#content/markup/sanitise-schema.ts'
import { sanitise, typedTree } from '#content/markup/sanitised-tree.ts'
import { createReader } from './read-blocks.ts'

type Read = {
  doc: JSONContent
  /** The parts that the visual view cannot show, in plain words: `footnotes`, `<kbd>`. Empty when it can hold everything. */
  unsupported: string[]
}

/** Reads content as the pages do, into a document of the visual view. */
export function readContent(source: string): Read {
  const typed = typedTree(source)
  const unsupported = new Set<string>()
  noteUnshown(typed, unsupported)
  const content = createReader(unsupported).blocks(sanitise(typed).children as ElementContent[])
  return {
    doc: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] },
    unsupported: [...unsupported],
  }
}

const shown = new Set(schema.tagNames)

/** Notes comments and elements that no page shows: their author typed them on purpose. */
function noteUnshown(tree: Root | Element, unsupported: Set<string>) {
  for (const child of tree.children) {
    if (child.type === 'comment' && child.value.trim() !== '') unsupported.add('comments')
    if (child.type !== 'element') continue
    if (!shown.has(child.tagName)) unsupported.add(`<${child.tagName}>`)
    noteUnshown(child, unsupported)
  }
}
