import type { Node } from '@tiptap/pm/model'
import type { Nodes } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { writerOf } from '#admin/editor/blocks/all.ts'
import type { MarkdownWriter } from '#admin/editor/blocks/block.ts'
import { htmlWriter } from './write-html.ts'
import { writeInline } from './write-inline.ts'

const markdownWriter: MarkdownWriter = {
  blocks: (nodes) => nodes.flatMap((node) => writerOf(node).toMarkdown(node, markdownWriter)),
  inline: writeInline,
  html: htmlWriter,
}

/** The source of each block. Blocks are immutable, so each is written once. */
const written = new WeakMap<Node, string>()

/**
 * Writes a document of the visual view as GitHub-flavoured Markdown, with HTML for what Markdown does not have: colour, underline,
 * alignment, indent, tables with merged cells or with blocks in a cell. Only changed blocks are written again.
 */
export function writeContent(doc: Node): string {
  let source = ''
  let before = ''
  for (const block of doc.children) {
    const text = writeBlock(block)
    if (text === '') continue
    const { name } = block.type
    // Two lists in a row would become one.
    const apart = isList(name) && isList(before) && (name === 'orderedList') === (before === 'orderedList')
    source += `${source && '\n\n'}${apart ? '<!-- -->\n\n' : ''}${text}`
    before = name
  }
  return source
}

const isList = (name: string) => name.endsWith('List')

function writeBlock(block: Node): string {
  const cached = written.get(block)
  if (cached !== undefined) return cached
  const text = serialise({ type: 'root', children: markdownWriter.blocks([block]) }).replace(/\n+$/, '')
  written.set(block, text)
  return text
}

const serialise = (tree: Nodes) =>
  toMarkdown(tree, {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    bullet: '-',
    bulletOther: '*',
    emphasis: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
  })
