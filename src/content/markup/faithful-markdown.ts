import type { Root } from 'hast'
import { elementsNamed } from './elements.ts'
import { frontMatterOf } from './front-matter.ts'
import { isTooIntricate } from './intricacy.ts'
import { sanitisedTree } from './sanitised-tree.ts'
import { factsOf } from './shown-facts.ts'
import { type PlacedBlock, writeAsHtml, writeBlocks } from './to-markdown.ts'
import { joinBlocks } from './write-markdown.ts'

/** A paragraph around each block that is compared: a block neither takes in the next one nor becomes a part of the one before. */
const between = 'x'

/**
 * Writes a sanitised tree as Markdown that shows all of it. The blocks that could be read as another thing are read again and compared: one that shows
 * something else is written as HTML. It changes the tree.
 */
export function faithfulMarkdown(tree: Root): string {
  const parts = writeBlocks(tree)
  const whole = joinBlocks(parts.map(({ block }) => block))
  // Marks and texts of footnotes are only read together.
  const hasNotes = elementsNamed(tree, 'section').some(
    ({ element }) => element.properties['dataFootnotes'] !== undefined,
  )
  if (hasNotes && isSame(whole, factsOf(parts.flatMap(({ nodes }) => nodes)))) return whole
  const doubtful = parts.filter(({ isSure }) => !isSure)
  if (!showSame(doubtful))
    for (const part of doubtful) if (!showSame([part])) Object.assign(part, { block: writeAsHtml(part.nodes) })
  const source = joinBlocks(parts.map(({ block }) => block))
  // Two dividing lines around a line such as “Title: x” would be facts about the text.
  const isRead = !frontMatterOf(source) && !isTooIntricate(source)
  return isRead ? source : parts.map(({ nodes }) => writeAsHtml(nodes).text).join('\n')
}

function showSame(parts: PlacedBlock[]): boolean {
  if (parts.length === 0) return true
  const source = [between, ...parts.flatMap(({ block }) => (block.text === '' ? [] : [block.text, between]))].join(
    '\n\n',
  )
  const wanted = [
    between,
    ...parts.flatMap(({ nodes, block }) => [...factsOf(nodes), ...(block.text === '' ? [] : [between])]),
  ]
  return isSame(source, wanted)
}

function isSame(source: string, wanted: string[]): boolean {
  if (isTooIntricate(source)) return false
  const found = factsOf(sanitisedTree(source).children)
  return found.length === wanted.length && wanted.every((fact, at) => fact === found[at])
}
