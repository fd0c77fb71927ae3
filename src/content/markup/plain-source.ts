import { escapeHtml } from './escape.ts'

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
