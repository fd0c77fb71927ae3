import type { Element, ElementContent, Parents, Root } from 'hast'
import { h } from 'hastscript'
import { elementsNamed, inlineStyle, isBlank } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { codeBlock, keepsSpaces, linesOf } from './code-lines.ts'
import { languageWithin } from './languages.ts'

const monospaced =
  /mono|courier|consolas|menlo|monaco|cascadia|fira ?code|source ?code|inconsolata|iosevka|typewriter|andale|fixedsys|hack\b/
const fontOf = (element: Element) =>
  `${inlineStyle(element).get('font-family') ?? ''} ${inlineStyle(element).get('font') ?? ''}`

const holders = new Set(['div', 'p', 'span', 'code', 'font', 'samp', 'tt', 'br', 'b', 'strong', 'i', 'em'])

type Style = { mono: boolean; pre: boolean }

/** Whether all text of an element is monospaced and keeps its spaces. */
function isCode(node: ElementContent, { mono, pre }: Style): boolean {
  if (node.type === 'text') return isBlank(node) || (mono && pre)
  if (node.type !== 'element') return true
  if (!holders.has(node.tagName)) return false
  const font = fontOf(node).trim()
  const space = inlineStyle(node).get('white-space')
  // Evernote's.
  const isBlock = ['--en-codeblock', '-en-codeblock'].some((name) => inlineStyle(node).get(name) === 'true')
  const own = {
    mono: font === '' ? isBlock || mono || /^(?:code|samp|tt)$/.test(node.tagName) : monospaced.test(font),
    pre: isBlock || (space === undefined ? pre : keepsSpaces(node)),
  }
  return node.children.every((child) => isCode(child, own))
}

/** Editors and wikis copy code as monospaced text that keeps its spaces: adjacent blocks of it are one block of code. */
export function takeMonospaced(tree: Root, pre: boolean, language: string | undefined) {
  const visit = (holder: Parents) => {
    const children: ElementContent[] = []
    let run: Element[] = []
    const end = () => {
      // Empty lines between the blocks belong to the code, those after it do not.
      const after = run.slice(run.findLastIndex((one) => !isEmptyLine(one)) + 1)
      const lines = linesOf(h('div', run.slice(0, run.length - after.length)))
      const named = run.map((one) => languageWithin(one)).find((one) => one !== undefined)
      if (lines.trim() === '') children.push(...run)
      else children.push(codeBlock(lines.replace(/^\n+/, ''), named ?? language), ...after)
      run = []
    }
    for (const child of holder.children as ElementContent[]) {
      if (child.type === 'element' && (isBlockOfCode(child, pre) || (run.length > 0 && isEmptyLine(child))))
        run.push(child)
      else if (run.length > 0 && isBlank(child as never)) continue
      else {
        end()
        if (child.type === 'element' && child.tagName !== 'pre') visit(child)
        children.push(child)
      }
    }
    end()
    holder.children = children as never
  }
  visit(tree)
}

/** A word in a line is no block: it is a part of a paragraph. */
const isBlockOfCode = (element: Element, pre: boolean) =>
  isCode(element, { mono: false, pre }) &&
  textOf(element) !== '' &&
  (/^(?:div|p)$/.test(element.tagName) || linesOf(element).includes('\n'))

const isEmptyLine = (element: Element) =>
  /^(?:br|div|p)$/.test(element.tagName) && textOf(element) === '' && elementsNamed(element, 'img', 'hr').length === 0
