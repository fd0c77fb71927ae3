import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent, Root } from 'hast'
import { schema } from '#content/markup/sanitise-schema.ts'
import { sanitise, typedTree } from '#content/markup/sanitised-tree.ts'
import { readBlocks } from './read-blocks.ts'
import type { Lost } from './unsupported.ts'

type Read = {
  doc: JSONContent
  /** What the rich view cannot hold, in words for a person: `footnotes`, `<kbd>`. Empty when all of it can. */
  lost: string[]
}

/** Reads content as the pages do, into a document of the rich view. */
export function readContent(source: string): Read {
  const typed = typedTree(source)
  const lost: Lost = new Set()
  noteUnshown(typed, lost)
  const content = readBlocks(sanitise(typed).children as ElementContent[], lost)
  return { doc: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }, lost: [...lost] }
}

const shown = new Set(schema.tagNames)

/** Comments and elements that no page shows were typed on purpose all the same. */
function noteUnshown(tree: Root | Element, lost: Lost) {
  for (const child of tree.children) {
    if (child.type === 'comment' && child.value.trim() !== '') lost.add('comments')
    if (child.type !== 'element') continue
    if (!shown.has(child.tagName)) lost.add(`<${child.tagName}>`)
    noteUnshown(child, lost)
  }
}
