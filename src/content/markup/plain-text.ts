import type { Nodes, Properties } from 'hast'
import { blockNames, idPrefix } from './sanitise-schema.ts'

const separated = new Set([...blockNames, 'br'])

/** The visible text without line ends and repeated spaces, and without the markers, arrows and label of footnotes. */
export const textOf = (node: Nodes) => collect(node, ' ').replace(/\s+/g, ' ').trim()

/** The visible text with one line per block. */
export const linesOf = (node: Nodes) =>
  collect(node, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()

function collect(node: Nodes, separator: string): string {
  if (node.type === 'text') return node.value
  if (!('children' in node)) return ''
  if (node.type === 'element' && isFootnoteMark(node.properties)) return ''
  const text = node.children.map((child) => collect(child, separator)).join('')
  return node.type === 'element' && separated.has(node.tagName) ? `${separator}${text}${separator}` : text
}

const footnotesLabel = `${idPrefix}footnote-label`

const isFootnoteMark = ({ id, dataFootnoteRef, dataFootnoteBackref }: Properties) =>
  id === footnotesLabel || dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined

/** Cuts a text after a whole word. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest).replace(/[\s,;:.–-]*\s\S*$/, '')
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** @param text the result of `linesOf` */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.,_-]*/gu)?.length ?? 0

/** The reading time in minutes, at 200 words per minute, at least 1. */
export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / 200))
