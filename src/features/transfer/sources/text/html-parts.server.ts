import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { escapeHtml } from '#content/markup/plain-text.ts'

/** The words of a text that may have markup: a title, a caption. */
export const plainOf = (html: string): string =>
  (/[<&]/.test(html) ? wordsOf(parseFragment(html)) : html).replace(/\s+/g, ' ').trim()

function wordsOf(node: DefaultTreeAdapterMap['node']): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterMap['textNode']).value
  if (node.nodeName === 'script' || node.nodeName === 'style' || !('childNodes' in node)) return ''
  const words = node.childNodes.map(wordsOf).join('')
  return /^(?:p|div|br|li|h[1-6]|td|blockquote)$/.test(node.nodeName) ? ` ${words} ` : words
}

/** A picture. In a paragraph of several its title is the caption. */
export const imageHtml = (address: string, alt = '', title = ''): string =>
  `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}"${title && ` title="${escapeHtml(title)}"`}>`
