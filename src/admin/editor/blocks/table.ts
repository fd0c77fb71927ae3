import type { Editor, JSONContent } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { Table as TableIcon } from 'lucide-react'
import type { AlignType, Table as GfmTable } from 'mdast'
import { htmlLine } from '#content/markup/write-markdown.ts'
import {
  type HtmlWriter,
  isElement,
  type MarkdownWriter,
  noteProperties,
  orParagraph,
  type Reader,
  type TextBlock,
} from './block.ts'

/** `added`: Tab has added the row. It stays only if it gets content. */
const WritingRow = TableRow.extend({
  addAttributes: () => ({ added: { default: false, rendered: false, parseHTML: () => false } }),
})

/** In the last cell, Tab adds a row; in an empty last row, it leaves the table. */
const WritingTable = Table.extend({
  addKeyboardShortcuts() {
    return { ...this.parent?.(), Tab: () => tab(this.editor) }
  },
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), removeUnusedRow]
  },
})

/** A table as it is saved: without the empty rows that Tab added. */
function withoutUnusedRows(table: Node): Node {
  const used = table.children.filter((row) => !isUnused(row))
  return used.length === table.childCount ? table : table.type.create(table.attrs, used)
}

const isUnused = (row: Node) => row.attrs['added'] === true && isEmpty(row)

const isEmpty = (row: Node) =>
  row.children.every(
    (cell) => cell.childCount === 1 && cell.firstChild?.isTextblock && cell.firstChild.content.size === 0,
  )

/** The depth of the row that a position is in; 0 outside tables. */
function rowDepth($at: ResolvedPos): number {
  for (let depth = $at.depth; depth > 0; depth--) if ($at.node(depth).type.name === 'tableRow') return depth
  return 0
}

function tab(editor: Editor): boolean {
  const depth = rowDepth(editor.state.selection.$from)
  if (depth === 0) return false
  if (editor.commands.goToNextCell()) return true
  const { $from } = editor.state.selection
  if (isEmpty($from.node(depth))) return leaveTable(editor, $from.after(depth - 1))
  return editor
    .chain()
    .addRowAfter()
    .goToNextCell()
    .command(({ tr }) => {
      tr.setNodeAttribute(tr.selection.$from.before(depth), 'added', true)
      return true
    })
    .run()
}

/** Moves to the text after the table, and creates it if needed. */
const leaveTable = (editor: Editor, after: number) =>
  editor
    .chain()
    .command(({ tr, state }) => {
      const paragraph = state.schema.nodes['paragraph']
      if (!tr.doc.nodeAt(after) && paragraph) tr.insert(after, paragraph.create())
      tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1)))
      return true
    })
    .scrollIntoView()
    .run()

/** Removes an empty row that Tab added, once the cursor has left it. */
const removeUnusedRow = new Plugin({
  appendTransaction(transactions, before, { doc, selection, tr }) {
    const { $from } = before.selection
    const depth = rowDepth($from)
    if (depth === 0 || $from.node(depth).attrs['added'] !== true) return null
    const at = transactions.reduce((place, { mapping }) => mapping.map(place), $from.before(depth))
    const row = doc.nodeAt(at)
    if (row?.type.name !== 'tableRow' || !isUnused(row)) return null
    const end = at + row.nodeSize
    if (selection.from < end && selection.to > at) return null
    return tr.delete(at, end).setMeta('addToHistory', false)
  },
})

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
function toGfm(table: Node, writer: MarkdownWriter): GfmTable | null {
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
  // Markdown resolves the escapes of a table before it reads code, so code in a table cannot have `\\|`.
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
