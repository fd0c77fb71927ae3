import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'

/** The words of a text that may have markup: a title, a caption. */
export const plainOf = (html: string): string =>
  (/[<&]/.test(html) ? wordsOf(parseFragment(html)) : html).replace(/\s+/g, ' ').trim()

function wordsOf(node: DefaultTreeAdapterMap['node']): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterMap['textNode']).value
  if (node.nodeName === 'script' || node.nodeName === 'style' || !('childNodes' in node)) return ''
  const words = node.childNodes.map(wordsOf).join('')
  return /^(?:p|div|br|li|h[1-6]|td|blockquote)$/.test(node.nodeName) ? ` ${words} ` : words
}
