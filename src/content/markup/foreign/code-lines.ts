import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { classesOf, inlineStyle } from '#content/markup/elements.ts'

export const codeBlock = (text: string, language: string | undefined) =>
  h('pre', h('code', { className: language ? [`language-${language}`] : undefined }, text))

/** Whether an element shows its spaces and line ends. */
export const keepsSpaces = (element: Element) =>
  /^(?:pre|break-spaces)/.test(inlineStyle(element).get('white-space') ?? '')

const lineNames = /^(?:div|p|li|tr|section|article|h[1-6]|blockquote)$/
const lineClass = /(?:^| )(?:line|token-line|code-line|view-line|cm-line|react-code-line)(?: |$)/

/** The lines of code, whatever elements they are in. */
export function linesOf(code: Element): string {
  // Elements of lines have line ends between them, or show each line as a block.
  const hasLineEnds = textIn(code).includes('\n')
  let text = ''
  const startLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n'
  }
  const collect = (node: ElementContent) => {
    if (node.type === 'text') text += node.value
    if (node.type !== 'element') return
    if (node.tagName === 'br') {
      text += '\n'
      return
    }
    const isLine =
      lineNames.test(node.tagName) ||
      /^(?:block|flex|grid|table-row)$/.test(inlineStyle(node).get('display') ?? '') ||
      (!hasLineEnds && (lineClass.test(classesOf(node).join(' ')) || (node.tagName === 'code' && node !== code)))
    if (!isLine) return node.children.forEach(collect)
    startLine()
    const before = text
    node.children.forEach(collect)
    if (text === before || !text.endsWith('\n')) text += '\n'
  }
  code.children.forEach(collect)
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[\u200b\ufeff]/g, '')
    .replace(/\n+$/, '')
}

const textIn = (node: ElementContent): string =>
  node.type === 'text' ? node.value : node.type === 'element' ? node.children.map(textIn).join('') : ''
