import type { Editor } from '@tiptap/react'
import { Plus } from 'lucide-react'
import { menuEntries } from '#admin/editor/blocks/all.ts'
import type { BlockDialog } from '#admin/editor/blocks/block.ts'
import { classNames } from '#ui/class-names.ts'
import { ToolMenu, ToolMenuItem } from './tool-menu.tsx'

type InsertMenuProps = {
  editor: Editor
  /** The node at the cursor that an entry removes. */
  removable: string | undefined
  onDialog: (dialog: BlockDialog) => void
}

/** The blocks without a button. */
export const InsertMenu = ({ editor, removable, onDialog }: InsertMenuProps) => (
  <ToolMenu
    label="Insert"
    face={<Plus aria-hidden="true" />}
    pressed={removable !== undefined}
    onClosed={() => editor.view.focus()}
  >
    {menuEntries
      .filter(({ insert, removes }) => insert && (!removes || removes === removable))
      .map(({ label, icon: Icon, run, removes }) => (
        <ToolMenuItem key={label} onChoose={() => (typeof run === 'string' ? onDialog(run) : run(editor))}>
          <Icon aria-hidden="true" className={classNames('size-4', removes && 'opacity-45')} />
          <span>{label}</span>
        </ToolMenuItem>
      ))}
  </ToolMenu>
)
