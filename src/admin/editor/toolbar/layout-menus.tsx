import type { Editor } from '@tiptap/react'
import { AlignCenter, AlignJustify, AlignLeft, AlignRight, IndentDecrease, IndentIncrease } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { commandKey } from '#admin/dialogs/command-key.ts'
import { ToolMenu, ToolMenuChoice, ToolMenuItem } from './tool-menu.tsx'

const alignments = [
  { align: 'left', label: 'Align left', icon: AlignLeft, keys: 'Shift L' },
  { align: 'center', label: 'Align centre', icon: AlignCenter, keys: 'Shift E' },
  { align: 'right', label: 'Align right', icon: AlignRight, keys: 'Shift R' },
  { align: 'justify', label: 'Justify', icon: AlignJustify, keys: 'Shift J' },
] as const

const Keys = ({ keys }: { keys: string }) => (
  <span aria-hidden="true" className="ml-auto pl-6 text-fine text-muted">
    {commandKey} {keys}
  </span>
)

/** The alignment of the paragraphs at the cursor; choosing the current one removes it. */
export function AlignMenu({ editor, align }: { editor: Editor; align: string | null }) {
  const Current = alignments.find((one) => one.align === align)?.icon ?? AlignLeft
  return (
    <ToolMenu
      label="Alignment"
      face={<Current aria-hidden="true" />}
      pressed={align !== null}
      onClosed={() => editor.view.focus()}
    >
      <DropdownMenu.RadioGroup value={align ?? ''}>
        {alignments.map(({ align: own, label, icon: Icon, keys }) => (
          <ToolMenuChoice
            key={own}
            value={own}
            onChoose={() => editor.commands.setAlignment(own === align ? null : own)}
          >
            <Icon aria-hidden="true" className="size-4" />
            <span>{label}</span>
            <Keys keys={keys} />
          </ToolMenuChoice>
        ))}
      </DropdownMenu.RadioGroup>
    </ToolMenu>
  )
}

type IndentMenuProps = { editor: Editor; canIndent: boolean; canOutdent: boolean }

export const IndentMenu = ({ editor, canIndent, canOutdent }: IndentMenuProps) => (
  <ToolMenu label="Indent" face={<IndentIncrease aria-hidden="true" />} onClosed={() => editor.view.focus()}>
    <ToolMenuItem disabled={!canIndent} onChoose={() => editor.commands.indent()}>
      <IndentIncrease aria-hidden="true" className="size-4" />
      <span>Increase indent</span>
      <Keys keys="]" />
    </ToolMenuItem>
    <ToolMenuItem disabled={!canOutdent} onChoose={() => editor.commands.outdent()}>
      <IndentDecrease aria-hidden="true" className="size-4" />
      <span>Decrease indent</span>
      <Keys keys="[" />
    </ToolMenuItem>
  </ToolMenu>
)
