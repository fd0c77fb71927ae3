import type { Editor } from '@tiptap/react'
import { Baseline } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ColorClass } from '#admin/editor/text-color.ts'
import { colorClasses } from '#content/markup/classes.contract.ts'
import { ToolMenu, ToolMenuChoice } from './tool-menu.tsx'

const nameOf = (color: ColorClass) => color.charAt(6).toUpperCase() + color.slice(7)

/** The palette for text: named colours that the light and the dark scheme define. */
export function ColorMenu({ editor, color }: { editor: Editor; color: ColorClass | null }) {
  const choose = (name: string) => {
    const chosen = colorClasses.find((one) => one === name)
    if (chosen) editor.chain().setTextColor(chosen).run()
    else editor.chain().unsetTextColor().run()
  }
  const face = (
    <span className={`prose-color ${color ?? ''}`}>
      <Baseline aria-hidden="true" />
    </span>
  )
  return (
    <ToolMenu label="Text colour" face={face} pressed={color !== null} onClosed={() => editor.view.focus()}>
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

const Swatch = ({ color }: { color?: ColorClass }) => (
  <span aria-hidden="true" className={`prose-color ${color ?? ''} size-4 rounded-full border border-edge`}>
    {color && <span className="block size-full rounded-full bg-current" />}
  </span>
)
