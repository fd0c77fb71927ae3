import type { Element, Nodes, Parents } from 'hast'
import { callouts, takeCallout } from './callouts.ts'
import { elementsNamed } from './elements.ts'
import { isHeavy, isTooDeep, isTooIntricate } from './intricacy.ts'
import { linesOf as linesOfText } from './plain-text.ts'
import { inlineNames } from './sanitise-schema.ts'
import { sanitisedTree } from './sanitised-tree.ts'
import { videoOf } from './videos.ts'

/**
 * Content as its readers see it, with one line per block: the words, and in words the kind of a heading, a quotation, code or a picture.
 * The same content has the same text as Markdown and as HTML.
 * @returns null for content that is too complex to read in a browser
 */
export function comparableText(source: string): string | null {
  if (isTooIntricate(source) || isHeavy(source)) return null
  const tree = sanitisedTree(source)
  return isTooDeep(tree) ? null : linesIn(tree).join('\n')
}

/**
 * The words of content as its readers see them, with one line per block: those that remarks mark.
 * @returns null for content that is too complex to read
 */
export function readersText(source: string): string | null {
  if (isTooIntricate(source)) return null
  const tree = sanitisedTree(source)
  if (isTooDeep(tree)) return null
  // The kind of a callout and the address of a video are no words.
  for (const { element } of elementsNamed(tree, 'blockquote')) takeCallout(element)
  // The editor has a caption as a property of its picture.
  for (const { element } of elementsNamed(tree, 'figcaption')) element.children = []
  for (const { element } of elementsNamed(tree, 'p')) if (videoOf(element)) element.children = []
  return linesOfText(tree)
}

const isInline = (node: Nodes) =>
  node.type === 'text' ||
  (node.type === 'element' && inlineNames.includes(node.tagName) && !node.children.some(isBlock))
const isBlock = (node: Nodes): boolean => node.type === 'element' && !isInline(node)

/** The lines of a block; inline nodes between blocks are a line. */
function linesIn(parent: Parents): string[] {
  const lines: string[] = []
  let line = ''
  const endLine = () => {
    const text = collapse(line)
    if (text !== '') lines.push(...text.split('\n'))
    line = ''
  }
  for (const child of parent.children) {
    if (isInline(child)) line += wordsOf(child)
    else if (child.type === 'element') {
      endLine()
      lines.push(...linesOf(child))
    }
  }
  endLine()
  return lines
}

function linesOf(element: Element): string[] {
  const { tagName } = element
  if (/^h[1-6]$/.test(tagName)) return linesIn(element).map((line) => `Heading ${tagName[1]}: ${line}`)
  if (tagName === 'pre') return named('Code', textIn(element).trimEnd().split('\n'))
  if (tagName === 'blockquote') {
    const kind = takeCallout(element)
    return named(kind ? callouts[kind] : 'Quote', linesIn(element))
  }
  if (tagName === 'ul' || tagName === 'ol') return itemLines(element)
  if (tagName === 'tr') return [element.children.filter(isBlock).map(cellText).join(' | ')]
  if (tagName === 'hr') return ['⁂']
  return linesIn(element)
}

const named = (kind: string, lines: string[]) =>
  lines.length > 1 ? [`${kind}:`, ...lines] : [`${kind}: ${lines[0] ?? ''}`]

const cellText = (cell: Nodes) => ('children' in cell ? linesIn(cell).join(' ') : '')

/** The items with their bullets or numbers; further lines of an item are indented. */
function itemLines(list: Element): string[] {
  const items = list.children.filter((child) => child.type === 'element')
  const first = Number(list.properties['start'] ?? 1)
  return items.flatMap((item, place) => {
    const mark = list.tagName === 'ol' ? `${first + place}. ` : '• '
    return linesIn(item).map((line, at) => (at === 0 ? mark : '  ') + line)
  })
}

/** The text of inline content: links with their addresses, and pictures with their alternative texts. */
function wordsOf(node: Nodes): string {
  if (node.type === 'text') return node.value.replace(/\s+/g, ' ')
  if (node.type !== 'element') return ''
  const { tagName, properties } = node
  if (tagName === 'br') return '\n'
  if (tagName === 'img') return `[Image: ${properties['alt'] || 'no alternative text'}]`
  if (tagName === 'input') return properties['checked'] ? '☑ ' : '☐ '
  const words = node.children.map(wordsOf).join('')
  const address = properties['href']
  return tagName === 'a' && typeof address === 'string' && address !== words ? `${words} (${address})` : words
}

const textIn = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textIn).join('') : ''

/** Without repeated spaces, and without spaces around line breaks. */
const collapse = (line: string) =>
  line
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
