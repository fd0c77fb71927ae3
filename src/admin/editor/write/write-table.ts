import type { Node } from '@tiptap/pm/model'
import type { AlignType, Table } from 'mdast'
import { writeInline } from './write-inline.ts'

/** A table as an mdast node; null if it has merged cells, more than text in a cell, or header cells outside the first row. */
export function writeTable(table: Node): Table | null {
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
        children: writeInline(cell.firstChild as Node, { type: 'html', value: '<br>' }),
      })),
    })),
  }
}

const alignOf = (cell?: Node): AlignType => cell?.attrs['align'] ?? null

function isPlain(cell: Node): boolean {
  const { colspan, rowspan } = cell.attrs
  const only = cell.childCount === 1 ? cell.firstChild : null
  if (colspan > 1 || rowspan > 1 || only?.type.name !== 'paragraph' || only.attrs['align'] || only.attrs['indent'])
    return false
  // A table's escapes are resolved before code is read, so `\\|` in code cannot be written.
  return !only.children.some(
    ({ marks, text }) => marks.some(({ type }) => type.name === 'code') && text?.includes('\\|'),
  )
}
