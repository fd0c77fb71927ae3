import type { Editor } from '@tiptap/react'
import { Table } from 'lucide-react'
import { ToolMenu, ToolMenuItem } from './tool-menu.tsx'

/** Inserts a table, or changes the table at the cursor. */
export function TableMenu({ editor, inTable }: { editor: Editor; inTable: boolean }) {
  const changes: [label: string, change: () => void][] = [
    ['Add row above', () => editor.commands.addRowBefore()],
    ['Add row below', () => editor.commands.addRowAfter()],
    ['Delete row', () => editor.commands.deleteRow()],
    ['Add column before', () => editor.commands.addColumnBefore()],
    ['Add column after', () => editor.commands.addColumnAfter()],
    ['Delete column', () => editor.commands.deleteColumn()],
    ['Merge or split cells', () => editor.commands.mergeOrSplit()],
    ['Heading row', () => editor.commands.toggleHeaderRow()],
    ['Delete table', () => editor.commands.deleteTable()],
  ]
  return (
    <ToolMenu label="Table" face={<Table aria-hidden="true" />} pressed={inTable} onClosed={() => editor.view.focus()}>
      {inTable ? (
        changes.map(([label, change]) => (
          <ToolMenuItem key={label} onChoose={change}>
            {label}
          </ToolMenuItem>
        ))
      ) : (
        <ToolMenuItem onChoose={() => editor.commands.insertTable({ rows: 3, cols: 3, withHeaderRow: true })}>
          Insert table
        </ToolMenuItem>
      )}
    </ToolMenu>
  )
}
