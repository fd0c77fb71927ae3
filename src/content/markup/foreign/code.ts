import type { Element, Parents, Root } from 'hast'
import { h } from 'hastscript'
import {
  classesOf,
  closest,
  elementsNamed,
  inlineStyle,
  isBlank,
  isElement,
  type Placed,
  replace,
  within,
} from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { codeBlock, keepsSpaces, linesOf } from './code-lines.ts'
import { isLabel, labelOf, languageAround, languageOf } from './languages.ts'
import { takeMonospaced } from './monospaced.ts'

/**
 * Reduces each block of code of a pasted page to its code and its language: without the buttons, labels and line numbers around it, and
 * without the elements that colour it. Monospaced text that keeps its spaces is code too.
 * @param language the language that the clipboard names, for code that names none
 * @param keepWords whether words around code stay: in a text whose author wrote them, and not in a selection of a page
 */
export function takeCode(tree: Root, language?: string | undefined, { keepWords = false } = {}) {
  // Programs of the Mac keep spaces by their characters.
  const isCocoa = elementsNamed(tree, 'meta').some(({ element }) => /^Cocoa/.test(String(element.properties.content)))
  removeLineNumbers(tree, keepWords)
  for (const placed of elementsNamed(tree, 'table')) takeCodeTable(placed)
  for (const placed of elementsNamed(tree, 'code')) if (!closest(placed, 'pre')) takeLines(placed)
  for (const placed of elementsNamed(tree, 'pre')) if (!closest(placed, 'pre')) takePre(placed, language, keepWords)
  takeMonospaced(tree, isCocoa, language)
}

const gutter =
  /(?:^|[-_ ])(?:line-?num(?:ber)?s?|lineno|linenos|linenodiv|linenums?|gutter|blob-num|hljs-ln-(?:n|numbers)|rouge-gutter)(?:$|[-_ ])/i
const isNumbers = (text: string) => /^[\d\s.:|]*$/.test(text)
const isGutter = (element: Element) =>
  isNumbers(textOf(element)) &&
  (gutter.test(classesOf(element).join(' ')) ||
    element.properties['dataLineNumber'] !== undefined ||
    (textOf(element) !== '' && /none/.test(inlineStyle(element).get('user-select') ?? '')))

function removeLineNumbers(tree: Root, inCode: boolean) {
  for (const placed of elementsNamed(tree))
    if (
      (!inCode || closest(placed, 'pre', 'code', 'table')) &&
      !/^(?:td|th|pre)$/.test(placed.element.tagName) &&
      isGutter(placed.element) &&
      textOf(placed.element) !== ''
    )
      replace(placed)
}

/** Pages put line numbers into a column of a table: one cell for all lines, or a row for each. */
function takeCodeTable(placed: Placed) {
  const rows = elementsNamed(within(placed.element), 'tr').map(({ element }) => element.children.filter(isElement))
  if (rows.length === 0) return
  const pres = elementsNamed(within(placed.element), 'pre').filter(({ element }) => !isNumbers(textOf(element)))
  const others = elementsNamed(within(placed.element), 'td', 'th').filter(
    (cell) => !isNumbers(textOf(cell.element)) && !pres.some(({ around }) => around.includes(cell.element)),
  )
  const [pre, ...more] = pres
  if (pre && more.length === 0 && others.length === 0) {
    const around = textOf(placed.element).replace(textOf(pre.element), '')
    return isNumbers(around) ? replace(placed, pre.element) : undefined
  }
  const lines = rows.map((row) => lineIn(row))
  if (lines.every((line) => line !== undefined))
    replace(
      placed,
      codeBlock(lines.map(linesOf).join('\n'), languageOf(placed.element, true) ?? languageAround(placed)),
    )
}

/** The cell with a line of code, next to its number or without one. */
function lineIn([first, second, ...rest]: Element[]): Element | undefined {
  if (!first || rest.length > 0) return undefined
  if (!second) return classesOf(first).includes('blob-code') ? first : undefined
  return isGutter(first) || (isNumbers(textOf(first)) && isCodeCell(second)) ? second : undefined
}

const isCodeCell = (cell: Element) =>
  /(?:^|[-_ ])(?:code|line|hljs-ln-code)(?:$|[-_ ])/.test(classesOf(cell).join(' ')) || keepsSpaces(cell)

/** Code with line breaks is a block, also without a `pre`. */
function takeLines(placed: Placed) {
  const { element: code, parent } = placed
  if (elementsNamed(within(code), 'br').length === 0 || !/\n\S/.test(linesOf(code).replaceAll(/[ \t]/g, ''))) return
  const language = languageOf(code) ?? (parent.type === 'element' ? languageOf(parent) : undefined)
  replace(placed, h('pre', codeBlock(linesOf(code), language).children))
}

function takePre(placed: Placed, clipboardLanguage: string | undefined, keepWords: boolean) {
  const { element: pre } = placed
  for (const button of elementsNamed(within(pre), 'button', 'svg', 'select', 'style')) replace(button)
  const codes = elementsNamed(within(pre), 'code')
  const [code, ...others] = codes
  const inner = code && others.length === 0 ? code.element : editorIn(pre)
  if (keepWords) return keepPre(placed, inner)
  const labels: string[] = []
  if (inner === pre) takeLabels(pre, labels)
  else labels.push(...labelsOf(pre, inner))
  let frame = { element: pre, parent: placed.parent }
  for (let at = placed.around.length - 1; at > 0; at--) {
    const holder = placed.around[at] as Element
    if (!isFrame(holder, pre)) break
    labels.push(...labelsOf(holder, pre))
    frame = { element: holder, parent: placed.around[at - 1] as Parents }
  }
  takeHeader(frame, labels)
  const named = labels.map(labelOf).find((one) => one !== undefined)
  const language = languageOf(inner) ?? languageOf(pre) ?? languageAround(placed) ?? named ?? clipboardLanguage
  replace({ ...frame, around: [] }, codeBlock(linesOf(inner).replace(/^\n|\s+$/g, ''), language))
}

/** Code of an author: all of it is code, but a text that only keeps its lines has marks, links and pictures. */
function keepPre(placed: Placed, inner: Element) {
  const { element: pre } = placed
  const language = languageOf(inner) ?? languageOf(pre) ?? languageAround(placed)
  if (elementsNamed(within(inner), 'a', 'img').length > 0) return
  const isMarked = elementsNamed(within(pre), 'strong', 'b', 'em', 'i', 'u', 's', 'del').length > 0
  if (inner === pre && language === undefined && isMarked) return
  const lines = inner === pre || textOf(pre) === textOf(inner) ? inner : pre
  replace(placed, codeBlock(linesOf(lines).replace(/^\n/, ''), language))
}

/** Whether an element around code holds only labels and buttons besides it. */
function isFrame(holder: Element, pre: Element): boolean {
  if (/^(?:li|td|th|blockquote|body|html|main|article|details)$/.test(holder.tagName)) return false
  const others = elementsNamed(within(holder), 'img', 'hr', 'table', 'iframe', 'video')
  return others.every(({ around }) => around.includes(pre)) && labelsOf(holder, pre).every(isLabel)
}

/** A selection often leaves out the frame around code and its header. */
function takeHeader({ element, parent }: { element: Element; parent: Parents }, labels: string[]) {
  const others = parent.children.filter((child) => !isBlank(child))
  const header = others[others.indexOf(element) - 1]
  if (header?.type !== 'element' || !/^(?:div|span|header)$/.test(header.tagName)) return
  const found = labelsOf(header, element)
  if (found.length === 0 || !found.every(isLabel)) return
  labels.push(...found)
  parent.children = parent.children.filter((child) => child !== header) as never
}

/** Some pages show code in an editor, which is an element inside the `pre` without a `code`. */
const editorIn = (pre: Element): Element =>
  elementsNamed(within(pre)).find(({ element }) =>
    /(?:^| )(?:cm-content|CodeMirror-code|view-lines)(?: |$)/.test(classesOf(element).join(' ')),
  )?.element ?? pre

/** The texts in an element outside of its code, one for each element that has its own. Texts of buttons do not count. */
function labelsOf(element: Element, code: Element): string[] {
  if (element === code || /^(?:button|svg|select|style|template|clipboard-copy)$/.test(element.tagName)) return []
  const own = element.children.flatMap((child) => (child.type === 'text' && !isBlank(child) ? child.value.trim() : []))
  return [...own, ...element.children.filter(isElement).flatMap((child) => labelsOf(child, code))]
}

/** Removes the header of a block of code that has no `code`: its first elements, as long as they are labels. */
function takeLabels(pre: Element, labels: string[]) {
  for (const child of pre.children.filter(isElement)) {
    const text = textOf(child)
    const isHeader = child.tagName === 'div' && labelsOf(child, pre).every(isLabel)
    if (!isHeader || text === '') return
    labels.push(...labelsOf(child, pre))
    pre.children = pre.children.filter((other) => other !== child)
  }
}
