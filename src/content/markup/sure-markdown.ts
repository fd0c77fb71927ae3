import type { Element, ElementContent } from 'hast'
import { isBlank, isElement } from './elements.ts'
import { isBlock } from './to-markdown-line.ts'
import { videoOf } from './videos.ts'

/** Signs that can mean something in Markdown, and the beginnings of addresses, which are links. */
const doubtful = /[\\`*_[\]<>#|~@]|&[#\w]|:\/\/|www\./i
/** A line that can begin another block. */
const beginsBlock = /^(?:[-+=:]|\d{1,9}[.)](?:\s|$)|\s|$)/
const word = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su
const plainAddress = /^[\w./:#?%,-]+$/

/**
 * Writes plain blocks, which most blocks of a text are: lines and lists without a sign that Markdown could read as another thing. It takes a fraction of
 * the time of the writer for all blocks, and nothing has to be compared.
 * @returns undefined for any other block
 */
export function sureMarkdown(block: Element): string | undefined {
  if (hasProperties(block)) return undefined
  const { tagName } = block
  if (tagName === 'p') return videoOf(block) ? undefined : lineOf(block.children)
  if (/^h[1-6]$/.test(tagName)) {
    const line = lineOf(block.children)
    return line === undefined || line.includes('\n') ? undefined : `${'#'.repeat(Number(tagName[1]))} ${line}`
  }
  return tagName === 'ul' || tagName === 'ol' ? listOf(block) : undefined
}

/** The sanitiser leaves an empty list of classes. */
const hasProperties = ({ properties }: Element) =>
  Object.values(properties).some((value) => value !== undefined && !(Array.isArray(value) && value.length === 0))

function listOf(list: Element): string | undefined {
  const points: string[] = []
  for (const point of list.children) {
    if (isBlank(point)) continue
    if (!isElement(point) || point.tagName !== 'li' || hasProperties(point)) return undefined
    const marker = list.tagName === 'ol' ? `${points.length + 1}.` : '-'
    const written = pointOf(point)
    if (written === undefined) return undefined
    points.push(`${marker} ${written.replaceAll('\n', `\n${' '.repeat(marker.length + 1)}`)}`)
  }
  return points.length === 0 ? undefined : points.join('\n')
}

/** A line, and a list below it. */
function pointOf({ children }: Element): string | undefined {
  const at = children.findIndex(isBlock)
  const first = children[at]
  if (at < 0) return lineOf(children)
  if (!isElement(first)) return undefined
  const isLine = first.tagName === 'p' && !hasProperties(first) && children.slice(0, at).every(isBlank)
  const line = lineOf(isLine ? first.children : children.slice(0, at))
  const [below, ...others] = children.slice(isLine ? at + 1 : at).filter((child) => !isBlank(child))
  if (line === undefined || others.length > 0) return undefined
  if (below === undefined) return line
  const list = isElement(below) && /^[uo]l$/.test(below.tagName) && !hasProperties(below) ? listOf(below) : undefined
  return list === undefined ? undefined : `${line}\n${list}`
}

function lineOf(nodes: ElementContent[]): string | undefined {
  const line = write(nodes, false)?.replace(/ $/, '')
  return line === undefined || line.split('\n').some((part) => beginsBlock.test(part)) ? undefined : line
}

/** @param inside whether it is in a mark or a link, which has no other around it */
function write(nodes: ElementContent[], inside: boolean): string | undefined {
  let line = ''
  let afterMark = false
  for (const node of nodes) {
    if (node.type === 'text') {
      if (doubtful.test(node.value)) return undefined
      const text = node.value.replace(/[ \t\r\n\f]+/g, ' ')
      line += line === '' || /[ \n]$/.test(line) ? text.replace(/^ /, '') : text
      if (text !== '') afterMark = false
      continue
    }
    if (node.type === 'comment') continue
    if (!isElement(node) || afterMark) return undefined
    const written = node.tagName === 'br' && !inside ? '\\\n' : writeElement(node, inside)
    if (written === undefined || (written.startsWith('[') && line.endsWith('!'))) return undefined
    if (written === '\\\n') line = line.replace(/ $/, '')
    else afterMark = true
    line += written
  }
  return line
}

function writeElement(node: Element, inside: boolean): string | undefined {
  const { tagName, properties, children } = node
  if (tagName === 'a') {
    const { href, ...others } = properties
    if (inside || !plainAddress.test(String(href ?? '')) || hasProperties({ ...node, properties: others }))
      return undefined
    const words = write(children, true)
    return words !== undefined && word.test(words) ? `[${words}](${href})` : undefined
  }
  if (hasProperties(node)) return undefined
  if (tagName === 'code') {
    const [only, ...others] = children
    const isSimple =
      only?.type === 'text' &&
      others.length === 0 &&
      /^[^\s`](?:[^\n\r`]*[^\s`])?$/.test(only.value) &&
      !/\s\s|\t/.test(only.value)
    return isSimple ? `\`${only.value}\`` : undefined
  }
  const sign = tagName === 'strong' || tagName === 'b' ? '**' : tagName === 'em' || tagName === 'i' ? '*' : undefined
  if (sign === undefined || inside) return undefined
  const words = write(children, true)
  return words !== undefined && word.test(words) ? `${sign}${words}${sign}` : undefined
}
