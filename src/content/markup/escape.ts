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
