import type { Node } from '@tiptap/pm/model'
import type { EditorBlock, MenuEntry, TextBlock } from './block.ts'
import { callout } from './callout.ts'
import { foldedText } from './folded-text.ts'
import { lists } from './lists.ts'
import { picture } from './picture.ts'
import { codeBlock, divider, heading, paragraph, quotation } from './plain-blocks.ts'
import { table } from './table.ts'
import { video } from './video.ts'

/**
 * The kinds of blocks, in the order of the menus. Of several that read the same element, the last one is asked first, so a special kind of
 * paragraph comes after the paragraph.
 */
export const blocks: EditorBlock[] = [
  paragraph,
  heading,
  lists,
  picture,
  video,
  table,
  quotation,
  codeBlock,
  callout,
  foldedText,
  divider,
]

export const inlineNodes = blocks.flatMap((block) => ('inline' in block ? [block.inline] : []))

export const menuEntries: MenuEntry[] = blocks.flatMap(({ menu }) => menu)

const textBlocks = blocks.filter((block): block is TextBlock => 'nodes' in block)
const byNode = new Map(textBlocks.flatMap((block) => block.nodes.map((name) => [name, block])))
const inlineByNode = new Map(inlineNodes.map((inline) => [inline.node, inline]))

/** The block that writes a node. @throws for an unknown node, which would be lost otherwise */
export const writerOf = ({ type: { name } }: Node) => known(byNode.get(name), name)

/** Writes a node in a line of text. @throws for an unknown node */
export const inlineWriterOf = ({ type: { name } }: Node) => known(inlineByNode.get(name), name)

function known<Writer>(writer: Writer | undefined, name: string): Writer {
  if (!writer) throw new Error(`The editor cannot write “${name}”: blocks/all.ts has no block for it`)
  return writer
}
