import type { Element } from 'hast'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'

const writer = unified().use(rehypeStringify).freeze()

/** HTML as mdast. It is one line, since Markdown ends raw HTML at a blank line. */
export const htmlLine = (element: Element) => ({ type: 'html', value: inOneLine(element) }) as const

export const inOneLine = (element: Element): string =>
  writer.stringify({ type: 'root', children: [element] }).replaceAll('\n', '&#10;')
