import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'
import { noteProperties, type ReadBlocks, type Unsupported } from './unsupported.ts'

/** Reads the rows of a table; `read` reads the blocks of its cells. Header cells mark the head and foot. */
export function readTable(table: Element, unsupported: Unsupported, read: ReadBlocks): JSONContent {
  noteProperties(table, [], unsupported)
  const rows = rowsIn(table, unsupported, read)
  return { type: 'table', content: rows.length > 0 ? rows : [{ type: 'tableRow', content: [emptyCell] }] }
}

const emptyCell: JSONContent = { type: 'tableCell', content: [{ type: 'paragraph' }] }
const elementsOf = (nodes: ElementContent[]) => nodes.filter((node): node is Element => node.type === 'element')

function rowsIn(part: Element, unsupported: Unsupported, read: ReadBlocks): JSONContent[] {
  return elementsOf(part.children).flatMap((element) => {
    if (element.tagName === 'tr') {
      const cells = elementsOf(element.children).map((cell) => readCell(cell, unsupported, read))
      return [{ type: 'tableRow', content: cells.length > 0 ? cells : [emptyCell] }]
    }
    if (['thead', 'tbody', 'tfoot'].includes(element.tagName)) return rowsIn(element, unsupported, read)
    unsupported.add(`<${element.tagName}>`)
    return []
  })
}

function readCell(cell: Element, unsupported: Unsupported, read: ReadBlocks): JSONContent {
  noteProperties(cell, ['align', 'colSpan', 'rowSpan', 'scope'], unsupported)
  const { align, colSpan, rowSpan } = cell.properties
  const content = read(cell.children, unsupported)
  return {
    type: cell.tagName === 'th' ? 'tableHeader' : 'tableCell',
    attrs: { align: align ? String(align) : null, colspan: Number(colSpan ?? 1), rowspan: Number(rowSpan ?? 1) },
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  }
}
