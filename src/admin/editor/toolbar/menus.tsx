import type { Editor } from '@tiptap/react'
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Baseline,
  IndentDecrease,
  IndentIncrease,
  Plus,
  Table,
} from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { commandKey } from '#admin/dialogs/shortcuts.tsx'
import { menuEntries } from '#admin/editor/blocks/all.ts'
import type { BlockDialog } from '#admin/editor/blocks/block.ts'
import { heading, paragraph } from '#admin/editor/blocks/plain-blocks.ts'
import type { ColorClass } from '#admin/editor/marks.ts'
import { colorClasses } from '#content/markup/classes.contract.ts'
import { classNames } from '#ui/class-names.ts'
import { ToolMenu, ToolMenuChoice, ToolMenuItem } from './tool.tsx'

/** The kind of the block at the cursor. */
export const BlockMenu = ({ editor, block }: { editor: Editor; block: string }) => (
  <ToolMenu label="Block" current={block} face={<span className="w-20 text-left">{block}</span>} editor={editor}>
    <DropdownMenu.RadioGroup value={block}>
      {[...paragraph.menu, ...heading.menu].map(({ label, run }) => (
        <ToolMenuChoice key={label} value={label} onChoose={() => typeof run !== 'string' && run(editor)}>
          {label}
        </ToolMenuChoice>
      ))}
    </DropdownMenu.RadioGroup>
  </ToolMenu>
)

const nameOf = (color: ColorClass) => color.charAt(6).toUpperCase() + color.slice(7)

/** The palette for text: named colours that the light and the dark scheme define. */
export function ColorMenu({ editor, color }: { editor: Editor; color: ColorClass | null }) {
  const choose = (name: string) =>
    name === 'none' ? editor.commands.unsetMark('textColor') : editor.commands.setMark('textColor', { color: name })
  const face = (
    <InPalette>
      <Baseline aria-hidden="true" className={color ?? ''} />
    </InPalette>
  )
  return (
    <ToolMenu label="Text colour" face={face} pressed={color !== null} editor={editor}>
      <DropdownMenu.RadioGroup value={color ?? 'none'} onValueChange={choose}>
        <ToolMenuChoice value="none">
          <Swatch />
          None
        </ToolMenuChoice>
        {colorClasses.map((name) => (
          <ToolMenuChoice key={name} value={name}>
            <Swatch color={name} />
            {nameOf(name)}
          </ToolMenuChoice>
        ))}
      </DropdownMenu.RadioGroup>
    </ToolMenu>
  )
}

const Swatch = ({ color = '' }: { color?: ColorClass | '' }) => (
  <InPalette>
    <span aria-hidden="true" className={`${color} size-4 rounded-full border border-edge`}>
      {color && <span className="block size-full rounded-full bg-current" />}
    </span>
  </InPalette>
)

/** The classes of the palette have colours only inside prose. */
const InPalette = ({ children }: { children: ReactNode }) => <span className="prose contents">{children}</span>

type InsertMenuProps = {
  editor: Editor
  /** The node at the cursor that an entry removes. */
  removable: string | undefined
  onDialog: (dialog: BlockDialog) => void
}

/** The blocks without a button. */
export const InsertMenu = ({ editor, removable, onDialog }: InsertMenuProps) => (
  <ToolMenu label="Insert" face={<Plus aria-hidden="true" />} pressed={removable !== undefined} editor={editor}>
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
    <ToolMenu label="Alignment" face={<Current aria-hidden="true" />} pressed={align !== null} editor={editor}>
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
  <ToolMenu label="Indent" face={<IndentIncrease aria-hidden="true" />} editor={editor}>
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
    ['Header row', () => editor.commands.toggleHeaderRow()],
    ['Delete table', () => editor.commands.deleteTable()],
  ]
  return (
    <ToolMenu label="Table" face={<Table aria-hidden="true" />} pressed={inTable} editor={editor}>
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
