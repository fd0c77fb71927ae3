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

/** The name of the place of a heading: `What it costs, & why` -> `what-it-costs-why`, in any script. */
export const placeName = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-') || 'section'

/** Cuts a text after a whole word. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest).replace(/[\s,;:.–-]*\s\S{0,50}$/, '')
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** @param text the result of `linesOf` */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.,_-]*/gu)?.length ?? 0

/** The reading time in minutes, at 200 words per minute, at least 1. */
export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / 200))

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for use between tags and in quoted attributes of HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Characters that XML cannot contain, not even as references. */
const notInXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes a text for XML, and removes characters that XML cannot contain. */
export const escapeXml = (text: string) => escapeHtml(text.replace(notInXml, ''))

/** JSON for a script element: nothing in it can close the element. */
export const jsonForScript = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

const bullet = /^\s*[-*•]\s+(?=\S)/
const number = /^\s*(\d{1,5})[.)]\s+(?=\S)/

type Block = { tag: 'p' | 'ul' | 'ol'; start: number; items: string[] }

/**
 * Plain text as HTML, with all of its words: blank lines divide paragraphs, line breaks stay, and lines typed as a list (`- x`, `1. x`) become
 * one. The result is a source of rich text too.
 */
export const plainToHtml = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => blocksOf(part).map(toHtml))
    .join('\n')

function blocksOf(part: string): Block[] {
  const blocks: Block[] = []
  for (const line of part.trim().split('\n')) {
    const last = blocks.at(-1)
    const [marker, counted] = number.exec(line) ?? bullet.exec(line) ?? []
    const words = escapeHtml(line.slice(marker?.length).trim())
    const start = Number(counted ?? 0)
    const tag = marker === undefined ? 'p' : counted === undefined ? 'ul' : 'ol'
    if (tag === 'p' && last && (last.tag === 'p' || /^\s/.test(line)))
      // A further line of a paragraph, or an indented one of an item.
      last.items.push(`${last.items.pop()}<br>${words}`)
    else if (tag !== 'p' && last?.tag === tag && (tag === 'ul' || start === last.start + last.items.length))
      last.items.push(words)
    else blocks.push({ tag, start, items: [words] })
  }
  return blocks
}

function toHtml({ tag, start, items }: Block): string {
  if (tag === 'p') return `<p>${items.join('')}</p>`
  const list = items.map((item) => `<li>${item}</li>`).join('')
  return tag === 'ol' && start !== 1 ? `<ol start="${start}">${list}</ol>` : `<${tag}>${list}</${tag}>`
}
