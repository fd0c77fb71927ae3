import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'
import { type Lost, noteProperties, type ReadBlocks } from './unsupported.ts'

/** A table, in rows; head and foot are told by their cells, which `read` fills. */
export function readTable(table: Element, lost: Lost, read: ReadBlocks): JSONContent {
  noteProperties(table, [], lost)
  const rows = rowsIn(table, lost, read)
  return { type: 'table', content: rows.length > 0 ? rows : [{ type: 'tableRow', content: [emptyCell] }] }
}

const emptyCell: JSONContent = { type: 'tableCell', content: [{ type: 'paragraph' }] }
const elementsOf = (nodes: ElementContent[]) => nodes.filter((node): node is Element => node.type === 'element')

function rowsIn(part: Element, lost: Lost, read: ReadBlocks): JSONContent[] {
  return elementsOf(part.children).flatMap((element) => {
    if (element.tagName === 'tr') {
      const cells = elementsOf(element.children).map((cell) => readCell(cell, lost, read))
      return [{ type: 'tableRow', content: cells.length > 0 ? cells : [emptyCell] }]
    }
    if (['thead', 'tbody', 'tfoot'].includes(element.tagName)) return rowsIn(element, lost, read)
    lost.add(`<${element.tagName}>`)
    return []
  })
}

function readCell(cell: Element, lost: Lost, read: ReadBlocks): JSONContent {
  noteProperties(cell, ['align', 'colSpan', 'rowSpan', 'scope'], lost)
  const { align, colSpan, rowSpan } = cell.properties
  const content = read(cell.children, lost)
  return {
    type: cell.tagName === 'th' ? 'tableHeader' : 'tableCell',
    attrs: { align: align ? String(align) : null, colspan: Number(colSpan ?? 1), rowspan: Number(rowSpan ?? 1) },
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  }
}
