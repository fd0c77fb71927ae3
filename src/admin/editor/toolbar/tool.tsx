import { type Editor, useEditorState } from '@tiptap/react'
import { ChevronDown, type LucideIcon } from 'lucide-react'
import { DropdownMenu, Toolbar, Tooltip } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { commandKey } from '#admin/dialogs/shortcuts.tsx'
import { menuEntries } from '#admin/editor/blocks/all.ts'
import type { ColorClass } from '#admin/editor/marks.ts'

type ToolProps = {
  icon: LucideIcon
  label: string
  /** The keys to press together with Ctrl or Cmd: `Shift 8`. */
  keys?: string | undefined
  /** Whether it applies at the cursor; undefined for tools without a state. */
  pressed?: boolean
  disabled?: boolean
  onPress: () => void
}

/** A toolbar button. A click leaves the cursor in the text. */
export function Tool({ icon: Icon, label, keys, pressed, disabled, onPress }: ToolProps) {
  return (
    <ToolTip label={label} keys={keys}>
      <Toolbar.Button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        className="tool"
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
      >
        <Icon aria-hidden="true" />
      </Toolbar.Button>
    </ToolTip>
  )
}

/** The name and keys of a tool, shown next to it on hover and focus. */
function ToolTip({ label, keys, children }: { label: string; keys?: string | undefined; children: ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          className="z-50 flex gap-2 rounded-mark bg-deep px-2 py-1 text-fine text-deep-ink shadow-float"
        >
          {label}
          {keys && <span className="text-deep-muted">{`${commandKey} ${keys}`}</span>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** A group of tools, followed by a line. */
export const ToolGroup = (props: ComponentProps<'div'>) => <div {...props} className="tool-group" />

type ToolMenuProps = {
  label: string
  /** The content of the button: an icon, or the current choice (with `current`). */
  face: ReactNode
  current?: string
  pressed?: boolean
  editor: Editor
  children: ReactNode
}

/** A toolbar button that opens a menu. */
export function ToolMenu({ label, face, current, pressed, editor, children }: ToolMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <ToolTip label={label}>
        <Toolbar.Button asChild type="button">
          <DropdownMenu.Trigger
            aria-label={current ? `${label}: ${current}` : label}
            data-pressed={pressed || undefined}
            className="tool tool-wide"
          >
            {face}
            <ChevronDown aria-hidden="true" className="size-3! opacity-70" />
          </DropdownMenu.Trigger>
        </Toolbar.Button>
      </ToolTip>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="editor-menu on-deep z-50 min-w-44 rounded-control border border-line p-1 text-small shadow-float"
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            editor.view.focus()
          }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const itemLook =
  'flex h-9 items-center gap-2.5 rounded-mark px-2.5 outline-none select-none data-highlighted:bg-primary-soft data-highlighted:text-primary-strong data-[state=checked]:font-[600] data-disabled:opacity-45'

type ToolMenuItemProps = { disabled?: boolean; onChoose: () => void; children: ReactNode }

export const ToolMenuItem = ({ disabled, onChoose, children }: ToolMenuItemProps) => (
  <DropdownMenu.Item disabled={disabled} onSelect={onChoose} className={itemLook}>
    {children}
  </DropdownMenu.Item>
)

type ToolMenuChoiceProps = { value: string; onChoose?: () => void; children: ReactNode }

/** One choice of several, one of which is current. */
export const ToolMenuChoice = ({ value, onChoose, children }: ToolMenuChoiceProps) => (
  <DropdownMenu.RadioItem value={value} onSelect={onChoose} className={itemLook}>
    {children}
  </DropdownMenu.RadioItem>
)

const marks = ['bold', 'italic', 'underline', 'strike', 'code', 'link'] as const
const nodes = ['image', 'bulletList', 'orderedList', 'taskList', 'blockquote', 'codeBlock', 'table'] as const
const toggled = [...marks, ...nodes]
/** Which of these marks and nodes the selection is in. */
export type Toggled = Record<(typeof toggled)[number], boolean>

/** The state at the cursor. The toolbar renders again only when one of these values changes. */
export const useToolbarState = (editor: Editor) =>
  useEditorState({
    editor,
    selector: ({ editor }) => {
      const heading = editor.getAttributes('heading')
      const layout = editor.isActive('heading') ? heading : editor.getAttributes('paragraph')
      return {
        ...(Object.fromEntries(toggled.map((name) => [name, editor.isActive(name)])) as Toggled),
        href: String(editor.getAttributes('link')['href'] ?? ''),
        color: (editor.getAttributes('textColor')['color'] ?? null) as ColorClass | null,
        align: (layout['align'] ?? null) as string | null,
        /** The node at the cursor that the menu Insert can remove. */
        removable: menuEntries.find(({ removes }) => removes && editor.isActive(removes))?.removes,
        block: editor.isActive('heading') ? `Heading ${heading['level']}` : 'Paragraph',
        canUndo: editor.can().undo(),
        canRedo: editor.can().redo(),
        canIndent: editor.can().indent(),
        canOutdent: editor.can().outdent(),
      }
    },
  })
