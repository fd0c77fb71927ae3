import type { Editor } from '@tiptap/react'
import { DropdownMenu } from 'radix-ui'
import { ToolMenu, ToolMenuChoice } from './tool-menu.tsx'
import { blocks } from './use-toolbar-state.ts'

/** The kind of the block at the cursor. The page's title is heading 1, so headings of a text begin with 2. */
export function BlockMenu({ editor, block }: { editor: Editor; block: string }) {
  const current = blocks.find(({ name }) => name === block)?.label ?? block.replace('heading-', 'Heading ')
  const choose = (name: string) => {
    const chosen = blocks.find((one) => one.name === name)
    if (chosen && 'level' in chosen) editor.chain().setHeading({ level: chosen.level }).run()
    else editor.chain().setParagraph().run()
  }
  return (
    <ToolMenu
      label="Block"
      current={current}
      face={<span className="w-20 text-left">{current}</span>}
      onClosed={() => editor.view.focus()}
    >
      <DropdownMenu.RadioGroup value={block} onValueChange={choose}>
        {blocks.map(({ name, label }) => (
          <ToolMenuChoice key={name} value={name}>
            {label}
          </ToolMenuChoice>
        ))}
      </DropdownMenu.RadioGroup>
    </ToolMenu>
  )
}
