import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'
import { blocks } from '#admin/editor/blocks/all.ts'
import type { EditorBlock, Reader } from '#admin/editor/blocks/block.ts'
import { isBlank, noteProperties } from '#admin/editor/blocks/reading.ts'
import { readInline } from './read-inline.ts'

const inlineNames = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)
const isInline = (node: ElementContent) =>
  node.type === 'text' || (node.type === 'element' && inlineNames.has(node.tagName))

/** The blocks that read an element, in the order in which they are asked. */
const byTag = Map.groupBy(
  blocks.toReversed().flatMap((block) => block.tags.map((tag): [string, EditorBlock] => [tag, block])),
  ([tag]) => tag,
)

export function createReader(unsupported: Set<string>): Reader {
  const reader: Reader = {
    unsupported,
    blocks: (nodes) => readBlocks(nodes, reader),
    inline: (nodes) => readInline(nodes, reader),
  }
  return reader
}

/** Reads blocks; inline nodes between them become paragraphs. */
function readBlocks(nodes: ElementContent[], reader: Reader): JSONContent[] {
  const read: JSONContent[] = []
  let inline: ElementContent[] = []
  const endInline = () => {
    const content = reader.inline(inline)
    if (content.length > 0) read.push({ type: 'paragraph', content })
    inline = []
  }
  for (const node of nodes) {
    if (isInline(node)) {
      if (inline.length > 0 || !isBlank(node)) inline.push(node)
      continue
    }
    endInline()
    if (node.type === 'element') read.push(...readBlock(node, reader))
  }
  endInline()
  return read
}

/** An element that no block reads is named as unsupported, so that the content opens as its source. */
function readBlock(element: Element, reader: Reader): JSONContent[] {
  const { tagName, children, properties } = element
  for (const [, block] of byTag.get(tagName) ?? []) {
    const read = block.read(element, reader)
    if (read) return read
  }
  if (tagName === 'section' && properties['dataFootnotes'] !== undefined) {
    reader.unsupported.add('footnotes')
    return []
  }
  if (tagName === 'div') noteProperties(element, [], reader)
  else reader.unsupported.add(`<${tagName}>`)
  return reader.blocks(children)
}
