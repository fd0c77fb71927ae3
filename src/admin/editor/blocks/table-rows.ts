import type { Editor } from '@tiptap/core'
import { Table, TableRow } from '@tiptap/extension-table'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'

/** `added`: Tab has added the row. It stays only if something is written into it. */
export const WritingRow = TableRow.extend({
  addAttributes: () => ({ added: { default: false, rendered: false, parseHTML: () => false } }),
})

/** In the last cell, Tab adds a row; in an empty last row, it leaves the table. */
export const WritingTable = Table.extend({
  addKeyboardShortcuts() {
    return { ...this.parent?.(), Tab: () => tab(this.editor) }
  },
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), removeUnusedRow]
  },
})

/** A table as it is saved, without the rows that Tab added and that stayed empty. */
export function withoutUnusedRows(table: Node): Node {
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

/** Once the cursor has left it. */
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
