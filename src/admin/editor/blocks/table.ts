import type { JSONContent } from '@tiptap/core'
import { TableCell, TableHeader } from '@tiptap/extension-table'
import type { Node } from '@tiptap/pm/model'
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { Table as TableIcon } from 'lucide-react'
import type { AlignType, Table } from 'mdast'
import type { HtmlWriter, MarkdownWriter, Reader, TextBlock } from './block.ts'
import { htmlLine } from './html-line.ts'
import { isElement, noteProperties, orParagraph } from './reading.ts'
import { WritingRow, WritingTable, withoutUnusedRows } from './table-rows.ts'

const emptyCell: JSONContent = { type: 'tableCell', content: [{ type: 'paragraph' }] }

/** Header cells mark the head and foot. */
function readRows(part: Element, reader: Reader): JSONContent[] {
  return part.children.filter(isElement).flatMap((element) => {
    if (element.tagName === 'tr') {
      const cells = element.children.filter(isElement).map((cell) => readCell(cell, reader))
      return [{ type: 'tableRow', content: cells.length > 0 ? cells : [emptyCell] }]
    }
    if (['thead', 'tbody', 'tfoot'].includes(element.tagName)) return readRows(element, reader)
    reader.unsupported.add(`<${element.tagName}>`)
    return []
  })
}

function readCell(cell: Element, reader: Reader): JSONContent {
  noteProperties(cell, ['align', 'colSpan', 'rowSpan', 'scope'], reader)
  const { align, colSpan, rowSpan } = cell.properties
  return {
    type: cell.tagName === 'th' ? 'tableHeader' : 'tableCell',
    attrs: { align: align ? String(align) : null, colspan: Number(colSpan ?? 1), rowspan: Number(rowSpan ?? 1) },
    content: orParagraph(reader.blocks(cell.children)),
  }
}

/** @returns null if the table has merged cells, more than text in a cell, or header cells outside the first row */
function toGfm(table: Node, writer: MarkdownWriter): Table | null {
  const rows = table.children.map((row) => row.children)
  const [head = [], ...body] = rows
  const plain =
    head.every((cell) => cell.type.name === 'tableHeader') &&
    body.every(
      (row) =>
        row.length === head.length &&
        row.every((cell, column) => cell.type.name === 'tableCell' && alignOf(cell) === alignOf(head[column])),
    ) &&
    rows.flat().every(isPlain)
  if (!plain) return null
  return {
    type: 'table',
    align: head.map(alignOf),
    children: rows.map((row) => ({
      type: 'tableRow',
      children: row.map((cell) => ({
        type: 'tableCell',
        children: writer.inline(cell.firstChild as Node, { type: 'html', value: '<br>' }),
      })),
    })),
  }
}

const alignOf = (cell?: Node): AlignType => cell?.attrs['align'] ?? null

/** The paragraph that is all the content of a cell, and has no layout. */
function onlyParagraph(cell: Node): Node | null {
  const only = cell.childCount === 1 ? cell.firstChild : null
  return only?.type.name === 'paragraph' && !only.attrs['align'] && !only.attrs['indent'] ? only : null
}

function isPlain(cell: Node): boolean {
  const { colspan, rowspan } = cell.attrs
  const only = onlyParagraph(cell)
  if (colspan > 1 || rowspan > 1 || !only) return false
  // A table's escapes are resolved before code is read, so `\\|` in code cannot be written.
  return !only.children.some(
    ({ marks, text }) => marks.some(({ type }) => type.name === 'code') && text?.includes('\\|'),
  )
}

const toHtml = (table: Node, writer: HtmlWriter) =>
  h('table', ...table.children.map((row) => h('tr', ...row.children.map((cell) => cellElement(cell, writer)))))

/** A single plain paragraph is written without its `<p>`. */
function cellElement(cell: Node, writer: HtmlWriter): Element {
  const { align, colspan, rowspan } = cell.attrs
  const spans = { colSpan: colspan > 1 ? colspan : undefined, rowSpan: rowspan > 1 ? rowspan : undefined }
  const only = onlyParagraph(cell)
  const content: ElementContent[] = only ? writer.inline(only) : writer.blocks(cell.children)
  return h(cell.type.name === 'tableHeader' ? 'th' : 'td', { align, ...spans }, ...content)
}

export const table: TextBlock = {
  extensions: [WritingTable, WritingRow, TableHeader, TableCell],
  nodes: ['table'],
  tags: ['table'],
  read(element, reader) {
    noteProperties(element, [], reader)
    const rows = readRows(element, reader)
    return [{ type: 'table', content: rows.length > 0 ? rows : [{ type: 'tableRow', content: [emptyCell] }] }]
  },
  toMarkdown(node, writer) {
    const used = withoutUnusedRows(node)
    return [toGfm(used, writer) ?? htmlLine(toHtml(used, writer.html))]
  },
  toHtml,
  menu: [
    {
      label: 'Table',
      icon: TableIcon,
      slash: 'grid',
      run: (editor) => editor.commands.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
    },
  ],
}
