import type { Root } from 'hast'
import { isTooIntricate } from './intricacy.ts'
import { sanitisedTree } from './sanitised-tree.ts'
import { factsOf } from './shown-facts.ts'
import { writeAsHtml, writeBlocks } from './to-markdown.ts'
import { joinBlocks, type WrittenBlock } from './write-markdown.ts'

/** How often a text is read again with other blocks as HTML. */
const mostAttempts = 6

/**
 * Writes a sanitised tree as Markdown that shows all of it. The source is read again and compared: a block that would show something else is written as
 * HTML, at last the whole text. It changes the tree.
 */
export function faithfulMarkdown(tree: Root): string {
  const parts = writeBlocks(tree).map(({ nodes, block }) => ({ nodes, block, facts: factsOf(nodes), isHtml: false }))
  const wanted = parts.flatMap(({ facts }) => facts)
  const asHtml = (part: (typeof parts)[number] | undefined): boolean => {
    if (!part || part.isHtml) return false
    Object.assign(part, { block: writeAsHtml(part.nodes), isHtml: true })
    return true
  }
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const source = joinBlocks(parts.map(({ block }) => block))
    const at = differenceIn(source, wanted)
    if (at === -1) return source
    const wrong = attempt === 0 ? parts.filter(({ block, facts }) => differenceIn(block.text, facts) !== -1) : []
    if (wrong.length > 0) {
      for (const part of wrong) asHtml(part)
      continue
    }
    // Blocks that are right alone can change each other: the one before may have taken the next one in.
    const place = placeOf(parts, at)
    if (!asHtml(parts[place]) && !asHtml(parts[place - 1])) break
  }
  for (const part of parts) asHtml(part)
  return parts
    .map(({ block }) => block.text)
    .filter(Boolean)
    .join('\n')
}

/** Where the first fact differs; -1 when a source shows what it should. */
function differenceIn(source: string, wanted: string[]): number {
  if (isTooIntricate(source)) return 0
  const found = factsOf(sanitisedTree(source).children)
  const at = wanted.findIndex((fact, place) => fact !== found[place])
  return at === -1 && found.length > wanted.length ? wanted.length - 1 : at
}

function placeOf(parts: { facts: string[]; block: WrittenBlock }[], at: number): number {
  let before = 0
  return parts.findIndex(({ facts }) => {
    before += facts.length
    return at < before
  })
}
