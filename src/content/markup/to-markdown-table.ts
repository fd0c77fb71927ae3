import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { AlignType, BlockContent, Table } from 'mdast'
import { elementsNamed, isElement, onlyChild } from './elements.ts'
import type { BlockWriter } from './to-markdown-blocks.ts'
import { isBlock, leftProperties, lineOf, rawText } from './to-markdown-line.ts'
import { htmlLine } from './write-markdown.ts'

/** Beyond these, Markdown is not read as a table (`intricacy.ts`). */
const [mostColumns, mostCells] = [100, 50_000]

export function tableOf(table: Element, writer: BlockWriter): BlockContent[] {
  const rows = elementsNamed(table, 'tr')
    .filter(({ around }) => around.filter((node) => node.type === 'element' && node.tagName === 'table').length === 1)
    .map(({ element }) => element.children.filter(isElement))
    .filter((cells) => cells.length > 0)
  const caption = table.children.filter(isElement).find(({ tagName }) => tagName === 'caption')
  if (rows.length === 0) return caption ? writer.flow(caption.children) : []
  const columns = Math.max(...rows.map((cells) => cells.reduce((sum, cell) => sum + spanOf(cell), 0)))
  const fits = columns <= mostColumns && columns * rows.length <= mostCells
  if (!writer.plain && (!fits || caption || !isSimple(table, rows))) return [htmlLine(table)]
  const [head = []] = rows
  const hasHead = head.some(({ tagName }) => tagName === 'th')
  const written: Table = {
    type: 'table',
    align: head.flatMap((cell) => [alignOf(cell), ...Array<AlignType>(spanOf(cell) - 1).fill(null)]),
    children: [...(hasHead ? [] : [[]]), ...rows].map((cells) => ({
      type: 'tableRow',
      children: Array.from({ length: columns }, (_, at) => ({
        type: 'tableCell',
        children: at === 0 || cells.length > 0 ? cellLine(cells, at, writer) : [],
      })),
    })),
  }
  return [
    ...(caption ? writer.flow(caption.children.some(isBlock) ? caption.children : [h('p', caption.children)]) : []),
    written,
  ]
}

const spanOf = ({ properties }: Element) => Math.max(1, Number(properties['colSpan'] ?? 1) || 1)
const alignOf = (cell: Element | undefined): AlignType => {
  const align = String(cell?.properties['align'] ?? '')
  return align === 'left' || align === 'center' || align === 'right' ? align : null
}

/** The content of the cell that begins at a column. */
function cellLine(cells: Element[], column: number, writer: BlockWriter) {
  let at = 0
  for (const cell of cells) {
    if (at === column) {
      const only = onlyChild(cell)
      const holder = isElement(only) && only.tagName === 'p' ? only : cell.children.some(isBlock) ? joined(cell) : cell
      return lineOf(holder, writer, writer.plain ? { type: 'text', value: ' ' } : { type: 'html', value: '<br>' })
    }
    at += spanOf(cell)
  }
  return []
}

/** The words of blocks in one line. */
const joined = (cell: Element): Element =>
  h(
    'p',
    cell.children.flatMap(function inLine(child): ElementContent[] {
      if (!isElement(child) || !isBlock(child)) return [child]
      return [...child.children.flatMap(inLine), { type: 'text', value: ' ' }]
    }),
  )

/** Whether Markdown has such a table: no merged or filled cells, and cells of the head in the first row alone. */
function isSimple(table: Element, [head = [], ...body]: Element[][]): boolean {
  if (leftProperties(table, {}).length > 0 || head.some(({ tagName }) => tagName !== 'th')) return false
  if (elementsNamed(table, 'tfoot').length > 0) return false
  return (
    body.every((row) => row.length === head.length && row.every(({ tagName }) => tagName === 'td')) &&
    [head, ...body].every((row) => row.every((cell, at) => isSimpleCell(cell) && alignOf(cell) === alignOf(head[at])))
  )
}

function isSimpleCell(cell: Element): boolean {
  if (
    leftProperties(cell, {}).some(([name]) => !['align', 'scope'].includes(name)) ||
    cell.properties['scope'] === 'row'
  )
    return false
  if (cell.properties['align'] !== undefined && alignOf(cell) === null) return false
  const only = onlyChild(cell)
  const holder = isElement(only) && only.tagName === 'p' && leftProperties(only, {}).length === 0 ? only : cell
  // Markdown resolves the escapes of a table before it reads code.
  const hasOddCode = elementsNamed(cell, 'code').some(({ element }) => /\\\|/.test(rawText(element)))
  return !holder.children.some(isBlock) && !hasOddCode
}
